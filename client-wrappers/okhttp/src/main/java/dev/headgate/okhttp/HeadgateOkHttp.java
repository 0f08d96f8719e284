package dev.headgate.okhttp;

import dev.headgate.throttle.Downstreams;
import java.util.List;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Holds an OkHttp client's calls to the rules.
 *
 * <p>Charged is each request on the wire: redirects, authentication rounds and what OkHttp sends again by itself; an answer from
 * the cache costs nothing. The first request of a call waits before it has a connection. A later one has a connection already
 * and cannot wait: it is refused if its rule refuses it, and where it would have to wait it goes at once and later calls pay. A
 * refused call ends with {@link dev.headgate.api.RateLimitedIOException}, which OkHttp does not retry, or, where its rule says
 * {@code reject: response} and it is not refused at a later request, with a response 429 that the network never saw. Cancelling the call or
 * interrupting its thread ends a wait within 100 ms; a wait that leaves the call too little of its {@code callTimeout} is
 * refused at once.
 *
 * <p>{@code enqueue} waits on a thread of the dispatcher and holds one of its places. At most half of them may wait; one more is
 * refused ({@code QUEUE_FULL}), so that other hosts always find the other half. Still, calls to the same host queue behind
 * waiting ones, and {@code context:} keys see the dispatcher's thread, not the one that called {@code enqueue}. Under the agent
 * neither holds.
 *
 * <p>A client with a cache is asked twice for what is not in it: {@code Cache.requestCount} counts both, and an event listener
 * sees one {@code satisfactionFailure} before the {@code cacheMiss}. Calls that the agent charges pass through uncharged.
 */
public final class HeadgateOkHttp {
    private HeadgateOkHttp() {}

    /**
     * Returns a client like {@code client} whose calls are held to the rules; {@code client} itself if it already is. It shares
     * dispatcher, connections and cache with {@code client} and has one interceptor of ours at the end of each of its two lists;
     * all else is unchanged. Clients derived by {@code newBuilder()} are held too, and may be wrapped again: then ours are moved to
     * the end, behind what was added. A client wrapped for several {@code downstreams} obeys each of them.
     *
     * @param downstreams the rules, usually a {@code Headgate}
     */
    public static OkHttpClient wrap(OkHttpClient client, Downstreams downstreams) {
        if (isHeldBy(client, downstreams)) {
            return client;
        }
        Gatekeeper fresh = new Gatekeeper(client, downstreams);
        OkHttpClient.Builder builder = client.newBuilder();
        drop(builder.interceptors(), downstreams);
        drop(builder.networkInterceptors(), downstreams);
        builder.interceptors().add(new GateInterceptor(fresh));
        builder.networkInterceptors().add(new HopInterceptor(fresh));
        return builder.build();
    }

    private static boolean isHeldBy(OkHttpClient client, Downstreams downstreams) {
        Gatekeeper gate = innermost(client.interceptors(), downstreams);
        Gatekeeper hop = innermost(client.networkInterceptors(), downstreams);
        return gate != null && gate == hop && gate.fits(client);
    }

    /** Returns what serves those rules if only interceptors of ours come after it, else null. */
    private static @Nullable Gatekeeper innermost(List<Interceptor> interceptors, Downstreams downstreams) {
        for (int i = interceptors.size() - 1; i >= 0; i--) {
            Gatekeeper keeper = keeperOf(interceptors.get(i));
            if (keeper == null || keeper.serves(downstreams)) {
                return keeper;
            }
        }
        return null;
    }

    private static void drop(List<Interceptor> interceptors, Downstreams downstreams) {
        interceptors.removeIf(interceptor -> {
            Gatekeeper keeper = keeperOf(interceptor);
            return keeper != null && keeper.serves(downstreams);
        });
    }

    private static @Nullable Gatekeeper keeperOf(Interceptor interceptor) {
        if (interceptor instanceof GateInterceptor) {
            return ((GateInterceptor) interceptor).keeper;
        }
        return interceptor instanceof HopInterceptor ? ((HopInterceptor) interceptor).keeper : null;
    }
}
