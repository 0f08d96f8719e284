package dev.headgate.adapter.okhttp;

import dev.headgate.okhttp.CallWait;
import dev.headgate.okhttp.DispatcherPlaces;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.Rejection;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The cancellation of whatever call the current thread holds, so that a call that does not wait allocates nothing. Stateless but
 * for a cell of each thread, which holds types of the JDK alone and is empty between calls: threads outlive class loaders.
 */
final class ThreadWait implements Cancellation {
    private final ThreadLocal<Object @Nullable []> cells = new ThreadLocal<>();
    private final PerCall<DispatcherPlaces> places = new PerCall<>();

    /** Begins; returns the thread's cell for {@link #end}. */
    Object[] begin(Call call) {
        Object[] cell = cells.get();
        if (cell == null) {
            cell = new Object[2];
            cells.set(cell);
        }
        cell[0] = call;
        return cell;
    }

    // Asked only while the call waits.
    @Override
    public boolean cancelled() {
        Object[] cell = cells.get();
        if (cell == null || cell[0] == null) {
            return false;
        }
        if (cell[1] == null) {
            cell[1] = waitOf((Call) cell[0]);
        }
        return ((CallWait) cell[1]).cancelled();
    }

    @Override
    public @Nullable Rejection refusal(String downstream, long waitNanos) {
        Object[] cell = cells.get();
        return cell == null || cell[1] == null ? null : ((CallWait) cell[1]).refusal(downstream, waitNanos);
    }

    static void end(Object[] cell) {
        CallWait wait = (CallWait) cell[1];
        if (wait != null) {
            wait.end();
        }
        cell[0] = null;
        cell[1] = null;
    }

    private CallWait waitOf(Call call) {
        OkHttpClient client = CallInternals.client(call);
        if (client == null) {
            return new CallWait(call, null, 0);
        }
        DispatcherPlaces ofDispatcher = places.computeIfAbsent(client.dispatcher(), DispatcherPlaces::new);
        return new CallWait(call, ofDispatcher, client.dispatcher().getMaxRequests());
    }
}
