package rangecore;

/**
 * One fetch of one end of a list.
 *
 * <p>Any thread may use it at any time, also after the list was closed. There is nothing to close:
 * some time after nobody can reach it, it is given back. If it was not finished it is cancelled
 * then, so that a forgotten one does not stop its end for ever.
 */
public final class BatchContext {
    /** How a flight stands; the values are C's, in its order. */
    public enum Outcome {
        /** Not finished. */
        FETCHING,
        /** Finished, with or without new items. */
        COMPLETED,
        /** Finished: ask no more until something changes. */
        DECLINED,
        /** An error; tried again after a while. */
        FAILED,
        /** Cancelled by the app, by a reset, or with its list. */
        CANCELLED,
        /** Finished, and there is nothing more at this end. */
        ENDED,
        /** Not the current flight. */
        STALE
    }

    // Owned, and released by the cleaner alone: while a method can be called, it is valid.
    private final long context;
    private final int token;

    /** Takes over a reference. */
    BatchContext(long context, int token) {
        this.context = context;
        this.token = token;
        // A lambda here would capture `this`, which then would stay reachable for ever.
        Library.CLEANER.register(this, new Release(context, token));
    }

    private record Release(long context, int token) implements Runnable {
        @Override
        public void run() {
            release(context, token);
        }
    }

    /** How this flight stands. */
    public Outcome outcome() {
        return Outcome.values()[outcome(context, token)];
    }

    /** Whether a flight of this end is in the air, this one or a later. */
    public boolean isFetching() {
        return isFetching(context);
    }

    /** Whether this flight need not go on: it was cancelled, or another has taken its place. */
    public boolean wasCancelled() {
        return wasCancelled(context, token);
    }

    /**
     * Finishes this flight; the list sees it in its next update. The first outcome wins.
     *
     * @throws RangeCoreException {@code STALE} where it was finished before or is not the current
     *     one any more, and nothing happens; {@code ARGUMENT} for an outcome that finishes nothing
     */
    public void finish(Outcome outcome) {
        finish(context, token, outcome.ordinal());
    }

    // Not static: so the object, and with it the context, is reachable until they return.
    private native int outcome(long context, int token);

    private native boolean isFetching(long context);

    private native boolean wasCancelled(long context, int token);

    private native void finish(long context, int token, int outcome);

    private static native void release(long context, int token);
}
