/**
 * YAML as far as {@code headgate.yml} needs it: a tree whose nodes know where they stand, and YAML's own traps told in words
 * that help. Internal to this module; the only place of snakeyaml-engine.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.config.yaml;
