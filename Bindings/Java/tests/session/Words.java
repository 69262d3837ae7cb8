package session;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import rangecore.RangeHost;
import rangecore.RangeList;
import rangecore.Viewport;

/** The words of a line, and values as words. */
final class Words {
    /** A line that is not understood. */
    static final class Misunderstood extends RuntimeException {
        private static final long serialVersionUID = 1;

        Misunderstood(String message) {
            super(message);
        }
    }

    final List<String> words;

    Words(String line) {
        int comment = line.indexOf('#');
        String text = (comment < 0 ? line : line.substring(0, comment)).strip();
        words = text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
    }

    int count() {
        return words.size();
    }

    String word(int index) {
        if (index >= words.size()) {
            throw new Misunderstood("something is missing after " + words.get(0));
        }
        return words.get(index);
    }

    long integer(int index) {
        try {
            return Long.parseLong(word(index));
        } catch (NumberFormatException exception) {
            throw new Misunderstood("not an integer: " + word(index));
        }
    }

    int small(int index) {
        if (integer(index) != (int) integer(index)) {
            throw new Misunderstood("out of range: " + word(index));
        }
        return (int) integer(index);
    }

    boolean flag(int index) {
        return integer(index) != 0;
    }

    /** A number of ticks, in points. */
    double length(int index) {
        return integer(index) / 960.0;
    }

    /** Microseconds, in seconds. */
    double seconds(int index) {
        return integer(index) / 1e6;
    }

    double thousandths(int index) {
        return integer(index) / 1000.0;
    }

    double fraction(int index) {
        return word(index).equals("nearest") ? RangeList.Fraction.NEAREST : thousandths(index);
    }

    double extent(int index) {
        return word(index).equals("later") ? RangeHost.EXTENT_LATER : length(index);
    }

    double[] extents(int first) {
        return IntStream.range(first, count()).mapToDouble(this::extent).toArray();
    }

    /** A viewport with an offset, a length and keys, from these words on. */
    Viewport viewport(int offset, int length, int keys) {
        Viewport viewport = new Viewport(length(offset), length(length));
        readInto(viewport, keys);
        return viewport;
    }

    /** Reads pairs of keys and values into a viewport. */
    void readInto(Viewport viewport, int first) {
        for (int index = first; index < count(); index += 2) {
            int value = index + 1;
            switch (word(index)) {
                case "user" -> viewport.isUserDriven = flag(value);
                case "held" -> viewport.isHeld = flag(value);
                case "dragged" -> viewport.isDragged = flag(value);
                case "insets_are_fixed" -> viewport.insetsAreFixed = flag(value);
                case "landing" -> viewport.landingOffset = length(value);
                case "inset_start" -> viewport.insetStart = length(value);
                case "inset_end" -> viewport.insetEnd = length(value);
                case "velocity" -> viewport.velocity = length(value);
                case "time" -> viewport.time = seconds(value);
                case "jitter" -> viewport.jitter = thousandths(value);
                case "item" -> viewport.item = integer(value);
                case "item_place" -> viewport.itemPlace = length(value);
                default -> throw new Misunderstood("unknown key " + word(index));
            }
        }
    }

    double[] lengths(int first) {
        return IntStream.range(first, count()).mapToDouble(this::length).toArray();
    }

    /** The ids from a word on, before the word {@code to} or the end. */
    long[] ids(int first) {
        return IntStream.range(first, count())
                .takeWhile(index -> !word(index).equals("to"))
                .mapToLong(index -> word(index).equals("none") ? RangeList.ID_NONE : integer(index))
                .toArray();
    }

    <T extends Enum<T>> T value(int index, Class<T> type) {
        for (T value : type.getEnumConstants()) {
            if (of(value).equals(word(index))) {
                return value;
            }
        }
        throw new Misunderstood("unknown word " + word(index));
    }

    static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static long whole(double value, double factor) {
        return (long) Math.floor(value * factor + 0.5);
    }

    static long ticks(double points) {
        return whole(points, 960);
    }

    static long thousandths(double value) {
        return whole(value, 1000);
    }

    static long microseconds(double seconds) {
        return whole(seconds, 1e6);
    }

    static int of(boolean flag) {
        return flag ? 1 : 0;
    }
}
