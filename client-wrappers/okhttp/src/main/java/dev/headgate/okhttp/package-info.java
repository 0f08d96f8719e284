/**
 * Holds the calls of an OkHttp client to the rules: {@link dev.headgate.okhttp.HeadgateOkHttp}. Runs on OkHttp 3.14, 4.12 and 5.
 */
@org.jspecify.annotations.NullMarked
package dev.headgate.okhttp;
