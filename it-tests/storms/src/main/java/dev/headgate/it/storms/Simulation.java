package dev.headgate.it.storms;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One storm with one strategy and one seed. */
public final class Simulation {
    private final Scenario scenario;
    private final Strategy strategy;
    private final EventLoop loop = new EventLoop();
    private final Recording recording;
    private final SplittableRandom arrivals;
    private final List<ClientProcess> processes = new ArrayList<>();
    private final double[] shares;
    private long calls;

    private Simulation(Scenario scenario, Strategy strategy, long seed) {
        this.scenario = scenario;
        this.strategy = strategy;
        this.recording = new Recording(loop, scenario.seconds() + Scenario.DEADLINE_SECONDS);
        this.shares = scenario.traffic().shares();
        SplittableRandom random = new SplittableRandom(seed);
        // First: whatever the strategy draws, all see the same calls and the same downstream.
        this.arrivals = random.split();
        Server server = new Server(loop, scenario, recording, random.split());
        Wire wire = new Wire(loop, server, scenario.downstream().networkSeconds(), random.split(), recording);
        Gates gates = new Gates(loop, scenario, strategy, random.split());
        for (int i = 0; i < shares.length; i++) {
            processes.add(new ClientProcess(loop, gates.next(), strategy.retries(), wire, random.split()));
        }
    }

    /** Runs a storm. The same arguments give the same figures. */
    public static Figures run(Scenario scenario, Strategy strategy, long seed) {
        return new Simulation(scenario, strategy, seed).run();
    }

    private Figures run() {
        loop.at(scenario.traffic().begin(), this::awaitCall);
        loop.runUntil(scenario.seconds() + Scenario.DEADLINE_SECONDS);
        double fairness = Figures.fairness(
                processes.stream().mapToDouble(ClientProcess::success).toArray());
        return Figures.of(scenario, strategy, recording.history(), fairness, recording.meanLatency());
    }

    private void awaitCall() {
        double gap = -StrictMath.log1p(-arrivals.nextDouble()) / scenario.callsPerSecond(loop.seconds());
        if (loop.seconds() + gap < scenario.seconds()) {
            loop.in(gap, this::call);
        }
    }

    private void call() {
        awaitCall();
        new ProgramCall(caller(), ++calls).begin();
    }

    private ClientProcess caller() {
        double left = arrivals.nextDouble();
        int i = 0;
        while (i < shares.length - 1 && left >= shares[i]) {
            left -= shares[i];
            i++;
        }
        return processes.get(i);
    }
}
