package dev.headgate.engine;

import dev.headgate.spi.Site;

/**
 * A site with the number that stands for it in instrumented code. Thread-safe.
 */
final class Seam {
    final int number;
    final Site site;
    private volatile boolean found;

    Seam(int number, Site site) {
        this.number = number;
        this.site = site;
    }

    /** Returns true if a class of the program was instrumented here. */
    boolean found() {
        return found;
    }

    void markFound() {
        found = true;
    }

    @Override
    public String toString() {
        return site.library() + " " + site.type() + "#" + site.method();
    }
}
