package dev.headgate.throttle.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
    @ParameterizedTest
    @CsvSource({
        "::, [::]",
        "::1, [::1]",
        "1::, [1::]",
        "2001:0db8:0000:0000:0001:0000:0000:0001, [2001:db8::1:0:0:1]",
        "2001:db8:0:1:1:1:1:1, [2001:db8:0:1:1:1:1:1]",
        "2001:db8::0:1, [2001:db8::1]",
        "2001:0:0:1:0:0:0:1, [2001:0:0:1::1]",
        "1:2:3:4:5:6:7::, [1:2:3:4:5:6:7:0]",
        "::2:3:4:5:6:7:8, [0:2:3:4:5:6:7:8]",
        "1:0:0:2:3:0:0:4, [1::2:3:0:0:4]",
        "ABCD:EF01::, [abcd:ef01::]",
        "64:ff9b::192.0.2.33, [64:ff9b::c000:221]",
        "::ffff:192.0.2.1, 192.0.2.1",
        "::ffff:c000:201, 192.0.2.1",
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
    })
    void anAddressHasOneText(String text, String canonical) {
        assertThat(IpAddress.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":",
                ":::",
                "1",
                "1:",
                ":1",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "1::2::3",
                "12345::",
                "g::",
                "::1.2.3",
                "1.2.3.4::",
                "::1.2.3.4:5",
                "1:2:3:4:5:6:7:1.2.3.4",
                "١.1.1.1",
                "::１",
                "",
                "1.2.3.4.",
                "1..2.3",
                "01.2.3.4",
                "1.2.3.256",
                "1.2.3.1000",
                "0x7f.0.0.1",
                "-1.2.3.4",
                "[::1]"
            })
    void whatIsNoAddressIsNone(String text) {
        assertThat(IpAddress.parse(text)).isNull();
    }

    @Test
    void randomAddressesAreReadAsTheJdkReadsThem() throws UnknownHostException {
        Random random = new Random(20);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int group = 0; group < 8; group++) {
                int value = random.nextInt(3) > 0 ? 0 : random.nextInt(0x10000);
                text.append(group == 0 ? "" : ":").append(Integer.toHexString(value));
            }
            IpAddress address = IpAddress.parse(text.toString());
            assertThat(address).isNotNull();
            // A literal never goes to the DNS.
            InetAddress ours = InetAddress.getByName(address.toString());
            assertThat(ours).isEqualTo(InetAddress.getByName(text.toString()));
            assertThat(HostName.address(address.toString())).isEqualTo(address);
        }
    }
}
