package rangecore;

import java.lang.ref.Cleaner;
import java.util.Objects;

/**
 * A list: its extents, states, range mode, anchor and batches.
 *
 * <p>The engine takes one call at a time, so every method is synchronized: a list that threads
 * share by mistake gives odd answers, but never reads freed memory. Close it when it is done with;
 * then every method throws {@link IllegalStateException}. One that was forgotten is closed some
 * time after nobody can reach it. What the library refuses throws {@link RangeCoreException}, and
 * changes nothing.
 *
 * <p>Offsets, lengths and extents are points, indices and counts are items, ranges are half-open.
 */
public final class RangeList implements AutoCloseable {
    private final Cleaner.Cleanable cleanable;
    /** 0 once it is closed. */
    private long list;

    static {
        Library.load();
    }

    /** Makes an empty list of one column. */
    public RangeList() {
        this(new Options());
    }

    /** Makes an empty list. */
    public RangeList(Options options) {
        list = create(options.columns(), options.estimate(), options.spacing());
        // A lambda here would capture `this`, which then would stay reachable for ever.
        cleanable = Library.CLEANER.register(this, new Destroy(list));
    }

    private record Destroy(long list) implements Runnable {
        @Override
        public void run() {
            destroy(list);
        }
    }

    /** Ends the list; its flights read as cancelled. Does nothing the second time. */
    @Override
    public synchronized void close() {
        list = 0;
        cleanable.clean();
    }

    private long open() {
        if (list == 0) {
            throw new IllegalStateException("the list is closed");
        }
        return list;
    }

    // -- settings --

    /** Changes the settings, all at once. */
    public synchronized void configure(Settings settings) {
        configure(open(), settings.slots());
    }

    /** A copy of the settings. */
    public synchronized Settings settings() {
        return new Settings(settings(open()));
    }

    /** Sets an explicit range mode, until the next update that is the user's. */
    public synchronized void setMode(RangeMode mode) {
        setMode(open(), mode.ordinal());
    }

    /** Makes full the base mode, as the user's first scroll would. */
    public synchronized void promote() {
        promote(open());
    }

    // -- edits: each call's indices mean the list as the call before left it --

    /** Inserts items that are not measured. */
    public synchronized void insert(long index, long count) {
        insert(open(), index, count);
    }

    /** Inserts measured items, each with its extent; for lists of one column. */
    public synchronized void insertMeasured(long index, double... extents) {
        insertMeasured(open(), index, Objects.requireNonNull(extents));
    }

    /** Removes the items {@code lower ..< upper}. */
    public synchronized void remove(long lower, long upper) {
        remove(open(), lower, upper);
    }

    /** Moves items, with state and extent, so that the first of them has the index {@code to}. */
    public synchronized void move(long lower, long upper, long to) {
        move(open(), lower, upper, to);
    }

    /** Forgets the measurements of items; their states stay. */
    public synchronized void reload(long lower, long upper) {
        reload(open(), lower, upper);
    }

    /** Measures consecutive rows, each with its extent. */
    public synchronized void measure(long row, double... extents) {
        measure(open(), row, Objects.requireNonNull(extents));
    }

    /** Changes the extent of all rows that are not measured. */
    public synchronized void setEstimate(double estimate) {
        setEstimate(open(), estimate);
    }

    // -- update --

    /** Moves the viewport, takes all edits since the last update into account, and answers. */
    public synchronized Update update(Viewport viewport) {
        boolean hasLanding = viewport.landingOffset != null;
        return new Update(
                update(
                        open(),
                        viewport.isUser,
                        viewport.isHeld,
                        hasLanding,
                        viewport.offset,
                        viewport.length,
                        viewport.insetStart,
                        viewport.insetEnd,
                        viewport.velocity,
                        hasLanding ? viewport.landingOffset : 0,
                        viewport.time,
                        viewport.jitter));
    }

    /** Finds the scroll offset at which an item is where it should be, and aims at it. */
    public synchronized double scrollTo(long index, Alignment alignment) {
        return scrollTo(open(), index, alignment.ordinal());
    }

    // -- batches --

