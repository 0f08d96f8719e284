/** What becomes of a fleet's limit, and of the calls, when Redis or a process is in trouble: real servers, the public way in. */
package dev.headgate.it.fleet;
