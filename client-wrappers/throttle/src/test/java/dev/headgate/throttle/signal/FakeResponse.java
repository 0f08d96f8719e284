package dev.headgate.throttle.signal;

import java.util.ArrayList;
import java.util.List;

/** A response that is nothing but its status and its header lines. */
record FakeResponse(int status, List<String> names, List<String> values) {
    static final ResponseReader<FakeResponse> READER = new ResponseReader<>() {
        @Override
        public int status(FakeResponse response) {
            return response.status;
        }

        @Override
        public void headers(FakeResponse response, HeaderVisitor visitor) {
            for (int i = 0; i < response.names.size(); i++) {
                visitor.header(response.names.get(i), response.values.get(i));
            }
        }
    };

    static FakeResponse of(int status, String... namesAndValues) {
        FakeResponse response = new FakeResponse(status, new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            response.names.add(namesAndValues[i]);
            response.values.add(namesAndValues[i + 1]);
        }
        return response;
    }

    /** Returns the same response with one header line more. */
    FakeResponse with(String name, String value) {
        FakeResponse more = new FakeResponse(status, new ArrayList<>(names), new ArrayList<>(values));
        more.names.add(name);
        more.values.add(value);
        return more;
    }

    Signal read(SignalTerms terms, long nowEpochMillis) {
        return Signals.read(READER, this, terms, nowEpochMillis);
    }
}
