package dev.headgate.config;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers with a decimal point, kept as whole numbers of their last place. */
final class Decimal {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}(?:\\.[0-9]{1,18})?");
    private static final Pattern NEAR = Pattern.compile("([0-9]{0,9}(?:[.,][0-9]{1,9})?)\\s*(%|x|)");

    private Decimal() {}

    /**
     * Returns the number times 10 to the power of {@code places}: 150 for {@code 1.5} and 2.
     *
     * @param least the smallest, and the largest, number that it may be
     */
    static int parse(String text, int places, int least, int most) throws BadValue {
        if (!NUMBER.matcher(text).matches()) {
            throw new BadValue("is not a number", "write digits, and at most one point, like 1.5", near(text));
        }
        BigDecimal number = new BigDecimal(text);
        boolean within =
                number.compareTo(BigDecimal.valueOf(least)) >= 0 && number.compareTo(BigDecimal.valueOf(most)) <= 0;
        if (!within) {
            throw new BadValue("is not between " + least + " and " + most, null, null);
        }
        BigDecimal scaled = number.movePointRight(places).stripTrailingZeros();
        if (scaled.scale() > 0) {
            throw new BadValue("has more than " + places + " decimals", null, null);
        }
        return scaled.intValueExact();
    }

    /** {@code 10%} and {@code 2x} are often meant as 0.1 and 2. */
    private static @Nullable String near(String text) {
        Matcher near = NEAR.matcher(text.strip());
        if (!near.matches() || near.group(1).isEmpty()) {
            return null;
        }
        BigDecimal number = new BigDecimal(near.group(1).replace(',', '.'));
        BigDecimal meant = near.group(2).equals("%") ? number.movePointLeft(2) : number;
        return meant.stripTrailingZeros().toPlainString();
    }
}
