/**
 * Seams of {@code HttpURLConnection} and {@code java.net.http.HttpClient}.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.adapter.jdk;
