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

    /** The name of the argument or field that was refused; null if it was not an argument. */
    public final String argument;

    /** Called by the native library. */
    private RangeCoreException(int status, String text, String argument, double value) {
        super(text + (argument == null ? "" : ": " + argument + shown(value)));
        this.status = Status.values()[status];
        this.text = text;
        this.argument = argument;
    }

    /** An array has no value. */
    private static String shown(double value) {
        return Double.isNaN(value) ? ""
                : " is " + (value == Math.rint(value) ? Long.toString((long) value) : value);
    }
}
