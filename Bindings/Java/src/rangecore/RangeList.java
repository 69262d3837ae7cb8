package rangecore;

import static rangecore.RangeCoreException.given;

import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A list: its extents, states, range mode, anchor and batches. {@code rangecore.h}, {@code
 * rangecore_names.h} and {@code rangecore_diff.h} document each method.
 *
 * <p>Every method is synchronized, because a list takes one call at a time. After {@code close} they
 * throw {@link IllegalStateException}; a list that was not closed is freed after it has become
 * unreachable. A call that the library refuses throws {@link RangeCoreException} and changes
 * nothing. Offsets, lengths and extents are points, ranges are half-open.
 */
public final class RangeList implements AutoCloseable {
    /** The values of {@code rc_range_mode}. */
    public enum Mode { FULL, MINIMUM, VISIBLE_ONLY, LOW_MEMORY }

    /** The values of {@code rc_range}. */
    public enum Range { DISPLAY, PRELOAD, APP_0, APP_1, APP_2, APP_3 }

    /** The values of {@code rc_end}. */
    public enum End { TAIL, HEAD }

    /** The values of {@code rc_tuning_preset}. */
    public enum TuningPreset { LIST, PAGER }

    /** The values of {@code rc_edit_kind}. */
    public enum EditKind { REMOVE, INSERT, MOVE, FILL, CLEAR }

    /** Stands for no id, for example where an item has no name. */
    public static final long ID_NONE = Long.MIN_VALUE;

    /** The span of an item that is across all lanes; see {@link #setSpan}. */
    public static final int SPAN_WIDE = 0;

    /** The bits of an item's state. */
    public static final int MEASURE_LAYOUT = 1, PRELOAD = 2, DISPLAY = 4, VISIBLE = 8, APP_0 = 16,
            APP_1 = 32, APP_2 = 64, APP_3 = 128;

    /**
     * How much of the space left over in the viewport lies before the item that {@link
     * #setScrollTarget(long, double)} scrolls to. Any other number from 0 to 1 is fine too.
     */
    public static final class Fraction {
        public static final double START = 0, CENTER = 0.5, END = 1;
        /** In place of a fraction, the minimum scroll that makes the item fully visible. */
        public static final double NEAREST = -1;

        private Fraction() {}
    }

    /** A half-open range, {@code lower ..< upper}. */
    public record Interval(long lower, long upper) {}

    /** The position of one item. */
    public record Item(
            long index, double offset, double extent, boolean isMeasured, boolean isProvisional) {}

    /** A header and the items up to the next one. */
    public record Section(long ordinal, Interval items, Interval rows, long columns) {}

    /** The header that stays at the viewport's start: where to draw it, and what it covers. */
    public record PinnedHeader(long index, double offset, double covered) {}

    /**
     * Where an item is, in lanes or in columns; {@code lane} is −1 for one that is wide or, as it has not
     * been near yet, has none.
     */
    public record Place(
            double offset, double extent, int lane, boolean isWide, boolean isMeasured) {}

    /** Items to preload from one end to the other. */
    public record Span(Interval items, boolean isDescending) {}

    /**
     * What to preload, the most urgent first, and what to keep, in items; the landing offset in
     * points, and the velocity in points per second.
     */
    public record Foresight(
            java.util.List<Span> spans, Interval wanted, Interval running, Interval kept,
            double landingOffset, double velocity, boolean isMoving, boolean landingIsKnown) {}

    /** How far one range reaches past the viewport, in screenfuls. */
    public record Tuning(double leading, double trailing, boolean isEnabled) {}

    /** The offsets of rows, and their extents. */
    public record Rows(double[] offsets, double[] extents) {}

    /**
     * One edit of the items {@code lower ..< upper}, as the edit before it left them: removes them,
     * moves them so that the first has the index {@code to} afterwards, or has inserted them; then
     * {@code source} is the index of the first in the new sequence of a difference.
     */
    public record Edit(EditKind kind, long lower, long upper, long to, long source) {}

    static final Cleaner CLEANER = Cleaner.create();

    static {
        Native.load();
        initialize();
    }

    /** Returns the version of the core, which is that of the jar. */
    public static native String version();

