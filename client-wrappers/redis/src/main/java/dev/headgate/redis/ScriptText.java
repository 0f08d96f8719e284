package dev.headgate.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Assembles the script of a shape from readable parts: everything that is said once per schedule or limit is written out for
 * each, so that the script has neither loops over limits nor tables of them.
 *
 * <p>In a part {@code $} stands for the number of the schedule and {@code @} for that of the limit, both from 1. Lines that
 * begin with {@code --each}, {@code --if}, {@code --end}, {@code --part} and {@code --include} say what is written out;
 * {@code <<names ', ': a@ state>>} is a list of names, <code>&lt;&lt;limits ' or ': text>></code> a text for each limit of the
 * schedule, and {@code schedules} one for each schedule.
 */
final class ScriptText {
    private static final Pattern LIST = Pattern.compile("<<(names|own|limits|schedules) '([^']*)': (.*?)>>");

    private final String name;
    private final Shape shape;
    private final Layout layout;
    private final boolean full;
    private final StringBuilder text = new StringBuilder(8_192);

    private ScriptText(String name, Shape shape, boolean full) {
        this.name = name;
        this.shape = shape;
        this.layout = new Layout(shape);
        this.full = full;
    }

    /**
     * Assembles a script.
     *
     * @param name of its resource
     * @param full whether it can do all, or is quick at what comes often
     */
    static Script script(String name, Shape shape, boolean full) {
        ScriptText assembled = new ScriptText(name, shape, full);
        assembled.expand(Parts.lines(name), 0, 0);
        return new Script(Locals.fitted(assembled.text.toString()));
    }

