package dev.headgate.testkit;

import dev.headgate.throttle.signal.ResponseReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A response written down. */
public record HttpAnswer(int status, List<Map.Entry<String, String>> headers) {
    /** Reads such responses. */
    public static final ResponseReader<HttpAnswer> READER = new Reader();

    /** Names and values in turn. */
    public static HttpAnswer of(int status, String... namesAndValues) {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(Map.entry(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new HttpAnswer(status, List.copyOf(headers));
    }

    private static final class Reader implements ResponseReader<HttpAnswer> {
        @Override
        public int status(HttpAnswer response) {
            return response.status();
        }

        @Override
        public void headers(HttpAnswer response, HeaderVisitor visitor) {
            List<Map.Entry<String, String>> headers = response.headers();
            for (int i = 0; i < headers.size(); i++) {
                visitor.header(headers.get(i).getKey(), headers.get(i).getValue());
            }
        }
    }
}
