package dev.headgate.engine;

import java.io.File;

/** Interim. */
final class FileRules implements Rules.Reader {
    @Override
    public Rules read(File file, AgentLog log) throws Rules.BadFile {
        throw new Rules.BadFile("no reader");
    }
}
