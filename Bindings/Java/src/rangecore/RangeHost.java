package rangecore;

/**
 * The host of a list: the decisions of a client's frame, step by step. {@link ListHost} is a whole
 * loop around it; this is for one of your own. {@code rangecore_host.h} documents each method.
 *
 * <p>Edits and settings go to the list, but {@link RangeList#update} throws {@code BUSY}. Methods
 * are synchronized, with those of the list. A host that was not closed ends with its list.
 */
public final class RangeHost implements AutoCloseable {
    /** In place of an extent: it comes later, with {@link #setExtent}. */
    public static final double EXTENT_LATER = -1;

    /** The fields of {@code rc_host_options}; {@code nodeBits} are bits of states. */
    public static final class Options {
        public double budget = 0.004;
        public double offsetStep;
        public int aheadCount = 1;
        public int nodeBits = RangeList.VISIBLE | RangeList.DISPLAY;
        public boolean makesAhead;
        public boolean extentsAreKnown;
        public boolean inLanes;

        private double[] fields() {
            return new double[] {
                budget, offsetStep, aheadCount, nodeBits, makesAhead ? 1 : 0, extentsAreKnown ? 1 : 0,
                inLanes ? 1 : 0
            };
        }
    }

    private final RangeList list;
    private boolean isClosed;

    /** Makes a host with the default options. */
    public RangeHost(RangeList list) {
        this(list, new Options());
    }

    /** Makes a host. Throws {@code BUSY} if the list has one. */
    public RangeHost(RangeList list, Options options) {
        this.list = RangeCoreException.given(list, "list");
        list.openHost(RangeCoreException.given(options, "options").fields());
    }

    /** Ends the host; its list stays. */
    @Override
    public void close() {
        synchronized (list) {
            if (!isClosed) {
                list.closeHost();
            }
            isClosed = true;
        }
    }

    /** Returns the list; another host may have it by now. */
    private RangeList open() {
        if (isClosed) {
            throw new IllegalStateException("the host is closed");
        }
        return list;
    }

    /** Replaces the options, with effect from the next step. */
    public void setOptions(Options options) {
        open().setHostOptions(RangeCoreException.given(options, "options").fields());
    }

    /**
     * Begins a step. {@code breadth} is the length across the axis, in points, 0 or less if it is not
     * known; {@code columns} is how many items fit side by side, 0 for as many as the list has.
     */
    public Step begin(Viewport viewport, double breadth, int columns) {
        return open().begin(viewport, breadth, columns);
    }

    /**
     * Goes on with a step, with the extents of the first nodes asked for, in points, or {@link
     * #EXTENT_LATER}; {@code time} is the viewport's time now, in seconds. Throws {@code STALE} if no
     * step is open.
     */
    public Step measured(double time, double... extents) {
        return open().measured(extents, time);
    }

    /** Sets what the view of a node needs; returns whether that was news: then begin a step. */
    public boolean setExtent(int node, double extent) {
        return open().hostSetExtent(node, extent);
    }

    /** Tells the offset that the toolkit has now. */
    public void wrote(double offset) {
        open().hostWrote(offset);
    }

    /** Returns the number of the node of an item. Throws {@code NOT_FOUND} if it has none. */
    public int find(long index) {
        return open().hostFind(index);
    }

    /** Keeps an item's view wherever it is, or does so no longer. */
    public void keep(long index, boolean keeps) {
        open().hostKeep(index, keeps);
    }

    /** Makes new nodes for items whose contents are others. */
    public void renew(long lower, long upper) {
        open().hostRenew(lower, upper);
    }

    /** Scrolls to an item, with the next step; see {@link RangeList#setScrollTarget}. */
    public void scrollTo(long index, double fraction, double shift, boolean isAnimated) {
        open().hostScrollTo(index, fraction, shift, isAnimated);
    }

    /**
     * Scrolls to an offset, with the next step, and rests there however rows on the way are measured;
     * infinity is the end.
     */
    public void scrollToOffset(double offset, boolean isAnimated) {
        open().hostScrollToOffset(offset, isAnimated);
    }

    public void validate() {
        open().hostValidate();
    }
}
