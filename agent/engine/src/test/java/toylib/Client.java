package toylib;

/** A library that a program might use. */
public class Client {
    public final java.util.List<String> sent = new java.util.ArrayList<>();

    public String send(String request) {
        sent.add(request);
        return "answer to " + request;
    }

    public long borrow(long timeout) throws java.io.IOException {
        if (timeout < 0) {
            throw new java.io.IOException("timeout of the library's own");
        }
        sent.add("borrow " + timeout);
        return timeout * 2;
    }

    public String around(String request) throws java.io.IOException {
        sent.add(request);
        if (request.equals("break")) {
            throw new java.io.IOException("broken by the library");
        }
        return "answer to " + request;
    }

    public String after(String request) {
        sent.add(request);
        return "answer to " + request;
    }

    public void fire() {
        sent.add("fire");
    }

    public static int count(int n) {
        return n + 1;
    }
}
