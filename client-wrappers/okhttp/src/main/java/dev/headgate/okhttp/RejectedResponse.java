package dev.headgate.okhttp;

import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.RejectionResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** The response that a rejected call gets where its rule wants one. Pure functions. For this library and the agent. */
public final class RejectedResponse {
    private static final String MESSAGE = "Too Many Requests";

    private RejectedResponse() {}

    /** Returns true if calls of this kind are rejected by a response, false if by an exception. */
    public static boolean isWanted(Demand demand) {
        return demand.throttle().rule().reject() == Reject.RESPONSE;
    }

    /**
     * Returns the response to a request that was not sent. Like any other it has to be closed by whoever gets it; no connection
     * hangs on it.
     */
    public static Response to(Request request, Demand demand, Rejection rejection) {
        RejectionResponse answer = RejectionResponse.of(demand.throttle(), rejection);
        Response.Builder response = new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(answer.status())
                .message(MESSAGE)
                .body(body(answer));
        for (Map.Entry<String, String> line : answer.headers()) {
            response.addHeader(line.getKey(), line.getValue());
        }
        return response.build();
    }

    // Newer versions would rather have the arguments the other way round; this order is in all.
    @SuppressWarnings("deprecation")
    private static ResponseBody body(RejectionResponse answer) {
        MediaType text = MediaType.parse("text/plain; charset=utf-8");
        return ResponseBody.create(text, new String(answer.body(), StandardCharsets.UTF_8));
    }
}
