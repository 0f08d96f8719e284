package dev.headgate.limiter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the JSON of a trace: objects, arrays, strings without escapes, whole numbers as Long, booleans. */
public final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads one line. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(String line) {
        return (Map<String, Object>) new Json(line).value();
    }

    private Object value() {
        char c = next();
        switch (c) {
            case '{':
                return members();
            case '[':
                return elements();
            case '"':
                return string();
            case 't':
                at += 3;
                return true;
            case 'f':
                at += 4;
                return false;
            default:
                return number();
        }
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        for (char c = next(); c != '}'; c = next()) {
            if (c == '"') {
                String name = string();
                next();
                members.put(name, value());
            }
        }
        return members;
    }

    private List<Object> elements() {
        List<Object> elements = new ArrayList<>();
        while (true) {
            char c = next();
            if (c == ']') {
                return elements;
            }
            if (c != ',') {
                at--;
                elements.add(value());
            }
        }
    }

    private String string() {
        int end = text.indexOf('"', at);
        String string = text.substring(at, end);
        at = end + 1;
        return string;
    }

    private Long number() {
        int start = at - 1;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        return Long.parseLong(text, start, at, 10);
    }

    private char next() {
        char c = text.charAt(at++);
        while (c == ' ') {
            c = text.charAt(at++);
        }
        return c;
    }
}
