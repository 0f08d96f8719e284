package dev.headgate.redis;

import java.util.ArrayList;
import java.util.List;

/** Where the keys and the limits of a shape are among those of its script. Schedules, limits and keys count from 1. Immutable. */
final class Layout {
    private final Shape shape;

    Layout(Shape shape) {
        this.shape = shape;
    }

    /** How many keys the schedules have. */
    int keys() {
        int keys = 0;
        for (List<Kind> kinds : shape.schedules()) {
            keys += 1 + (int) kinds.stream().filter(Kind::hasList).count();
        }
        return keys;
    }

    /** The keys of a schedule, as a script names them, with commas between. */
    String keys(int schedule) {
        List<String> keys = new ArrayList<>();
        keys.add("KEYS[" + key(schedule, 0) + "]");
        int limit = firstLimit(schedule);
        for (Kind kind : kinds(schedule)) {
            if (kind.hasList()) {
                keys.add("KEYS[" + key(schedule, limit) + "]");
            }
            limit++;
        }
        return String.join(", ", keys);
    }

    /** The number of the key of a schedule's state, or of the list of one of its limits. */
    int key(int schedule, int limit) {
        int key = 1;
        int number = 1;
        for (int i = 1; i <= schedule; i++) {
            int state = key++;
            if (i == schedule && limit == 0) {
                return state;
            }
            for (Kind kind : kinds(i)) {
                if (number == limit) {
                    return key;
                }
                key += kind.hasList() ? 1 : 0;
                number++;
            }
        }
        return key;
    }

    List<Kind> kinds(int schedule) {
        return shape.schedules().get(schedule - 1);
    }

    int firstLimit(int schedule) {
        int first = 1;
        for (int i = 1; i < schedule; i++) {
            first += kinds(i).size();
        }
        return first;
    }

    Kind kind(int limit) {
        int left = limit;
        for (List<Kind> kinds : shape.schedules()) {
            if (left <= kinds.size()) {
                return kinds.get(left - 1);
            }
            left -= kinds.size();
        }
        throw new IllegalArgumentException("No limit " + limit);
    }
}
