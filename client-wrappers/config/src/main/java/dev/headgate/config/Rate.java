package dev.headgate.config;

import java.math.BigInteger;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * So many tokens in a period: {@code 100/s}, {@code 1/10s}.
 *
 * @param tokens at least 1
 * @param periodNanos at least a millisecond
 */
record Rate(long tokens, long periodNanos) {
    private static final String HINT = "a rate is tokens/period: 100/s, 5000/h, 1/10s; units are " + Units.LIST;
    private static final Pattern RATE = Pattern.compile("([0-9]{1,30})/([0-9]{0,30})(ms|s|m|h|d)");
    private static final Pattern NEAR = Pattern.compile("([0-9][0-9_,']{0,20})(?:\\.([0-9]{1,3}))?\\s*(k|K|M)?\\s*"
            + "(?:req|requests|calls|r|tokens)?\\s*(?:/|per|p)\\s*([0-9]{0,9})\\s*([A-Za-z]{1,12})");

    static Rate parse(String text) throws BadValue {
        Matcher matcher = RATE.matcher(text);
        if (!matcher.matches()) {
            String message = text.matches("[0-9]{1,30}") ? "is a rate without a period" : "is not a rate";
            throw new BadValue(message, HINT, near(text));
        }
        Long tokens = Units.number(matcher.group(1));
        if (tokens == null) {
            throw new BadValue("is too large a rate", "the most is " + Long.MAX_VALUE + " tokens in a period", null);
        }
        if (tokens == 0) {
            throw new BadValue(
                    "would let no call through, ever", "a rate is at least 1 in some period, like 1/d", null);
        }
        String count = matcher.group(2).isEmpty() ? "1" : matcher.group(2);
        long period = Units.saturated(count, matcher.group(3));
        if (period == 0) {
            throw new BadValue("has a period of nothing", "the shortest period is 1ms", null);
        }
        if (period == Long.MAX_VALUE) {
            throw new BadValue("has too long a period", "the longest period is 106751d (292 years)", null);
        }
        return new Rate(tokens, period);
    }

    Duration period() {
        return Duration.ofNanos(periodNanos);
    }

    private static @Nullable String near(String text) {
        if (text.length() > Units.LONGEST_MEANT) {
            return null;
        }
        if (text.matches("[0-9]{1,18}")) {
            return text + "/s";
        }
        Matcher near = NEAR.matcher(text.strip());
        if (!near.matches()) {
            return null;
        }
        String unit = Units.known(near.group(5));
        if (unit == null) {
            return null;
        }
        String decimals = near.group(2) == null ? "" : near.group(2);
        BigInteger tokens = new BigInteger(near.group(1).replaceAll("[_,']", "") + decimals);
        if (near.group(3) != null) {
            tokens = tokens.multiply(BigInteger.valueOf(near.group(3).equals("M") ? 1_000_000 : 1_000));
        }
        BigInteger periods = new BigInteger(near.group(4).isEmpty() ? "1" : near.group(4));
        if (!decimals.isEmpty()) {
            periods = periods.multiply(BigInteger.TEN.pow(decimals.length()));
            BigInteger common = tokens.gcd(periods);
            if (common.signum() > 0) {
                tokens = tokens.divide(common);
                periods = periods.divide(common);
            }
        }
        boolean possible = tokens.signum() > 0 && periods.signum() > 0;
        return possible ? tokens + "/" + (periods.equals(BigInteger.ONE) ? "" : periods) + unit : null;
    }
}