    private final Cleaner.Cleanable cleanable;
    private final Destroy destroy;
    /** The pointer, which C reads; 0 once closed. */
    private long list;
    /** That of the list's host; 0 if there is none. */
    private long host;
    /** Those of the last update, so that C knows how many names to expect; none if it failed. */
    private List<Update.Change> changes = List.of();

    /** Creates an empty list of one column, with an estimate of 44 points. */
    public RangeList() {
        this(1, 44, 0, TuningPreset.LIST);
    }

    /** Creates an empty list whose estimates are not rounded. */
    public RangeList(int columns, double estimate, double spacing, TuningPreset preset) {
        this(columns, estimate, spacing, preset, 0);
    }

    /**
     * Creates an empty list. {@code quantum} is the least step of the host's offsets, of which
     * estimates are then multiples; 0 for none.
     */
    public RangeList(
            int columns, double estimate, double spacing, TuningPreset preset, double quantum) {
        int of = given(preset, "preset").ordinal();
        list = create(columns, estimate, spacing, of, quantum);
        // A lambda here would capture `this`, which would then stay reachable forever.
        destroy = new Destroy(list);
        cleanable = CLEANER.register(this, destroy);
    }

    /** Destroys the host before its list, whichever was closed first. */
    private static final class Destroy implements Runnable {
        private final long list;
        private volatile long host;

        Destroy(long list) {
            this.list = list;
        }

        @Override
        public void run() {
            destroy(list, host);
        }
    }

    /** Destroys the list; fetches in progress are reported as cancelled. */
    @Override
    public synchronized void close() {
        list = host = 0;
        cleanable.clean();
    }

    // A host, which RangeHost makes public.

    synchronized void openHost(double[] options) {
        host = createHost(options);
        destroy.host = host;
    }

    synchronized void closeHost() {
        long closed = host;
        host = destroy.host = 0;
        destroy(0, closed);
    }

    synchronized Step begin(Viewport viewport, double breadth, int columns) {
        long item = given(viewport, "viewport").item == null ? 0 : viewport.item;
        double[] fields = viewport.fields();
        changes = List.of();
        return taken(new Step(hostBegin(fields, item, breadth, columns)));
    }

    synchronized Step measured(double[] extents, double time) {
        return taken(new Step(hostMeasured(extents, time)));
    }

    private Step taken(Step step) {
        changes = step.update.changes;
        return step;
    }

    // Settings: get them, change a field, and set them.

    public Settings settings() {
        long[] counts = new long[3];
        return new Settings(getSettings(counts), counts);
    }

    public void setSettings(Settings settings) {
        setSettings(given(settings, "settings").fields(), settings.counts());
    }

    public Tuning tuning(Mode mode, Range range) {
        double[] fields =
                getTuning(given(mode, "mode").ordinal(), given(range, "range").ordinal());
        return new Tuning(fields[0], fields[1], fields[2] != 0);
    }

    public void setTuning(Mode mode, Range range, Tuning tuning) {
        given(tuning, "tuning");
        setTuning(given(mode, "mode").ordinal(), given(range, "range").ordinal(), tuning.leading,
                tuning.trailing, tuning.isEnabled);
    }

    public void setMode(Mode mode) {
        setMode(given(mode, "mode").ordinal());
    }

    public synchronized native void markScrolled();

    // Edits. Extents are as many as the items inserted, or none for items that are not measured.

    public synchronized native void insert(long index, long count, double... extents);

    public synchronized native void remove(long lower, long upper);

    public synchronized native void move(long lower, long upper, long to);

    public synchronized native void forget(long lower, long upper);

    public synchronized native void setRowExtents(long row, double... extents);

    /** Has the measured rows that hold the items measured again; they keep their extents for now. */
    public synchronized native void markProvisional(long lower, long upper);

    /** Makes an item a header, of a section of this many columns; 0 for as many as the list has. */
    public synchronized native void markHeader(long index, int columns);

    public synchronized native void unmarkHeader(long index);

    /** Changes the columns and the spacing; rows that keep their extents become provisional. */
    public synchronized native void setLayout(int columns, double spacing, boolean keepsExtents);

    /**
     * Lays the list out in lanes, 1 … 16 (masonry): each item goes on where its own lane ends, and keeps
     * its lane. A lane that ends up to {@code tolerance} later than the first one may still be taken; the
     * same lanes and spacing again set that alone. {@link #setLayout} goes back to columns.
     */
    public synchronized native void setLanes(
            int lanes, double spacing, double tolerance, boolean keepsExtents);

