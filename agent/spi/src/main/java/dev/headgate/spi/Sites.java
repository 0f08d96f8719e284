package dev.headgate.spi;

import java.util.List;

/**
 * The seams of one library. Each adapter module has one implementation with a public constructor without parameters, named in
 * its resource {@code META-INF/headgate/sites.index}, one binary class name a line.
 */
public interface Sites {
    /** Returns the seams; several versions of a library may need several, of which only some are found in one program. */
    List<Site> all();
}
