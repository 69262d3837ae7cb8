package rangecore;

/**
 * One fetch of one end of a list, which can be finished on any thread, and after the list was
 * closed. There is nothing to close: it is released after it has become unreachable; if it was not
 * finished it is then cancelled, so that its end does not wait for it forever.
 */
public final class BatchContext {
    /** The values of {@code rc_batch_outcome}. */
    public enum Outcome { FETCHING, COMPLETED, DECLINED, FAILED, CANCELLED, EXHAUSTED, STALE }

    // Released only by the cleaner: as long as a method can be called, it is valid.
    private final long context;
    private final int token;

    BatchContext(long context, int token) {
        this.context = context;
        this.token = token;
        // A lambda here would capture `this`, which would then stay reachable forever.
        RangeList.CLEANER.register(this, new Release(context, token));
    }

    private record Release(long context, int token) implements Runnable {
        @Override
        public void run() {
            release(context, token);
        }
    }

    /** The outcome of this fetch. */
    public Outcome outcome() {
        return Outcome.values()[outcome(context, token)];
    }

    /** Finishes this fetch. The first outcome wins; later ones throw {@code STALE}. */
    public void finish(Outcome outcome) {
        finish(context, token, RangeCoreException.given(outcome, "outcome").ordinal());
    }

    // Not static, so that the object, and with it the context, is reachable until they return.
    private native int outcome(long context, int token);

    private native void finish(long context, int token, int outcome);

    private static native void release(long context, int token);
}
