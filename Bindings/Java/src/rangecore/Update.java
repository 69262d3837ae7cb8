package rangecore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The fields of {@code rc_update}: a copy, which may be kept. */
public final class Update {
    /** The values of {@code rc_direction}. */
    public enum Direction { NONE, FORWARD, BACKWARD }

    /** The values of {@code rc_batch_answer}. */
    public enum Answer { NO, YES, DEFER }

    /** The values of {@code rc_batch_reason}. */
    public enum Reason {
        FETCHING, EXHAUSTED, PAUSED, BACKING_OFF, INSERTION_PENDING, DISABLED, EMPTY_VIEWPORT,
        NO_ITEMS, SHORT_CONTENT, SHORT_CONTENT_POLICY, NOT_ON_SCREEN, MOVING_AWAY, NEAR_END,
        FAR_FROM_END, HOST_DECIDES;

        /** A short description, for logs. */
        public String text() {
            return RangeList.reasonText(ordinal());
        }
    }

    /** Whether to fetch at one end now, and why. */
    public record Decision(
            Answer answer, Reason reason, double remaining, double seconds, boolean isNear) {}

    /** A run of consecutive items with the same change of state; states are bits. */
    public record Change(long lower, long upper, double distance, int before, int after) {}

    /** The items that overlap the viewport, and those in each range. */
    public final RangeList.Interval visible;
    public final Map<RangeList.Range, RangeList.Interval> ranges;
    public final double correction;
    public final double pending;
    /** The length of what the host can scroll: that of the list, less {@code pending}. */
    public final double scrollLength;
    public final double offset;
    public final double nextTime;
    public final Decision tail;
    public final Decision head;
    public final RangeList.Mode mode;
    public final Settings.Presence presence;
    public final Direction direction;
    /** How many changes, from the first, are of removed items. */
    public final int removedCount;
    /** How many changes, from {@code removedCount}, clear a bit. */
    public final int leftCount;
    public final List<Change> changes;

    private final long[] slots;
    private int next;

    /** Reads what follows from a slot on. */
    Update(long[] slots, int first) {
        this.slots = slots;
        next = first;
        visible = interval();
        ranges = new EnumMap<>(RangeList.Range.class);
        for (RangeList.Range range : RangeList.Range.values()) {
            ranges.put(range, interval());
        }
        correction = points();
        pending = points();
        scrollLength = points();
        offset = points();
        nextTime = points();
        tail = decision();
        head = decision();
        mode = RangeList.Mode.values()[integer()];
        presence = Settings.Presence.values()[integer()];
        direction = Direction.values()[integer()];
        removedCount = integer();
        leftCount = integer();
        List<Change> read = new ArrayList<>();
        while (next < slots.length) {
            read.add(new Change(slots[next++], slots[next++], points(), integer(), integer()));
        }
        changes = Collections.unmodifiableList(read);
    }

    @Override
    public String toString() {
        return "Update[changes=" + changes + ", removedCount=" + removedCount + ", leftCount="
                + leftCount + ", visible=" + visible + ", ranges=" + ranges + ", correction="
                + correction + ", pending=" + pending + ", scrollLength=" + scrollLength
                + ", offset=" + offset + ", nextTime=" + nextTime + ", tail=" + tail + ", head="
                + head + ", mode=" + mode + ", presence=" + presence + ", direction=" + direction
                + "]";
    }

    private int integer() {
        return (int) slots[next++];
    }

    private double points() {
        return Double.longBitsToDouble(slots[next++]);
    }

    private RangeList.Interval interval() {
        return new RangeList.Interval(slots[next++], slots[next++]);
    }

    private Decision decision() {
        return new Decision(Answer.values()[integer()], Reason.values()[integer()], points(),
                points(), integer() != 0);
    }
}
