package dev.headgate.throttle.match;

/** What makes one row more specific than another, from the strongest reason to the weakest. */
enum Specificity {
    HOST("its host is more specific") {
        @Override
        int compare(Row<?> one, Row<?> other) {
            int kinds = one.host().kind().compareTo(other.host().kind());
            return kinds != 0
                    ? kinds
                    : Integer.compare(other.host().length(), one.host().length());
        }
    },
    PORT("it names a port") {
        @Override
        int compare(Row<?> one, Row<?> other) {
            return Boolean.compare(other.host().port() >= 0, one.host().port() >= 0);
        }
    },
    SCHEME("it names a scheme") {
        @Override
        int compare(Row<?> one, Row<?> other) {
            return Boolean.compare(other.host().scheme() != null, one.host().scheme() != null);
        }
    },
    PATH("its path is more specific") {
        @Override
        int compare(Row<?> one, Row<?> other) {
            return PathPattern.bySpecificity(one.path(), other.path());
        }
    },
    HEADERS("it asks for more headers") {
        @Override
        int compare(Row<?> one, Row<?> other) {
            return Integer.compare(
                    other.entry().match().headers().size(),
                    one.entry().match().headers().size());
        }
    },
    METHODS("it names methods") {
        @Override
        int compare(Row<?> one, Row<?> other) {
            return Boolean.compare(
                    one.entry().match().methods().isEmpty(),
                    other.entry().match().methods().isEmpty());
        }
    };

    private final String words;

    Specificity(String words) {
        this.words = words;
    }

    /** Returns less than 0 if {@code one} is the more specific in this respect. */
    abstract int compare(Row<?> one, Row<?> other);

    /** Compares by all respects; 0 is a tie. */
    static int tieBreak(Row<?> one, Row<?> other) {
        for (Specificity respect : values()) {
            int order = respect.compare(one, other);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Orders rows, the most specific first, and those that tie as they were given. */
    static int order(Row<?> one, Row<?> other) {
        int order = tieBreak(one, other);
        return order != 0 ? order : Integer.compare(one.order(), other.order());
    }

    /** Says why {@code winner} comes before {@code loser}. */
    static String why(Row<?> winner, Row<?> loser) {
        for (Specificity respect : values()) {
            if (respect.compare(winner, loser) != 0) {
                return respect.words;
            }
        }
        return "it comes first";
    }
}
