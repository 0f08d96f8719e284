package dev.headgate.it.contract;

import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.config.Headgate;
import dev.headgate.it.support.guest.Guest;
import dev.headgate.jdbc.HeadgateDataSource;
import dev.headgate.okhttp.HeadgateOkHttp;
import java.nio.file.Path;
import javax.sql.DataSource;
import okhttp3.OkHttpClient;

/** Clients that a program has wrapped itself; there is no agent. */
final class Wrapped {
    static final Class<?>[] ALL = {OkHttp.class, OkHttpEnqueue.class, Pool.class};

    private Wrapped() {}

    /** Returns the file of all guests of this JVM, at work. */
    static Headgate headgate() {
        return Loaded.HEADGATE;
    }

    private static final class Loaded {
        static final Headgate HEADGATE = Headgate.load(Path.of(System.getProperty("headgate.it.rules")));
    }

    @Guest(
            rules = ThrottledClientContract.RULES
                    + "okhttp-wrapped" + ThrottledClientContract.UNAVAILABLE
                    + "okhttp-wrapped" + ThrottledClientContract.REFUSED
                    + "okhttp-wrapped" + ThrottledClientContract.SLOW
                    + "okhttp-wrapped" + ThrottledClientContract.FINE,
            hosts = "okhttp-wrapped." + ThrottledClientContract.CASES)
    static class OkHttp extends ThrottledClientContract {
        @Override
        protected ContractClient client() {
            return Clients.okHttp("okhttp-wrapped", HeadgateOkHttp.wrap(UnderAgent.caching(), headgate()));
        }
    }

    @Guest(
            rules = ThrottledClientContract.RULES
                    + "enqueue-wrapped" + ThrottledClientContract.UNAVAILABLE
                    + "enqueue-wrapped" + ThrottledClientContract.REFUSED
                    + "enqueue-wrapped" + ThrottledClientContract.SLOW
                    + "enqueue-wrapped" + ThrottledClientContract.FINE,
            hosts = "enqueue-wrapped." + ThrottledClientContract.CASES)
    static class OkHttpEnqueue extends ThrottledClientContract {
        @Override
        protected ContractClient client() {
            OkHttpClient client = HeadgateOkHttp.wrap(UnderAgent.caching(), headgate());
            return Clients.okHttpEnqueue("enqueue-wrapped", client);
        }
    }

    @Guest(rules = ThrottledPoolContract.RULES)
    static class Pool extends ThrottledPoolContract {
        @Override
        protected DataSource throttled(HikariDataSource pool) {
            return HeadgateDataSource.wrap(pool, headgate());
        }
    }
}
