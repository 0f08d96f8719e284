package dev.headgate.spi;

import java.util.List;

/**
 * Members that a seam needs besides the method itself. The engine looks for them in the class file before it touches the
 * class; where one is missing it leaves the class alone and says so.
 *
 * @param members each as {@code internal/class/Name#member:descriptor}; a field's descriptor has no parentheses
 */
public record Shape(List<String> members) {
    /** The method alone is enough. */
    public static final Shape NONE = new Shape(List.of());

    public Shape {
        members = List.copyOf(members);
    }

    public static Shape of(String... members) {
        return new Shape(List.of(members));
    }
}
