package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigLocationTest {
    @ParameterizedTest
    @CsvSource({
        "a.yml, p.yml, e.yml, a.yml, the agent's argument",
        ", p.yml, e.yml, p.yml, -Dheadgate.config",
        "' ', '', e.yml, e.yml, HEADGATE_CONFIG",
        ", , , headgate.yml, "
    })
    void theFirstThatNamesAFileDoes(String argument, String property, String environment, String file, String by) {
        ConfigLocation location = ConfigLocation.of(argument, property, environment);
        assertThat(location.path()).isEqualTo(Path.of(file));
        assertThat(location.namedBy()).isEqualTo(by);
        assertThat(location.isDefault()).isEqualTo(by == null);
    }
}