    /** Makes items wide, across all lanes, with {@link #SPAN_WIDE}; 1 puts them into a lane again. */
    public synchronized native void setSpan(long lower, long upper, int span);

    /**
     * Applies the edits that turn the ids that the items had into those that they have now. Throws
     * {@code ARGUMENT}, and nothing changes, if there is not one old id per item, if an id occurs
     * twice in an array, and for {@link #ID_NONE}.
     */
    public synchronized native void apply(long[] oldIds, long[] newIds, double... extents);

    /**
     * Returns the edits that turn one sequence of ids into another, in the order in which they are
     * applied. As few items move as possible, and no id in both is removed or inserted.
     */
    public static List<Edit> diff(long[] oldIds, long[] newIds) {
        long[] slots = edits(oldIds, newIds);
        List<Edit> edits = new ArrayList<>(slots.length / 5);
        for (int i = 0; i < slots.length; i += 5) {
            EditKind kind = EditKind.values()[(int) slots[i]];
            edits.add(new Edit(kind, slots[i + 1], slots[i + 2], slots[i + 3], slots[i + 4]));
        }
        return Collections.unmodifiableList(edits);
    }

    public synchronized native double estimate();

    public synchronized native void setEstimate(double estimate);

    // Update.

    public synchronized Update update(Viewport viewport) {
        long item = given(viewport, "viewport").item == null ? 0 : viewport.item;
        double[] fields = viewport.fields();
        changes = List.of();
        Update update = new Update(update(fields, item), 0);
        changes = update.changes;
        return update;
    }

    // Kept items: they keep some bits of their state wherever the user scrolls, through edits.

    /** Keeps an item with these bits, 0 for no longer; at most 64 items. Changes stay valid. */
    public synchronized native void keep(long index, int bits);

    /** Returns the indices of the kept items, ascending. */
    public synchronized native long[] kept();

    // Names: they stay with their items through edits, until these are in no range.

    /** Names the items from {@code lower} on; {@link #ID_NONE} takes a name away. */
    public synchronized native void setNames(long lower, long... names);

    /**
     * Returns the names of the items of a change of the last update: those that they have or, if
     * they were removed, had; {@link #ID_NONE} for an item without a name. Throws {@code ARGUMENT}
     * once items are inserted, removed or moved, or an update has failed.
     */
    public synchronized long[] changeNames(int position) {
        if (position < 0 || position >= changes.size()) {
            return copyChangeNames(position, -1);
        }
        Update.Change change = changes.get(position);
        return copyChangeNames(position, change.upper() - change.lower());
    }

    /**
     * Makes an item the scroll target, and returns the offset that aligns it. {@code fraction} is
     * 0 … 1, or a constant of {@link Fraction}.
     */
    public double setScrollTarget(long index, double fraction) {
        return setScrollTarget(index, fraction, 0);
    }

    /** The same, with {@code shift} points added to the offset. */
    public synchronized native double setScrollTarget(long index, double fraction, double shift);

    // Batches.

    public BatchContext beginBatch(End end) {
        int[] token = new int[1];
        long context = beginBatch(given(end, "end").ordinal(), token);
        return new BatchContext(context, token[0]);
    }

    public void retryBatch(End end) {
        retryBatch(given(end, "end").ordinal());
    }

    public void resetBatch(End end) {
        resetBatch(given(end, "end").ordinal());
    }

    public void markExhausted(End end) {
        markExhausted(given(end, "end").ordinal());
    }

    // Queries.

    public synchronized native long count();

    public synchronized native long measuredRowCount();

    public synchronized native double length();

    public synchronized native Item item(long index);

    public synchronized native Item itemAt(double offset);

    public Interval itemsIn(double lower, double upper) {
        long[] items = findItems(lower, upper);
        return new Interval(items[0], items[1]);
    }

    public Rows rows(long lower, long upper) {
        double[] values = copyRows(lower, upper);
        int count = values.length / 2;
        return new Rows(Arrays.copyOf(values, count),
                Arrays.copyOfRange(values, count, values.length));
    }

