package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
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

    private final class FleetQuestion implements Question<Schedule> {
        private final List<Schedule> asked;
        private List<Schedule> schedules;
        private List<Ask> asks;
        private List<Decision> decisions = List.of();
        private Terms sent = Terms.SERVER;
        private boolean beats;
        private Untold.@Nullable Tidings tidings;
        private KeyOrders.@Nullable Said said;
        private boolean toldAgain;

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
            boolean restrained = isRestrained();
            sent = terms.get().with(news());
            return restrained || sent.news() != null
                    ? Decide.command(schedules, sent, asks)
                    : Decide.unrestrained(schedules, sent, asks);
        }

        /** Whether a schedule without limits is known to hold back, or will once Redis has been told. */
        private boolean isRestrained() {
            for (int i = schedules.size() - 1; i >= 0 && schedules.get(i).isBare(); i--) {
                FleetRule rule = fleet.rule(schedules.get(i));
                if (rule.untold().isUrgent() || rule.restraints().of(schedules.get(i)) != null) {
                    return true;
                }
            }
            return false;
        }

        private @Nullable News news() {
            FleetRule rule = fleet.rule(asked.get(0));
            long now = clock.currentTimeNanos();
            beats = rule.takeBeat(now);
            int about = takeOrder();
            tidings = leads(rule) ? rule.takeTidings(now) : null;
            return !beats && said == null && tidings == null
                    ? null
                    : new News(
                            beats ? process : null,
                            said == null ? null : ordered(about, said, now),
                            tidings == null ? null : rule.told(tidings, now));
        }

        private boolean leads(FleetRule rule) {
            for (int i = 0; i < schedules.size(); i++) {
                if (schedules.get(i).leads() && fleet.rule(schedules.get(i)) == rule) {
                    return true;
                }
            }
            return false;
        }

        /** Takes what is said of one of the schedules. Returns which. */
        private int takeOrder() {
            said = null;
            int i = 0;
            while (i < asked.size()) {
                said = fleet.rule(asked.get(i)).keyOrders().take(asked.get(i));
                if (said != null) {
                    break;
                }
                i++;
            }
            return i;
        }

        private static News.Ordered ordered(int schedule, KeyOrders.Said said, long now) {
            Order pause = said.pause();
            return pause == null
                    ? new News.Ordered(schedule, 0, 0, said.served())
                    : new News.Ordered(schedule, pause.leftMicros(now), pause.probeMicros(), said.served());
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
            if (read.again() != null) {
                return read.again();
            }
            long now = clock.currentTimeNanos();
            decisions = readAt(now, read.decisions());
            return hear(read, now) ? tellAgain() : null;
        }

        /** What was decided does not count: Redis has forgotten that nobody may go, is told, and asked once more. */
        private @Nullable Command tellAgain() {
            if (toldAgain) {
                return null;
            }
            toldAgain = true;
            sent = terms.get().with(news());
            return Decide.command(schedules, sent, asks);
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

        /** Returns whether Redis has forgotten something that it is to be told. */
        private boolean hear(Reply read, long now) {
            FleetRule first = fleet.rule(asked.get(0));
            if (read.live() >= 0) {
                first.census().count(read.live(), now);
            }
            if (read.pace() != null) {
                first.pace(read.pace());
            }
            boolean forgotten = false;
            for (int i = 0; i < schedules.size(); i++) {
                Schedule schedule = schedules.get(i);
                FleetRule rule = fleet.rule(schedule);
                rule.travelled(now);
                if (!rule.restraints().isEmpty() || !read.restraints().isEmpty()) {
                    boolean none = i >= read.restraints().size();
                    forgotten |=
                            hear(rule, schedule, none ? null : read.restraints().get(i), now);
                }
            }
            return forgotten;
        }

        private boolean hear(FleetRule rule, Schedule schedule, Reply.@Nullable Restraint restraint, long now) {
            Order lost = rule.restraints().hear(schedule, restraint, now);
            if (lost == null) {
                return false;
            }
            if (schedule.leads()) {
                rule.untold().orderAgain(lost);
            } else {
                rule.keyOrders().pause(schedule, lost);
            }
            return true;
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
            if (tidings != null) {
                rule.untold().returned(tidings);
            }
            if (said != null) {
                fleet.rule(said.schedule()).keyOrders().say(said);
            }
        }
    }
}
