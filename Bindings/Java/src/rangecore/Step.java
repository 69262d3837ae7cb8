package rangecore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What to do now, with the fields of {@code rc_host_step}: a copy, which may be kept. All but {@link
 * #asks} is only set once the step is done.
 */
public final class Step {
    /** An item that is near, and its view, with the fields of {@code rc_host_node}. */
    public record Node(
            int node, long index, int column, int columns, double start, double extent, int before,
            int state, boolean isNew, boolean hasMoved, boolean hasView, boolean isOnScreen,
            boolean isPinned, boolean isKept, boolean isLate) {}

    public final boolean isDone;
    public final boolean isSettled;
    public final boolean setsLength;
    public final boolean setsOffset;
    public final double scrollLength;
    public final double offset;
    /** Where an animated request leads to; null for none. */
    public final Double targetOffset;
    public final double nextTime;
    public final int rounds;
    public final int nodeCount;
    /** What to measure, nearest first. */
    public final List<Node> asks;
    /** The nodes that need a view, have moved, or have another state. */
    public final List<Node> news;
    /** Numbers of nodes whose views are not needed any more. */
    public final int[] released;
    /** Numbers of nodes that are gone, also among the released if they had a view. */
    public final int[] freed;
    /** The latest update of the list; its changes are since the round before. */
    public final Update update;

    private final long[] slots;
    private int next;

    Step(long[] slots) {
        this.slots = slots;
        isDone = flag();
        isSettled = flag();
        setsLength = flag();
        setsOffset = flag();
        boolean hasTarget = flag();
        scrollLength = points();
        offset = points();
        double target = points();
        targetOffset = hasTarget ? target : null;
        nextTime = points();
        rounds = integer();
        nodeCount = integer();
        int askCount = integer();
        int newsCount = integer();
        released = new int[integer()];
        freed = new int[integer()];
        asks = nodes(askCount);
        news = nodes(newsCount);
        fill(released);
        fill(freed);
        update = new Update(slots, next);
    }

    private boolean flag() {
        return slots[next++] != 0;
    }

    private int integer() {
        return (int) slots[next++];
    }

    private double points() {
        return Double.longBitsToDouble(slots[next++]);
    }

    private void fill(int[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = integer();
        }
    }

    private List<Node> nodes(int count) {
        List<Node> read = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int flags = (int) slots[next + 8];
            read.add(new Node(integer(), slots[next++], integer(), integer(), points(), points(),
                    integer(), integer(), (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0,
                    (flags & 8) != 0, (flags & 16) != 0, (flags & 32) != 0, (flags & 64) != 0));
            next++;
        }
        return Collections.unmodifiableList(read);
    }
}
