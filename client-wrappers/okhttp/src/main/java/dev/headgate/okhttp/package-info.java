/**
 * The throttle round an {@code OkHttpClient}.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.okhttp;
