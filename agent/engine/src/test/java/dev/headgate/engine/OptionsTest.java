package dev.headgate.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands after the jar, in properties and in the environment. */
class OptionsTest {
    @TempDir
    Path directory;

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> variables = new HashMap<>();

    @Test
    void withoutAnythingThereIsNoFile() {
        Options options = read(null);
        assertThat(options.file()).isNull();
        assertThat(options.strict()).isFalse();
        assertThat(options.level()).isEqualTo(AgentLog.Level.INFO);
        assertThat(options.logFile()).isNull();
        assertThat(options.complaints()).isEmpty();
    }

    @Test
    void theWorkingDirectoryIsTheLastPlace() throws IOException {
        Path local = Files.writeString(directory.resolve("headgate.yml"), "downstreams: {}");
        assertThat(read("").file()).isEqualTo(local.toFile());
        variables.put("HEADGATE_CONFIG", "/variable.yml");
        assertThat(read("").file()).isEqualTo(new File("/variable.yml"));
        properties.put("headgate.config", "/property.yml");
        assertThat(read("").file()).isEqualTo(new File("/property.yml"));
        assertThat(read("/argument.yml").file()).isEqualTo(new File("/argument.yml"));
    }

    @Test
    void everythingMayStandAfterTheJar() {
        Options options = read("/etc/a=b/headgate.yml,strict=true,log=debug,log-file=/var/log/headgate.log");
        assertThat(options)
                .isEqualTo(new Options(
                        new File("/etc/a=b/headgate.yml"),
                        true,
                        AgentLog.Level.DEBUG,
                        new File("/var/log/headgate.log"),
                        java.util.List.of()));
        assertThat(read("strict=true,config=/x.yml").file()).isEqualTo(new File("/x.yml"));
    }

    @Test
    void everythingMayStandInPropertiesAndVariables() {
        variables.put("HEADGATE_LOG_FILE", "/v.log");
        variables.put("HEADGATE_STRICT", "true");
        properties.put("headgate.strict", "false");
        properties.put("headgate.log", "Warn");
        Options options = read(null);
        assertThat(options.logFile()).isEqualTo(new File("/v.log"));
        assertThat(options.strict()).isFalse();
        assertThat(options.level()).isEqualTo(AgentLog.Level.WARN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/x.yml,stric=true|unknown option 'stric=true' after the agent's jar; there are a file and config, strict,"
                        + " log, log-file",
                "/x.yml,/y.yml|unknown option '/y.yml' after the agent's jar; there are a file and config, strict, log,"
                        + " log-file",
                "/x.yml,strict=yes|strict is true or false, not 'yes'; taken as false",
                "/x.yml,log=loud|log is off, error, warn, info or debug, not 'loud'; taken as info",
            })
    void whatIsNotUnderstoodIsTold(String argument, String complaint) {
        Options options = read(argument);
        assertThat(options.complaints()).containsExactly(complaint);
        assertThat(options.file()).isEqualTo(new File("/x.yml"));
    }

    private Options read(@Nullable String argument) {
        return Options.read(
                argument,
                new Options.Outside() {
                    @Override
                    String property(String name) {
                        return properties.get(name);
                    }

                    @Override
                    String variable(String name) {
                        return variables.get(name);
                    }
                },
                directory.toFile());
    }
}
