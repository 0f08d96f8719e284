package dev.headgate.throttle.match;

import org.jspecify.annotations.Nullable;

/**
 * A literal IP address; nothing here asks the DNS. An IPv4 address written as IPv6 ({@code ::ffff:10.0.0.1}) is the IPv4
 * address, as it is to the JDK.
 *
 * @param high the upper half of an IPv6 address; 0 for IPv4
 * @param low the lower half, or the 32 bits of an IPv4 address
 */
record IpAddress(boolean v6, long high, long low) {
    private static final int GROUPS = 8;
    private static final long MAPPED = 0xffffL;

    /** Reads dotted decimals or an IPv6 address without brackets and zone; null if the text is neither. */
    static @Nullable IpAddress parse(String text) {
        return text.indexOf(':') >= 0 ? parseV6(text) : parseV4(text);
    }

    int bits() {
        return v6 ? 128 : 32;
    }

    /** Returns the address with all but its first {@code prefix} bits cleared. */
    IpAddress network(int prefix) {
        if (!v6) {
            return new IpAddress(false, 0, low & mask(prefix + 32));
        }
        return new IpAddress(true, high & mask(prefix), low & mask(prefix - 64));
    }

    /** Returns true if the first {@code prefix} bits are those of {@code network}. */
    boolean within(IpAddress network, int prefix) {
        return v6 == network.v6 && network(prefix).equals(network);
    }

    /** Returns the canonical text, IPv6 as RFC 5952 has it and in brackets. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(40);
        if (!v6) {
            return text.append(low >>> 24 & 0xff)
                    .append('.')
                    .append(low >>> 16 & 0xff)
                    .append('.')
                    .append(low >>> 8 & 0xff)
                    .append('.')
                    .append(low & 0xff)
                    .toString();
        }
        int run = longestZeroRun();
        int runEnd = run < 0 ? -1 : zerosFrom(run) + run;
        text.append('[');
        for (int i = 0; i < GROUPS; i++) {
            if (i == run) {
                text.append("::");
                i = runEnd - 1;
            } else {
                if (i > 0 && i != runEnd) {
                    text.append(':');
                }
                text.append(Integer.toHexString(group(i)));
            }
        }
        return text.append(']').toString();
    }

    private int group(int i) {
        return (int) ((i < 4 ? high >>> (48 - 16 * i) : low >>> (112 - 16 * i)) & 0xffff);
    }

    private int zerosFrom(int start) {
        int end = start;
        while (end < GROUPS && group(end) == 0) {
            end++;
        }
        return end - start;
    }

    /** Returns where the first of the longest runs of two or more zero groups begins, or -1. */
    private int longestZeroRun() {
        int best = -1;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = zerosFrom(i);
            if (zeros > length) {
                best = i;
                length = zeros;
            }
        }
        return best;
    }

    private static long mask(int prefix) {
        return prefix <= 0 ? 0 : prefix >= 64 ? -1L : -1L << (64 - prefix);
    }

    private static @Nullable IpAddress parseV4(String text) {
        long bits = v4Bits(text, 0);
        return bits < 0 ? null : new IpAddress(false, 0, bits);
    }

    /** Returns the 32 bits, or -1: four decimal numbers without leading zeros, which some readers take for octal. */
    private static long v4Bits(String text, int from) {
        long bits = 0;
        int parts = 0;
        int i = from;
        while (i < text.length()) {
            int start = i;
            int number = 0;
            while (i < text.length() && text.charAt(i) != '.') {
                int digit = text.charAt(i) - '0';
                if (digit < 0 || digit > 9 || i - start == 3) {
                    return -1;
                }
                number = number * 10 + digit;
                i++;
            }
            boolean leadingZero = i - start > 1 && text.charAt(start) == '0';
            if (i == start || leadingZero || number > 255 || ++parts > 4) {
                return -1;
            }
            bits = bits << 8 | number;
            if (i < text.length() && ++i == text.length()) {
                return -1;
            }
        }
        return parts == 4 ? bits : -1;
    }

    private static @Nullable IpAddress parseV6(String text) {
        int[] groups = new int[GROUPS];
        int count = 0;
        int gap = -1;
        int i = 0;
        if (text.startsWith("::")) {
            gap = 0;
            i = 2;
        }
        while (i < text.length()) {
            int end = i;
            while (end < text.length() && text.charAt(end) != ':' && text.charAt(end) != '.') {
                end++;
            }
            if (end < text.length() && text.charAt(end) == '.') {
                long v4 = v4Bits(text, i);
                if (v4 < 0 || count > GROUPS - 2) {
                    return null;
                }
                groups[count++] = (int) (v4 >>> 16);
                groups[count++] = (int) (v4 & 0xffff);
                break;
            }
            int group = hexGroup(text, i, end);
            if (group < 0 || count == GROUPS) {
                return null;
            }
            groups[count++] = group;
            i = end;
            if (i < text.length() && ++i == text.length()) {
                return null;
            }
            if (i < text.length() && text.charAt(i) == ':') {
                if (gap >= 0) {
                    return null;
                }
                gap = count;
                i++;
            }
        }
        return gap < 0 ? (count == GROUPS ? of(groups) : null) : count < GROUPS ? of(spread(groups, count, gap)) : null;
    }

    private static int hexGroup(String text, int from, int to) {
        if (to == from || to - from > 4) {
            return -1;
        }
        int group = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            group = group << 4 | digit;
        }
        return group;
    }

    private static int[] spread(int[] groups, int count, int gap) {
        int[] all = new int[GROUPS];
        System.arraycopy(groups, 0, all, 0, gap);
        System.arraycopy(groups, gap, all, GROUPS - (count - gap), count - gap);
        return all;
    }

    private static IpAddress of(int[] groups) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < 4; i++) {
            high = high << 16 | groups[i];
            low = low << 16 | groups[i + 4];
        }
        boolean mapped = high == 0 && low >>> 32 == MAPPED;
        return mapped ? new IpAddress(false, 0, low & 0xffff_ffffL) : new IpAddress(true, high, low);
    }
}
