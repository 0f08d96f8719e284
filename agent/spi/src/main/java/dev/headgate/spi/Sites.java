package dev.headgate.spi;

import java.util.List;

/**
 * The seams of one library. Each adapter module has one implementation with a public constructor without parameters, named in
 * its resource {@code META-INF/headgate/sites.index}, one binary class name a line.
 */
public interface Sites {
    /** Returns the seams; several versions of a library may need several, of which only some are found in one program. */
    List<Site> all();

    /**
     * Returns the packages of the JDK that the adapters look into, each as {@code module/package.name}. The engine opens them
     * to the module of the adapters' loader and to nobody else, before it links the first adapter
     * ({@code Instrumentation.redefineModule} with extra opens). Where that fails an adapter must do with less.
     */
    default List<String> opens() {
        return List.of();
    }
}
