package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Feedback;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Speaks with the scripts, and hears what their replies tell of the fleet. */
final class FleetDialect implements Dialect<Schedule> {
    private final Fleet fleet;
    private final TimeMeter clock;
    private final Supplier<Terms> terms;
    private final Notices notices;
    private final String process;

    /** Terms of this process that are out of date, and those that are in force instead. */
    private final ConcurrentHashMap<ScheduleTerms, ScheduleTerms> renewed = new ConcurrentHashMap<>();

    /**
     * @param terms whose time counts, made for each command
     * @param process what this process is called in heartbeats
     */
    FleetDialect(Fleet fleet, TimeMeter clock, Supplier<Terms> terms, Notices notices, String process) {
        this.fleet = fleet;
        this.clock = clock;
        this.terms = terms;
        this.notices = notices;
        this.process = process;
    }

    @Override
    public Question<Schedule> question(List<Schedule> schedules, List<Ask> asks) {
        return new FleetQuestion(schedules, asks);
    }

    @Override
    public Command cancel(Schedule schedule, List<long[]> tickets) {
        return Cancel.command(inForce(schedule), terms.get(), tickets);
    }

    @Override
    public @Nullable Command cancelAgain(Schedule schedule, List<long[]> tickets, @Nullable Object reply) {
        return reply == null ? null : Cancel.again(inForce(schedule), terms.get(), tickets, reply);
    }

    private Schedule inForce(Schedule schedule) {
        ScheduleTerms newer = renewed.isEmpty() ? null : renewed.get(schedule.terms());
        return newer == null ? schedule : schedule.with(newer);
    }

    /** Rounded up: a pause never ends early. */
    private static long micros(long nanos) {
        return nanos / 1_000 + (nanos % 1_000 > 0 ? 1 : 0);
    }

    private final class FleetQuestion implements Question<Schedule> {
        private final List<Schedule> asked;
        private List<Schedule> schedules;
        private List<Ask> asks;
        private List<Decision> decisions = List.of();
        private Terms sent = Terms.SERVER;
        private boolean beats;
        private Feedback told = Feedback.NONE;

        FleetQuestion(List<Schedule> schedules, List<Ask> asks) {
            this.asked = schedules;
            this.schedules = schedules;
            this.asks = asks;
        }

        @Override
        public Command command() {
            if (!renewed.isEmpty()) {
                renew();
            }
            sent = terms.get().with(news());
            return Decide.command(schedules, sent, asks);
        }

        private @Nullable News news() {
            FleetRule rule = fleet.rule(asked.get(0));
            Feedback feedback = rule.takeFeedback();
            beats = rule.takeBeat(clock.currentTimeNanos());
            if (beats || feedback != Feedback.NONE) {
                // Of two pauses the longer is told now, the other with the next trip.
                boolean ofKey = feedback.keyPauseNanos() > feedback.rulePauseNanos();
                long other = ofKey ? feedback.rulePauseNanos() : 0;
                if (other > 0) {
                    rule.report(new Feedback(0, 0, 0, other));
                }
                told = feedback;
                return new News(
                        beats ? process : null,
                        micros(Math.max(feedback.keyPauseNanos(), feedback.rulePauseNanos())),
                        ofKey,
                        feedback.succeeded(),
                        feedback.overloaded());
            }
            return rule.listens() || asks.get(0).maxWaitMicros() == Ask.LOOK ? News.NONE : null;
        }

        private void renew() {
            List<Schedule> current = new ArrayList<>(schedules.size());
            for (int i = 0; i < schedules.size(); i++) {
                Schedule mine = schedules.get(i);
                Schedule theirs = inForce(mine);
                current.add(theirs);
                if (theirs != mine) {
                    int limits = theirs.terms().kinds().size();
                    int at = i;
                    asks = asks.stream().map(ask -> ask.fitted(at, limits)).toList();
                }
            }
            schedules = current;
        }

        @Override
        public @Nullable Command read(@Nullable Object reply) {
            if (reply == null) {
                throw new IllegalArgumentException("A decision is not nothing");
            }
            Reply read = Decide.read(schedules, sent, asks, reply);
            if (read.outdated()) {
                outdate(read.schedules());
            }
            if (read.otherTerms()) {
                notices.otherTerms(fleet.rule(asked.get(0)), asked);
            }
            schedules = read.schedules();
            asks = read.asks();
            if (read.again() == null) {
                long now = clock.currentTimeNanos();
                decisions = readAt(now, read.decisions());
                hear(read, now);
            }
            return read.again();
        }

        /** Whoever waits for a decision may be woken late, but its slot counts from now. */
        private List<Decision> readAt(long now, List<Decision> found) {
            List<Decision> told = new ArrayList<>(found.size());
            for (int i = 0; i < found.size(); i++) {
                Decision decision = found.get(i);
                told.add(decision instanceof Decision.Slot slot ? slot.readAt(now) : decision);
            }
            return told;
        }

        private void outdate(List<Schedule> current) {
            for (int i = 0; i < current.size(); i++) {
                ScheduleTerms mine = asked.get(i).terms();
                ScheduleTerms theirs = current.get(i).terms();
                if (mine != theirs) {
                    renewed.put(mine, theirs);
                    FleetRule rule = fleet.rule(asked.get(i));
                    rule.outdate();
                    notices.newer(rule);
                }
            }
        }

        private void hear(Reply read, long now) {
            for (Schedule schedule : asked) {
                fleet.rule(schedule).travelled(now);
            }
            FleetRule rule = fleet.rule(asked.get(0));
            if (read.live() >= 0) {
                rule.census().count(read.live(), now);
            }
            long pause = read.pauseMicros() - read.nowMicros();
            if (pause > 0 && sent.news() != null) {
                rule.pause(asked.get(0), now + TimeUnit.MICROSECONDS.toNanos(pause), now);
            }
        }

        @Override
        public List<Decision> decisions() {
            return decisions;
        }

        @Override
        public List<Schedule> schedules() {
            return schedules;
        }

        @Override
        public void failed(RedisTroubleException why) {
            FleetRule rule = fleet.rule(asked.get(0));
            if (beats) {
                rule.missedBeat(clock.currentTimeNanos());
            }
            if (told != Feedback.NONE) {
                rule.report(told);
            }
        }
    }
}
