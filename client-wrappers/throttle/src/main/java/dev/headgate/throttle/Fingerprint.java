package dev.headgate.throttle;

import dev.headgate.throttle.match.HttpReader;

/** Numbers by which requests are found to be the same, without keeping them: FNV-1a of 64 bits, then mixed. */
final class Fingerprint {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long hash = OFFSET;

    private Fingerprint() {}

    /** The number of a method and URL, query included as far as the reader tells it. */
    static <R> long ofUrl(HttpReader<R> reader, R request) {
        Fingerprint print = new Fingerprint();
        String query = reader.rawQuery(request);
        print.add(reader.method(request));
        print.addAnyCase(reader.scheme(request));
        print.addAnyCase(reader.host(request));
        print.add(reader.port(request));
        print.add(reader.rawPath(request));
        print.add(query == null ? "" : query);
        return print.mixed();
    }

    /**
     * The number of a name that a request gives its call.
     *
     * @param kind which kind of name; at least 0
     */
    static long ofId(int kind, String id) {
        Fingerprint print = new Fingerprint();
        print.add(kind);
        print.add(id);
        return print.mixed();
    }

    private void add(String text) {
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
        // So that what stands at the end of one part is not the same as at the beginning of the next.
        add(-1);
    }

    private void addAnyCase(String text) {
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            add(each >= 'A' && each <= 'Z' ? each + ('a' - 'A') : each);
        }
        add(-1);
    }

    private void add(int value) {
        hash = (hash ^ value) * PRIME;
    }

    /** FNV's low bits are poor: they take no part of what is high in a character. The finalizer of MurmurHash3. */
    private long mixed() {
        long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
