package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.HttpURLConnection;
import java.net.URI;
import org.junit.jupiter.api.Test;

class UrlConnectionHeadersTest {
    private final UrlConnectionHeaders headers = UrlConnectionHeaders.open();

    @Test
    void whatTheConnectionHidesIsReadFromItsOwnTables() throws Exception {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create("http://api.test/").toURL().openConnection();
        connection.setRequestProperty("Authorization", "Bearer a");
        connection.addRequestProperty("X-Tenant", "b");
        connection.addRequestProperty("X-Tenant", "c");

        assertThat(headers.seesAll()).isTrue();
        assertThat(connection.getRequestProperty("Authorization")).isNull();
        assertThat(headers.first(connection, "authorization")).isEqualTo("Bearer a");
        assertThat(headers.first(connection, "x-tenant")).isEqualTo(connection.getRequestProperty("X-Tenant"));
        assertThat(headers.first(connection, "Absent")).isNull();
    }

    @Test
    void aConnectionOfAnotherMakeIsAskedInPublicOnly() throws Exception {
        HttpURLConnection foreign =
                new HttpURLConnection(URI.create("http://api.test/").toURL()) {
                    @Override
                    public void disconnect() {}

                    @Override
                    public boolean usingProxy() {
                        return false;
                    }

                    @Override
                    public void connect() {}
                };
        foreign.setRequestProperty("X", "y");
        assertThat(headers.first(foreign, "Authorization")).isNull();
        assertThat(headers.first(foreign, "X")).isEqualTo("y");
    }
}