    /** Begins a fetch at one end; {@code BUSY} while one is in flight there. */
    public synchronized BatchContext beginBatch(End end) {
        int[] token = new int[1];
        long context = beginBatch(open(), end.ordinal(), token);
        return new BatchContext(context, token[0]);
    }

    /** Asks again at once after failures or fetches that brought nothing. */
    public synchronized void retryBatch(End end) {
        retryBatch(open(), end.ordinal());
    }

    /** Starts an end afresh, for a refresh or a new filter. */
    public synchronized void resetBatch(End end) {
        resetBatch(open(), end.ordinal());
    }

    /** Says that there is nothing more at an end, until it is reset. */
    public synchronized void endBatch(End end) {
        endBatch(open(), end.ordinal());
    }

    // -- queries --

    /** The number of items. */
    public synchronized long count() {
        return count(open());
    }

    /** The number of measured rows. */
    public synchronized long measuredCount() {
        return measuredCount(open());
    }

    /** The length to scroll. */
    public synchronized double length() {
        return length(open());
    }

    /** The extent of rows that are not measured. */
    public synchronized double estimate() {
        return estimate(open());
    }

    /** Where an item is. */
    public synchronized Item item(long index) {
        return item(open(), index);
    }

    /** The item at an offset: the last that starts at or before it. */
    public synchronized Item itemAt(double offset) {
        return itemAt(open(), offset);
    }

    /** The items in a range of offsets. */
    public synchronized Interval itemsIn(double lower, double upper) {
        long[] items = itemsIn(open(), lower, upper);
        return new Interval(items[0], items[1]);
    }

    /** Copies out the offsets and extents of consecutive rows; either array may be null. */
    public synchronized void copy(long lower, long upper, double[] offsets, double[] extents) {
        open();
        checkRoom(lower, upper, offsets == null ? Long.MAX_VALUE : offsets.length);
        checkRoom(lower, upper, extents == null ? Long.MAX_VALUE : extents.length);
        copy(list, lower, upper, offsets, extents);
    }

    /** The {@link State} of an item as of the last update; 0 for an index out of bounds. */
    public synchronized int state(long index) {
        return state(open(), index);
    }

    /** Copies out the states of the items {@code lower ..< upper}, a byte each. */
    public synchronized void copyStates(long lower, long upper, byte[] states) {
        open();
        checkRoom(lower, upper, states.length);
        copyStates(list, lower, upper, states);
    }

    /** Checks every promise that the list makes to itself; null, or what is broken. */
    public synchronized String validate() {
        return validate(open());
    }

    private static void checkRoom(long lower, long upper, long length) {
        if (lower < 0 || upper < lower || upper - lower > length) {
            throw new RangeCoreException(Status.ARGUMENT);
        }
    }

    private static native long create(int columns, double estimate, double spacing);

    private static native void destroy(long list);

    // Not static: so the object, and with it the list, is reachable until they return.
    private native void configure(long list, double[] settings);

    private native double[] settings(long list);

    private native void setMode(long list, int mode);

    private native void promote(long list);

    private native void insert(long list, long index, long count);

    private native void insertMeasured(long list, long index, double[] extents);

    private native void remove(long list, long lower, long upper);

    private native void move(long list, long lower, long upper, long to);

    private native void reload(long list, long lower, long upper);

    private native void measure(long list, long row, double[] extents);

    private native void setEstimate(long list, double estimate);

    private native long[] update(
            long list,
            boolean isUser,
            boolean isHeld,
            boolean hasLanding,
            double offset,
            double length,
            double insetStart,
            double insetEnd,
            double velocity,
            double landingOffset,
            double time,
            double jitter);

    private native double scrollTo(long list, long index, int alignment);

    private native long beginBatch(long list, int end, int[] token);

    private native void retryBatch(long list, int end);

    private native void resetBatch(long list, int end);

    private native void endBatch(long list, int end);

    private native long count(long list);

    private native long measuredCount(long list);

    private native double length(long list);

    private native double estimate(long list);

    private native Item item(long list, long index);

    private native Item itemAt(long list, double offset);

    private native long[] itemsIn(long list, double lower, double upper);

    private native void copy(
            long list, long lower, long upper, double[] offsets, double[] extents);

    private native int state(long list, long index);

    private native void copyStates(long list, long lower, long upper, byte[] states);

    private native String validate(long list);
}
