package dev.headgate.throttle.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HmacSha256Test {
    @Test
    void theVectorsOfRfc4231Hold() {
        assertThat(hmac("0b".repeat(20), "Hi There"))
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assertThat(hmac("4a656665", "what do ya want for nothing?"))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assertThat(hmac("aa".repeat(131), "Test Using Larger Than Block-Size Key - Hash Key First"))
                .isEqualTo("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    @Test
    void itIsTheJdksOwn() throws Exception {
        Random random = new Random(4);
        for (int i = 0; i < 500; i++) {
            byte[] secret = new byte[1 + random.nextInt(150)];
            byte[] message = new byte[random.nextInt(300)];
            random.nextBytes(secret);
            random.nextBytes(message);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            assertThat(new HmacSha256(secret).of(message, message.length)).isEqualTo(mac.doFinal(message));
        }
    }

    private static String hmac(String secret, String message) {
        byte[] bytes = message.getBytes(StandardCharsets.US_ASCII);
        HmacSha256 hmac = new HmacSha256(HexFormat.of().parseHex(secret));
        assertThat(hmac.of(bytes, bytes.length)).isEqualTo(hmac.of(bytes, bytes.length));
        return HexFormat.of().formatHex(hmac.of(bytes, bytes.length));
    }
}
