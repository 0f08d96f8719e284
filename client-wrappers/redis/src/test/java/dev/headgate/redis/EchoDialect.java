package dev.headgate.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Schedules are names. A command says them, and for each ask its cost (which tests use as its number), or the tickets of slots
 * that are given back. The reply has a number for each ask: one above 0 is what remains after a go, one below is a slot's
 * ticket.
 */
final class EchoDialect implements Dialect<String> {
    static final Script DECIDE = new Script("return 'decide'");
    static final Script CANCEL = new Script("return 'cancel'");

    /** Why questions have failed. */
    final List<String> failures = new CopyOnWriteArrayList<>();

    static Ask ask(long number) {
        return new Ask(List.of(new long[] {number}), 0);
    }

    /** Makes the reply that gives each ask its own number. */
    static Object echo(Command command) {
        List<Object> numbers = new ArrayList<>();
        for (byte[] arg : command.args()) {
            numbers.add(Long.parseLong(new String(arg, StandardCharsets.US_ASCII)));
        }
        return numbers;
    }

    static List<@Nullable Object> echo(List<Command> commands) {
        return commands.stream().map(EchoDialect::echo).collect(Collectors.toList());
    }

    /** Reads a command. */
    static String text(Command command) {
        String verb = command.script() == DECIDE ? "decide" : command.script() == CANCEL ? "cancel" : "other";
        return verb + strings(command.keys()) + strings(command.args());
    }

    static List<String> texts(List<Command> commands) {
        return commands.stream().map(EchoDialect::text).collect(Collectors.toList());
    }

    private static List<String> strings(List<byte[]> words) {
        return words.stream()
                .map(word -> new String(word, StandardCharsets.US_ASCII))
                .collect(Collectors.toList());
    }

    @Override
    public Question<String> question(List<String> schedules, List<Ask> asks) {
        return new Echo(schedules, asks);
    }

    @Override
    public Command cancel(String schedule, List<long[]> tickets) {
        List<byte[]> args = new ArrayList<>();
        for (long[] ticket : tickets) {
            args.add(bytes(Long.toString(ticket[0])));
        }
        return new Command(CANCEL, List.of(bytes(schedule)), args);
    }

    @Override
    public @Nullable Command cancelAgain(String schedule, List<long[]> tickets, @Nullable Object reply) {
        return reply instanceof String newer ? cancel(newer, tickets) : null;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A reply that is a name says that the same must be asked of that schedule. */
    private final class Echo implements Question<String> {
        private final List<Ask> asks;
        private final List<Decision> decisions = new ArrayList<>();
        private List<String> schedules;

        Echo(List<String> schedules, List<Ask> asks) {
            this.schedules = schedules;
            this.asks = asks;
        }

        @Override
        public Command command() {
            List<byte[]> args = new ArrayList<>();
            for (Ask ask : asks) {
                args.add(bytes(Long.toString(ask.costs().get(0)[0])));
            }
            return new Command(
                    DECIDE, schedules.stream().map(EchoDialect::bytes).collect(Collectors.toList()), args);
        }

        @Override
        public @Nullable Command read(@Nullable Object reply) {
            if (reply instanceof String newer) {
                schedules = List.of(newer);
                return command();
            }
            for (Object number : (List<?>) reply) {
                long value = (Long) number;
                decisions.add(value > 0 ? new Decision.Go(value) : new Decision.Slot(5, 0, new long[] {-value}));
            }
            return null;
        }

        @Override
        public List<Decision> decisions() {
            return decisions;
        }

        @Override
        public List<String> schedules() {
            return schedules;
        }

        @Override
        public void failed(RedisTroubleException why) {
            failures.add(why.getMessage());
        }
    }
}
