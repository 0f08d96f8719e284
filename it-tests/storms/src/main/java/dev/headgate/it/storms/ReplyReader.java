package dev.headgate.it.storms;

import dev.headgate.throttle.signal.ResponseReader;
import java.util.List;

/** A reply as a response of HTTP. */
final class ReplyReader implements ResponseReader<Reply> {
    static final ReplyReader INSTANCE = new ReplyReader();

    private ReplyReader() {}

    @Override
    public int status(Reply response) {
        return response.status();
    }

    @Override
    public void headers(Reply response, HeaderVisitor visitor) {
        List<String> headers = response.headers();
        for (int i = 0; i < headers.size(); i += 2) {
            visitor.header(headers.get(i), headers.get(i + 1));
        }
    }
}
