package rangecore;

import java.lang.annotation.Native;
import java.util.Objects;

/**
 * What an update answers.
 *
 * <p>It is a copy, made in one call: it stays as it is whatever happens to the list. Changes are
 * asked for by their position, so that none of them is an object.
 */
public final class Update {
    // How it crosses from C: all in one array, points as the bits of doubles. The native library
    // takes these numbers from here.
    @Native static final int CHANGE_COUNT = 0;
    @Native static final int REMOVED_COUNT = 1;
    @Native static final int LEFT_COUNT = 2;
    @Native static final int CORRECTION = 3;
    @Native static final int PENDING = 4;
    @Native static final int OFFSET = 5;
    @Native static final int NEXT_TIME = 6;
    @Native static final int MODE = 7;
    @Native static final int PRESENCE = 8;
    @Native static final int DIRECTION = 9;
    @Native static final int VISIBLE = 10;
    @Native static final int RANGES = 12;
    @Native static final int BATCHES = 24;
    // Of each batch decision.
    @Native static final int BATCH_ANSWER = 0;
    @Native static final int BATCH_REASON = 1;
    @Native static final int BATCH_REMAINING = 2;
    @Native static final int BATCH_SECONDS = 3;
    @Native static final int BATCH_IS_NEAR = 4;
    @Native static final int BATCH_SLOTS = 5;
    @Native static final int CHANGES = 34;
    // Of each change; its states are before + 256 × after.
    @Native static final int CHANGE_LOWER = 0;
    @Native static final int CHANGE_UPPER = 1;
    @Native static final int CHANGE_STATES = 2;
    @Native static final int CHANGE_DISTANCE = 3;
    @Native static final int CHANGE_SLOTS = 4;

    private final long[] slots;

    Update(long[] slots) {
        this.slots = slots;
    }

    // -- changes: removed items, then what left a range, then what entered --

    /** How many changes there are in all. */
    public int changeCount() {
        return (int) slots[CHANGE_COUNT];
    }

    /** How many of them, from the first on, are of removed items. */
    public int removedCount() {
        return (int) slots[REMOVED_COUNT];
    }

    /** How many, after those, clear a bit. */
    public int leftCount() {
        return (int) slots[LEFT_COUNT];
    }

    /** The first item of a change; of removed ones, its index at the update before. */
    public long lower(int change) {
        return slots[slot(change, CHANGE_LOWER)];
    }

    /** The end of a change's items. */
    public long upper(int change) {
        return slots[slot(change, CHANGE_UPPER)];
    }

    /** The {@link State} at the update before; 0 for items that are new since then. */
    public int before(int change) {
        return (int) slots[slot(change, CHANGE_STATES)] & 0xff;
    }

    /** The {@link State} now; 0 for items that were removed. */
    public int after(int change) {
        return (int) slots[slot(change, CHANGE_STATES)] >> 8;
    }

    /** How far the nearest of them is from the viewport, in points, for changes that enter. */
    public double distance(int change) {
        return points(slot(change, CHANGE_DISTANCE));
    }

    // -- ranges --

    /** The items that overlap the viewport. */
    public Interval visible() {
        return interval(VISIBLE);
    }

    /** The items in a range. */
    public Interval range(RangeKind kind) {
        return interval(RANGES + 2 * kind.ordinal());
    }

    // -- the viewport --

    /** What the host adds to its scroll offset now, in points. */
    public double correction() {
        return points(CORRECTION);
    }

    /** What the host will have to add when the user lets go, in points. */
    public double pending() {
        return points(PENDING);
    }

    /** The offset at which everything here was answered: the host's + pending + correction. */
    public double offset() {
        return points(OFFSET);
    }

    /**
     * The earliest time at which another update could answer differently by time alone, in seconds;
     * infinity where none could.
     */
    public double nextTime() {
        return points(NEXT_TIME);
    }

    /** The range mode. */
    public RangeMode mode() {
        return RangeMode.values()[(int) slots[MODE]];
    }

    /** Where the list is, as the items see it. */
    public Presence presence() {
        return Presence.values()[(int) slots[PRESENCE]];
    }

    /** The remembered direction of the user's scrolling. */
    public Direction direction() {
        return Direction.values()[(int) slots[DIRECTION]];
    }

    /** Whether to fetch at an end. */
    public BatchDecision batch(End end) {
        int slot = BATCHES + BATCH_SLOTS * end.ordinal();
        return new BatchDecision(
                BatchDecision.Answer.values()[(int) slots[slot + BATCH_ANSWER]],
                BatchDecision.Reason.values()[(int) slots[slot + BATCH_REASON]],
                points(slot + BATCH_REMAINING),
                points(slot + BATCH_SECONDS),
                slots[slot + BATCH_IS_NEAR] != 0);
    }

    private int slot(int change, int field) {
        return CHANGES + CHANGE_SLOTS * Objects.checkIndex(change, changeCount()) + field;
    }

    private double points(int slot) {
        return Double.longBitsToDouble(slots[slot]);
    }

    private Interval interval(int slot) {
        return new Interval(slots[slot], slots[slot + 1]);
    }
}
