package rangecore;

/** A call that the library refused; nothing has changed. */
public final class RangeCoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The values of {@code rc_status}. */
    public enum Status { OK, ARGUMENT, LIMIT, NO_MEMORY, NOT_FOUND, STALE, BUSY, CORRUPT }

    /** Why. */
    public final Status status;

    /** A short description, without the argument. */
    public final String text;

    /**
     * The name of the argument or field that was refused, such as {@code extents[1]}; null if it was
     * not an argument.
     */
    public final String argument;

    /** Called by the native library. */
    private RangeCoreException(int status, String text, String name, double value, int place) {
        super(text + (name == null ? "" : ": " + placed(name, place) + shown(value, place)));
        this.status = Status.values()[status];
        this.text = text;
        this.argument = name == null ? null : placed(name, place);
    }

    private static String placed(String name, int place) {
        return place > 0 ? name + "[" + (place - 1) + "]" : name;
    }

    /** An array has no value, but may be null. */
    private static String shown(double value, int place) {
        if (place < 0) {
            return place == -2 ? " is null" : "";
        }
        boolean isWhole = value == Math.rint(value) && !Double.isInfinite(value);
        return " is " + (isWhole ? Long.toString((long) value) : Double.toString(value));
    }

    /** Returns an argument that is there; throws an exception with its name if it is null. */
    static <T> T given(T argument, String name) {
        if (argument == null) {
            throw new NullPointerException(name + " is null");
        }
        return argument;
    }
}
