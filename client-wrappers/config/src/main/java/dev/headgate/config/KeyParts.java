package dev.headgate.config;

import dev.headgate.config.Values.Text;
import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Span;
import dev.headgate.throttle.key.KeyPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key as it was written.
 *
 * @param parts may be empty: one budget
 */
record KeyParts(List<KeyPart> parts, Span at) {
    static @Nullable KeyParts read(Node node, Values values) {
        List<Text> texts = values.names(node, "`key`");
        if (texts == null) {
            return null;
        }
        List<KeyPart> parts = new ArrayList<>();
        boolean bad = false;
        for (Text text : texts) {
            try {
                KeyPart part = KeyPart.parse(text.text());
                if (parts.contains(part)) {
                    values.report().error(text.at(), "`key` names the same value twice", "delete one of the two");
                    bad = true;
                }
                parts.add(part);
            } catch (IllegalArgumentException wrong) {
                values.report().error(text.at(), "`key`: " + wrong.getMessage(), null);
                bad = true;
            }
        }
        return bad ? null : new KeyParts(parts, node.at());
    }
}
