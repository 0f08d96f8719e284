package dev.headgate.it.contract;

import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.it.support.guest.Guest;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import javax.sql.DataSource;
import okhttp3.Cache;
import okhttp3.OkHttpClient;

/** Clients as programs have them; the agent is there. */
final class UnderAgent {
    static final Class<?>[] ALL = {Huc.class, Jdk.class, JdkAsync.class, OkHttp.class, OkHttpEnqueue.class, Hikari.class
    };

    private UnderAgent() {}

    @Guest(
            rules = ThrottledClientContract.RULES
                    + "huc" + ThrottledClientContract.UNAVAILABLE
                    + "huc" + ThrottledClientContract.REFUSED
                    + "huc" + ThrottledClientContract.SLOW
                    + "huc" + ThrottledClientContract.FINE,
            hosts = "huc." + ThrottledClientContract.CASES)
    static class Huc extends ThrottledClientContract {
        @Override
        protected ContractClient client() {
            return Clients.urlConnection();
        }
    }

    @Guest(
            rules = ThrottledClientContract.RULES
                    + "jdk" + ThrottledClientContract.UNAVAILABLE
                    + "jdk" + ThrottledClientContract.REFUSED
                    + "jdk" + ThrottledClientContract.SLOW
                    + "jdk" + ThrottledClientContract.FINE,
            hosts = "jdk." + ThrottledClientContract.CASES)
    static class Jdk extends ThrottledClientContract {
        @Override
        protected ContractClient client() {
            return Clients.jdk();
        }
    }

    @Guest(
            rules = ThrottledClientContract.RULES
                    + "jdk-async" + ThrottledClientContract.UNAVAILABLE
                    + "jdk-async" + ThrottledClientContract.REFUSED
                    + "jdk-async" + ThrottledClientContract.SLOW
                    + "jdk-async" + ThrottledClientContract.FINE,
            hosts = "jdk-async." + ThrottledClientContract.CASES)
    static class JdkAsync extends ThrottledClientContract {
        @Override
        protected ContractClient client() {
            return Clients.jdkAsync();
        }
    }

    @Guest(
            rules = ThrottledClientContract.RULES
                    + "okhttp" + ThrottledClientContract.UNAVAILABLE
                    + "okhttp" + ThrottledClientContract.REFUSED
                    + "okhttp" + ThrottledClientContract.SLOW
                    + "okhttp" + ThrottledClientContract.FINE,
            hosts = "okhttp." + ThrottledClientContract.CASES)
    static class OkHttp extends ThrottledClientContract {
        @Override
        protected ContractClient client() {
            return Clients.okHttp("okhttp", caching());
        }
    }

    @Guest(
            rules = ThrottledClientContract.RULES
                    + "okhttp-enqueue" + ThrottledClientContract.UNAVAILABLE
                    + "okhttp-enqueue" + ThrottledClientContract.REFUSED
                    + "okhttp-enqueue" + ThrottledClientContract.SLOW
                    + "okhttp-enqueue" + ThrottledClientContract.FINE,
            hosts = "okhttp-enqueue." + ThrottledClientContract.CASES)
    static class OkHttpEnqueue extends ThrottledClientContract {
        @Override
        protected ContractClient client() {
            return Clients.okHttpEnqueue("okhttp-enqueue", caching());
        }
    }

    @Guest(rules = ThrottledPoolContract.RULES)
    static class Hikari extends ThrottledPoolContract {
        @Override
        protected DataSource throttled(HikariDataSource pool) {
            return pool;
        }
    }

    static OkHttpClient caching() {
        try {
            File folder = Files.createTempDirectory(
                            new File("").getAbsoluteFile().toPath(), "cache")
                    .toFile();
            return new OkHttpClient.Builder()
                    .cache(new Cache(folder, 1_000_000))
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
