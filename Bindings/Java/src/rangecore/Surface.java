package rangecore;

/**
 * What a toolkit supplies for a {@link ListHost}, which calls it during {@link ListHost#update};
 * {@code V} is what shows an item. Methods must not edit the list, except {@link #fetch}.
 *
 * <p>Offsets are the toolkit's own, from the start of the list to the outer edge of the viewport,
 * also past an end in a bounce.
 */
public interface Surface<V> {
    /** Where the view of an item is among the content, in points from scroll offset 0. */
    record Frame(double start, double extent, int column, int columns, boolean isPinned) {}

    /**
     * The viewport as the toolkit has it now: user-driven when the user moves the list, held while
     * whatever moves it (a finger, a fling, an animation) would overwrite a correction. Its time and
     * jitter are the host's.
     */
    Viewport viewport();

    /** The length across the axis; 0 while nothing can be measured. */
    double breadth();

    /** How many items fit side by side; 0 for as many as the list has. */
    default int columns(double breadth) {
        return 0;
    }

    void setScrollLength(double length);

    void setOffset(double offset, boolean animated);

    /**
     * Makes a view that shows an item, or recycles one. It is to be filled here, not in {@link
     * #measure}: a row whose extent is known already, because it comes back or was inserted with it,
     * is placed without being measured.
     */
    V makeView(long item);

    /** Returns the extent of a view along the axis, or {@link RangeHost#EXTENT_LATER}. */
    double measure(V view, long item, int columns);

    void place(V view, Frame frame);

    /** Hides a view, which is not needed any more. */
    void recycle(V view);

    /** Has {@link ListHost#update} called once after so many seconds, in place of earlier wishes. */
    void wake(double seconds);

    /** Hears of each update of the list, with what entered and left the ranges. */
    default void updated(Update update) {}

    /** Hears that a batch is due at an end: see {@link RangeList#beginBatch}. */
    default void fetch(RangeList.End end) {}

    /**
     * Whether {@link #fetch} is for an end; by default for both. A host fetches within two screenfuls
     * of such an end, or within the {@code leadingScreens} that are set once it is made.
     */
    default boolean fetchesAt(RangeList.End end) {
        return true;
    }
}