    /** Returns where items are. */
    public List<Place> places(long lower, long upper) {
        long[] slots = copyPlaces(lower, upper);
        List<Place> places = new ArrayList<>(slots.length / 4);
        for (int i = 0; i < slots.length; i += 4) {
            places.add(new Place(Double.longBitsToDouble(slots[i]), Double.longBitsToDouble(slots[i + 1]),
                    (int) slots[i + 2], (slots[i + 3] & 1) != 0, (slots[i + 3] & 2) != 0));
        }
        return Collections.unmodifiableList(places);
    }

    /** Finds the first stretch of rows to measure among those that hold the items. */
    public Interval unmeasuredRows(long lower, long upper) {
        long[] rows = findUnmeasuredRows(lower, upper);
        return new Interval(rows[0], rows[1]);
    }

    public synchronized native long sectionCount();

    public Section section(long ordinal) {
        return section(findSection(ordinal));
    }

    /** Finds the section of an item. Throws {@code NOT_FOUND} before the first header. */
    public Section sectionOfItem(long index) {
        return section(findSectionOfItem(index));
    }

    private static Section section(long[] of) {
        return new Section(
                of[0], new Interval(of[1], of[2]), new Interval(of[3], of[4]), of[5]);
    }

    public synchronized native long rowOfItem(long index);

    public Interval itemsOfRow(long row) {
        long[] items = findItemsOfRow(row);
        return new Interval(items[0], items[1]);
    }

    /** Finds the header that was pinned in the last update. Throws {@code NOT_FOUND} without one. */
    public synchronized native PinnedHeader pinnedHeader();

    /** Finds what the last update wants preloaded. Throws {@code NOT_FOUND} without foresight. */
    public Foresight foresee() {
        long[] of = findForesight();
        var spans = new java.util.ArrayList<Span>();
        for (int i = 0; i < of[10]; i++) {
            int at = 11 + 3 * i;
            spans.add(new Span(new Interval(of[at], of[at + 1]), of[at + 2] != 0));
        }
        return new Foresight(
                java.util.List.copyOf(spans), new Interval(of[4], of[5]), new Interval(of[6], of[7]),
                new Interval(of[8], of[9]), of[0] / 960.0, of[1] / 960.0, of[2] != 0, of[3] != 0);
    }

    /** Records what the preload of an item took, whether it succeeded or failed. */
    public synchronized native void addPreloadTime(double seconds);

    public synchronized native int state(long index);

    public synchronized native byte[] states(long lower, long upper);

    public synchronized native void validate();

    private static native void initialize();

    static native String reasonText(int reason);

    private static native long create(
            int columns, double estimate, double spacing, int preset, double quantum);

    private static native void destroy(long list, long host);

    private native long createHost(double[] options);

    synchronized native void setHostOptions(double[] options);

    private native long[] hostBegin(double[] viewport, long item, double breadth, int columns);

    private native long[] hostMeasured(double[] extents, double time);

    synchronized native boolean hostSetExtent(int node, double extent);

    synchronized native void hostWrote(double offset);

    synchronized native int hostFind(long index);

    synchronized native void hostKeep(long index, boolean keeps);

    synchronized native void hostRenew(long lower, long upper);

    synchronized native void hostScrollToOffset(double offset, boolean isAnimated);

    synchronized native void hostScrollTo(
            long index, double fraction, double shift, boolean isAnimated);

    synchronized native void hostValidate();

    private synchronized native double[] getSettings(long[] counts);

    private synchronized native void setSettings(double[] fields, long[] counts);

    private synchronized native double[] getTuning(int mode, int range);

    private synchronized native void setTuning(
            int mode, int range, double leading, double trailing, boolean isEnabled);

    private synchronized native void setMode(int mode);

    private synchronized native long[] update(double[] viewport, long item);

    private static native long[] edits(long[] oldIds, long[] newIds);

    private synchronized native long[] copyChangeNames(int position, long count);

    private synchronized native long beginBatch(int end, int[] token);

    private synchronized native void retryBatch(int end);

    private synchronized native void resetBatch(int end);

    private synchronized native void markExhausted(int end);

    private synchronized native long[] findItems(double lower, double upper);

    private synchronized native double[] copyRows(long lower, long upper);

    private synchronized native long[] copyPlaces(long lower, long upper);

    private synchronized native long[] findUnmeasuredRows(long lower, long upper);

    private synchronized native long[] findSection(long ordinal);

    private synchronized native long[] findSectionOfItem(long index);

    private synchronized native long[] findItemsOfRow(long row);

    private synchronized native long[] findForesight();
}
