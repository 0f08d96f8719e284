package dev.headgate.okhttp;

import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.Scheduled;
import dev.headgate.throttle.Throttle;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import dev.headgate.throttle.signal.ResponseReader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Real rules that note what they are told of each wire request. */
final class Recorder implements Downstreams {
    final List<String> told = new CopyOnWriteArrayList<>();
    private final Downstreams rules;

    Recorder(Downstreams rules) {
        this.rules = rules;
    }

    @Override
    public <R> @Nullable Demand http(HttpReader<R> reader, R request) {
        Demand demand = rules.http(reader, request);
        return demand == null ? null : new Told(demand, "");
    }

    @Override
    public boolean namesHost(String host) {
        return rules.namesHost(host);
    }

    @Override
    public @Nullable Demand jdbc(JdbcTarget target) {
        return rules.jdbc(target);
    }

    @Override
    public Throttle downstream(String name) {
        return rules.downstream(name);
    }

    @Override
    public Executor continuations() {
        return rules.continuations();
    }

    @Override
    public Runnable stayAwake() {
        return rules.stayAwake();
    }

    @Override
    public long nanoTime() {
        return rules.nanoTime();
    }

    private final class Told implements Demand {
        private final Demand demand;
        private final String kind;

        Told(Demand demand, String kind) {
            this.demand = demand;
            this.kind = kind;
        }

        @Override
        public Throttle throttle() {
            return demand.throttle();
        }

        @Override
        public Outcome acquire(@Nullable Patience patience, long deadlineNanos, Cancellation cancellation) {
            told.add(kind + "acquire");
            return demand.acquire(patience, deadlineNanos, cancellation);
        }

        @Override
        public Scheduled schedule(@Nullable Patience patience, long deadlineNanos) {
            return demand.schedule(patience, deadlineNanos);
        }

        @Override
        public @Nullable Rejection goOrOwe(@Nullable Patience patience, long deadlineNanos) {
            told.add(kind + "goOrOwe");
            return demand.goOrOwe(patience, deadlineNanos);
        }

        @Override
        public Demand asRetry() {
            return new Told(demand.asRetry(), "retry ");
        }

        @Override
        public <Q, R> void answered(HttpReader<Q> asks, Q request, ResponseReader<R> answers, R response) {
            StringBuilder line = new StringBuilder(asks.host(request))
                    .append(asks.rawPath(request))
                    .append(' ');
            line.append(answers.status(response));
            answers.headers(response, (name, value) -> {
                if (name.equalsIgnoreCase("Retry-After")) {
                    line.append(' ').append(name).append(": ").append(value);
                }
            });
            told.add(line.toString());
            demand.answered(asks, request, answers, response);
        }

        @Override
        public <Q> void failed(HttpReader<Q> asks, Q request, Throwable thrown) {
            told.add(asks.host(request) + asks.rawPath(request) + " "
                    + thrown.getClass().getSimpleName());
            demand.failed(asks, request, thrown);
        }

        @Override
        public void ended(@Nullable Throwable thrown) {
            throw new UnsupportedOperationException("a request has an answer, or none");
        }

        @Override
        public void owe() {
            demand.owe();
        }
    }
}
