package rangecore;

/** A call that the library refused; nothing has changed. Its message is the status's text. */
public final class RangeCoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Status status;

    RangeCoreException(Status status) {
        super(status.text());
        this.status = status;
    }

    /** Called by the native library. */
    private RangeCoreException(int status) {
        this(Status.values()[status]);
    }

    /** Why. */
    public Status status() {
        return status;
    }
}
