package dev.headgate.throttle.match;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for a path that two patterns both match. */
final class PathOverlap {
    private final List<PathSegment> one;
    private final List<PathSegment> other;
    private final boolean[][] hopeless;
    private final Deque<String> path = new ArrayDeque<>();

    PathOverlap(List<PathSegment> one, List<PathSegment> other) {
        this.one = one;
        this.other = other;
        this.hopeless = new boolean[one.size() + 1][other.size() + 1];
    }

    @Nullable
    String example() {
        return meet(0, 0) ? "/" + String.join("/", path) : null;
    }

    private boolean meet(int i, int j) {
        if (hopeless[i][j]) {
            return false;
        }
        boolean oneAny = i < one.size() && one.get(i).any();
        boolean otherAny = j < other.size() && other.get(j).any();
        boolean met;
        if (oneAny || otherAny) {
            met = oneAny && meet(i + 1, j)
                    || otherAny && meet(i, j + 1)
                    || oneAny && !otherAny && j < other.size() && with(plain(other.get(j)), i, j + 1)
                    || otherAny && !oneAny && i < one.size() && with(plain(one.get(i)), i + 1, j);
        } else if (i == one.size() || j == other.size()) {
            met = i == one.size() && j == other.size();
        } else {
            String segment = one.get(i).common(other.get(j));
            met = segment != null && with(segment, i + 1, j + 1);
        }
        hopeless[i][j] = !met;
        return met;
    }

    private boolean with(String segment, int i, int j) {
        path.addLast(segment);
        if (meet(i, j)) {
            return true;
        }
        path.removeLast();
        return false;
    }

    private static String plain(PathSegment segment) {
        return segment.literal() == null ? "x" : segment.literal();
    }
}