    /** Writes lines for a schedule and a limit; both count from 1, 0: none. */
    private void expand(List<String> lines, int schedule, int limit) {
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at).strip();
            if (line.startsWith("--each ") || line.startsWith("--if ")) {
                int end = end(lines, at);
                expandBlock(line, lines.subList(at + 1, end), schedule, limit);
                at = end;
            } else if (line.startsWith("--part ")) {
                expand(layout.kind(limit).parts.section(line.substring(7)), schedule, limit);
            } else if (line.startsWith("--include ")) {
                expand(Parts.lines(line.substring(10)), schedule, limit);
            } else if (!line.startsWith("--") && !line.isEmpty()) {
                text.append(numbered(listed(line, schedule, limit), schedule, limit))
                        .append('\n');
            }
            at++;
        }
    }

    private static int end(List<String> lines, int start) {
        int depth = 0;
        for (int i = start; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("--each ") || line.startsWith("--if ")) {
                depth++;
            } else if (line.equals("--end") && --depth == 0) {
                return i;
            }
        }
        throw new IllegalStateException("No --end for " + lines.get(start));
    }

    private void expandBlock(String head, List<String> block, int schedule, int limit) {
        switch (head) {
            case "--each schedule":
                each(1, shape.schedules().size(), i -> new int[] {i, 0}, block);
                break;
            case "--each later schedule":
                each(2, shape.schedules().size(), i -> new int[] {i, 0}, block);
                break;
            case "--each ordered schedule":
                expand(block, shape.ordered(), 0);
                break;
            case "--each told schedule":
                expand(block, shape.told(), 0);
                break;
            case "--each watched":
                for (int i = 1; i <= shape.watched(); i++) {
                    String key = "KEYS[" + (extraKeys() + i) + "]";
                    expand(
                            block.stream()
                                    .map(each -> each.replace("WATCHED`", key))
                                    .toList(),
                            schedule,
                            limit);
                }
                break;
            case "--each limit":
                int first = layout.firstLimit(schedule);
                each(first, first + layout.kinds(schedule).size() - 1, i -> new int[] {schedule, i}, block);
                break;
            default:
                if (holds(head.substring("--if ".length()), schedule, limit)) {
                    expand(block, schedule, limit);
                }
        }
    }

    private boolean holds(String condition, int schedule, int limit) {
        switch (condition) {
            case "full":
                return full;
            case "quick":
                return !full;
            case "admin":
                return name.equals("admin");
            case "told":
                return shape.told() > 0;
            case "ordered":
                return shape.ordered() > 0;
            case "beat":
                return shape.beats();
            case "bare":
                return layout.kinds(schedule).isEmpty();
            default:
                return limit == 0
                        ? layout.kinds(schedule).stream().anyMatch(kind -> kind.parts.has(condition))
                        : layout.kind(limit).parts.has(condition);
        }
    }

    private void each(int from, int to, IntFunction<int[]> numbers, List<String> block) {
        for (int i = from; i <= to; i++) {
            int[] number = numbers.apply(i);
            expand(block, number[0], number[1]);
        }
    }

    private String listed(String line, int schedule, int limit) {
        Matcher list = LIST.matcher(line);
        return list.replaceAll(found -> {
            List<String> items = items(found.group(1), found.group(3), schedule, limit);
            // Of no limit, all fit, and none is charged.
            String none = found.group(2).equals(" or ") ? "false" : "true";
            boolean empty = items.isEmpty() && found.group(1).equals("limits");
            return Matcher.quoteReplacement(empty ? none : String.join(found.group(2), items));
        });
    }

    private List<String> items(String what, String items, int schedule, int limit) {
        if (what.equals("own")) {
            return layout.kind(limit).parts.names(items);
        }
        if (what.equals("names")) {
            return Arrays.stream(items.split(" "))
                    .flatMap(name -> names(name, schedule).stream())
                    .toList();
        }
        List<String> each = new ArrayList<>();
        if (what.equals("schedules")) {
            for (int i = 1; i <= shape.schedules().size(); i++) {
                each.add(numbered(items, i, 0));
            }
            return each;
        }
        int first = layout.firstLimit(schedule);
        for (int i = first; i < first + layout.kinds(schedule).size(); i++) {
            each.add(numbered(items, schedule, i));
        }
        return each;
    }

    private List<String> names(String name, int schedule) {
        if (name.endsWith("*")) {
            return IntStream.range(0, layout.kinds(schedule).size())
                    .mapToObj(i -> name.substring(0, name.length() - 1) + (layout.firstLimit(schedule) + i))
                    .toList();
        }
        if (!List.of("numbers", "state", "before").contains(name)) {
            return List.of(name);
        }
        List<String> names = new ArrayList<>();
        int limit = layout.firstLimit(schedule);
        for (Kind kind : layout.kinds(schedule)) {
            for (String each : kind.parts.names(name)) {
                names.add(each.replace("@", "" + limit));
            }
            limit++;
        }
        return names;
    }

    private String numbered(String line, int schedule, int limit) {
        String numbered = line.replace("COSTS", "" + shape.limits());
        if (numbered.contains("FAMILIES")) {
            numbered = numbered.replace("FAMILIES", families());
        }
        numbered = numbered.replace("SCHEDULES", "" + shape.schedules().size())
                .replace("SHARED", "KEYS[" + (layout.keys() + 1) + "]")
                .replace("LIVE", "KEYS[" + (layout.keys() + (shape.told() > 0 ? 2 : 1)) + "]");
        if (schedule > 0) {
            List<Kind> kinds = layout.kinds(schedule);
            int before = Shape.before(kinds);
            numbered = numbered.replace("UNREADABLE", full ? "lost(" + layout.keys(schedule) + ")" : "1")
                    .replace("KEY$", "KEYS[" + layout.key(schedule, 0) + "]")
                    .replace("HOLE$", "" + (2 + kinds.size() + before))
                    .replace("BEFORE$", "" + before)
                    .replace("LIMITS$", "" + kinds.size())
                    .replace("$", "" + schedule);
        }
        if (limit > 0) {
            Kind kind = layout.kind(limit);
            int states = kind.parts.names("state").size();
            numbered = numbered.replace("LIST@", kind.hasList() ? "KEY@" : "nil")
                    .replace("KEY@", "KEYS[" + layout.key(schedule, limit) + "]")
                    .replace("FAMILY@", "" + kind.family)
                    .replace("STATES@", "" + states)
                    .replace("ZEROS@", String.join(", ", Collections.nCopies(states, "0")))
                    .replace("LIMIT@", "" + (limit - layout.firstLimit(schedule)))
                    .replace("@", "" + limit);
        }
        return numbered;
    }

    /** How many keys there are before those of the lead schedules that are watched. */
    private int extraKeys() {
        return layout.keys() + (shape.told() > 0 ? 1 : 0) + (shape.beats() ? 1 : 0);
    }

    /** What a script must know of every kind, to read a state that was kept on other terms. */
    private static String families() {
        return Arrays.stream(Kind.values())
                .map(kind -> String.format(
                        "%c = {'%c', %d, %d}",
                        kind.letter,
                        kind.family,
                        kind.parts.names("numbers").size(),
                        kind.parts.names("state").size()))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
