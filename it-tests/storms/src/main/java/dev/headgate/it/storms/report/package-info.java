/** What the storms came to, for people: a table, a page with plots, pictures. */
@org.jspecify.annotations.NullMarked
package dev.headgate.it.storms.report;
