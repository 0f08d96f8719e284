package dev.headgate.redis;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** A connection as Jedis makes them, without its pool and its handshake, in RESP 2. */
final class JedisLine implements Line {
    private final String server;
    private final TimedSocket socket;
    private final Connection connection;
    private int timeoutMillis;
    private long patienceMillis;

    /**
     * @param server as messages name it
     * @param socket connected
     * @param stream {@code socket}, or what encrypts over it
     * @param timeoutMillis how long a plain command's reply may take
     */
    JedisLine(String server, TimedSocket socket, Socket stream, int timeoutMillis) {
        this.server = server;
        this.socket = socket;
        this.connection = new Connection(() -> stream);
        this.timeoutMillis = timeoutMillis;
    }

    /** How long a plain command's reply may take from now on. */
    void setTimeout(int millis) {
        timeoutMillis = millis;
    }

    @Override
    public List<@Nullable Object> call(List<Command> commands, long patienceNanos) throws LineBrokenException {
        boolean whole = false;
        try {
            allow(patienceNanos);
            for (int i = 0; i < commands.size(); i++) {
                send(commands.get(i), true);
            }
            List<@Nullable Object> replies = connection.getMany(commands.size());
            sendForgotten(commands, replies);
            whole = true;
            return replies;
        } catch (JedisException e) {
            throw broken(e);
        } finally {
            // Also if it is an error of this machine's that left half of a reply unread.
            if (!whole) {
                close();
            }
        }
    }

    @Override
    public @Nullable Object plain(ProtocolCommand command, byte[]... args) throws LineBrokenException {
        boolean whole = false;
        try {
            allow(TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
            connection.sendCommand(command, args);
            Object reply = connection.getMany(1).get(0);
            whole = true;
            return reply;
        } catch (JedisException e) {
            throw broken(e);
        } finally {
            if (!whole) {
                close();
            }
        }
    }

    // A script that Redis does not know has not run: only then may a command be sent twice. The first of the same
    // script
    // brings its text, so that those behind it find it.
    private void sendForgotten(List<Command> commands, List<@Nullable Object> replies) {
        List<Integer> forgotten = new ArrayList<>(0);
        for (int i = 0; i < replies.size(); i++) {
            if (replies.get(i) instanceof JedisNoScriptException) {
                forgotten.add(i);
            }
        }
        if (forgotten.isEmpty()) {
            return;
        }
        Set<Script> brought = new HashSet<>();
        for (int i : forgotten) {
            Command command = commands.get(i);
            send(command, !brought.add(command.script()));
        }
        List<@Nullable Object> second = connection.getMany(forgotten.size());
        for (int i = 0; i < second.size(); i++) {
            replies.set(forgotten.get(i), second.get(i));
        }
    }

    private void send(Command command, boolean bySha) {
        CommandArguments words = new CommandArguments(bySha ? Protocol.Command.EVALSHA : Protocol.Command.EVAL)
                .add(bySha ? command.script().sha1() : command.script().text())
                .add(command.keys().size());
        for (int i = 0; i < command.keys().size(); i++) {
            words.add(command.keys().get(i));
        }
        for (int i = 0; i < command.args().size(); i++) {
            words.add(command.args().get(i));
        }
        connection.sendCommand(words);
    }

    private void allow(long nanos) {
        patienceMillis = TimeUnit.NANOSECONDS.toMillis(nanos + TimeUnit.MILLISECONDS.toNanos(1) - 1);
        socket.allow(nanos);
    }

    private LineBrokenException broken(JedisException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof SocketTimeoutException) {
            return new LineBrokenException(
                    "Redis at " + server + " did not answer within " + patienceMillis + " ms", e);
        }
        return new LineBrokenException("The connection to Redis at " + server + " broke: " + cause.getMessage(), e);
    }

    @Override
    public void close() {
        try {
            // What encrypts would say goodbye first, and might wait for that.
            socket.close();
        } catch (IOException alreadyBroken) {
            // Nothing is left to close.
        }
    }
}
