package rangecore;

/** A call that the library refused; nothing has changed. */
public final class RangeCoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The values of {@code rc_status}. */
    public enum Status { OK, ARGUMENT, LIMIT, NO_MEMORY, NOT_FOUND, STALE, BUSY, CORRUPT }

    /** Why. */
    public final Status status;

    /** Called by the native library. */
    private RangeCoreException(int status, String text) {
        super(text);
        this.status = Status.values()[status];
    }
}
