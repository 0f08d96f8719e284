/**
 * Seams of OkHttp 3.14, 4.12 and 5.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.adapter.okhttp;
