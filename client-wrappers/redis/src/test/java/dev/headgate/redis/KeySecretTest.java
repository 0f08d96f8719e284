package dev.headgate.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeySecretTest {
    @Test
    void theOneThatIsConfiguredIsNotAgreedAbout() {
        KeySecret secret = new KeySecret("shh", "hg");
        secret.need();
        assertThat(secret.get()).isEqualTo("shh".getBytes(UTF_8));
        assertThat(secret.isShared()).isFalse();
    }

    @Test
    void untilRedisIsMetAProcessHasItsOwn() {
        KeySecret secret = new KeySecret(null, "hg");
        byte[] own = secret.get();
        assertThat(own).hasSize(64);
        assertThat(secret.get()).isSameAs(own);
        assertThat(new KeySecret(null, "hg").get()).isNotEqualTo(own);
    }

    @Test
    void theFirstThatAnybodyBroughtHolds() {
        KeySecret secret = new KeySecret(null, "hg");
        secret.get();
        byte[] theirs = "theirs".getBytes(UTF_8);
        secret.agree(theirs);
        assertThat(secret.get()).isSameAs(theirs);
        secret.agree("theirs".getBytes(UTF_8));
        assertThat(secret.get()).as("else every key would be hashed anew").isSameAs(theirs);
    }

    @Test
    void whatIsNoSecretChangesNothing() {
        KeySecret secret = new KeySecret(null, "hg");
        byte[] own = secret.get();
        secret.agree(null);
        secret.agree(7L);
        secret.agree(new byte[0]);
        assertThat(secret.get()).isSameAs(own);
    }

    @Test
    void itIsBroughtOnlyWhereARuleHasKeys() {
        KeySecret secret = new KeySecret(null, "a b");
        assertThat(secret.isShared()).isFalse();
        secret.need();
        assertThat(secret.isShared()).isTrue();
        Command command = secret.command();
        assertThat(new String(command.keys().get(0), UTF_8)).isEqualTo("{a%20b}:key-secret");
        assertThat(command.args().get(0)).isEqualTo(secret.get());
    }
}
