package dev.headgate.redis;

import java.util.List;

/**
 * What one process has to say about its permits in one trip. Immutable.
 *
 * @param atOnce how many may be inside in the whole fleet
 * @param revision of the file that says so; 0: none
 * @param keeps how many permits the process keeps beside those given back and entered here
 * @param waits whether those that are not let in go on waiting
 * @param givenBack permits that are no longer held
 * @param renewed permits that are
 * @param entering permits that would be: the first of them are let in, as many as there is room for
 */
record PermitWords(
        int atOnce,
        long revision,
        int keeps,
        boolean waits,
        List<Permit> givenBack,
        List<Permit> renewed,
        List<Permit> entering) {}
