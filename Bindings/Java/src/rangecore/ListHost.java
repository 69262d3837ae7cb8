package rangecore;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Keeps the views of a {@link Surface} in line with a list: the loop of {@code rangecore_host.h}. The
 * README begins with a program.
 *
 * <p>Call {@link #update} when the viewport has moved, when the surface is laid out, when it is no
 * longer held, and after edits of {@link #list}. An item gets a view when it comes on screen, or
 * earlier when it is measured ahead, and keeps it, wherever edits move it, until it leaves the
 * display range. Use it from one thread.
 */
public final class ListHost<V> implements AutoCloseable {
    /** The list, to be edited at any time but during the surface's methods. */
    public final RangeList list;

    /**
     * How long one update may measure rows ahead of the visible ones, in seconds. The rest follows in
     * an update of its own, after a pause of the same length. With 0 nothing is measured ahead.
     */
    public double measuringBudget = 0.004;

    /**
     * The list knows the extents of all its rows, as it was told them or all are as long as its
     * estimate: nothing is measured, ever, and views are made only for what is on screen.
     */
    public boolean extentsAreKnown;

    /** {@link Surface#columns} are lanes; see {@link RangeList#setLanes}. */
    public boolean inLanes;

    /** Returns the time in seconds, from any start on; by default that of {@link System#nanoTime}. */
    public DoubleSupplier clock = () -> System.nanoTime() / 1e9;

    /** What is called after each update. */
    interface Follower {
        /** Hears of an update; returns when it needs another one even if nothing happens. */
        double follow();

        /** Hears that the host is closed. */
        void end();
    }

    /** By whom they serve. */
    final Map<Object, Follower> followers = new LinkedHashMap<>();

    private final Surface<V> surface;
    private final RangeHost host;
    private final RangeHost.Options options = new RangeHost.Options();
    /** By the numbers of nodes. */
    private final List<V> views = new ArrayList<>();
    private Update latest;
    private double breadth;
    private boolean isUpdating;
    private boolean isOutdated;
    private boolean isWriting;
    private boolean animates;
    private boolean isHidden = true;
    /** How many updates there were. */
    private long turn;

    /** Makes a host of a list, which may not have another. */
    public ListHost(Surface<V> surface, RangeList list) {
        this.surface = RangeCoreException.given(surface, "surface");
        this.list = list;
        host = new RangeHost(list);
        Settings settings = list.settings();
        for (RangeList.End end : RangeList.End.values()) {
            boolean isOff = settings.leadingScreens[end.ordinal()] == 0;
            if (isOff && surface.fetchesAt(end)) {
                settings.leadingScreens[end.ordinal()] = 2;
            }
        }
        list.setSettings(settings);
    }

    /** Recycles all views; the list stays, and must not be closed before. */
    @Override
    public void close() {
        for (Follower follower : List.copyOf(followers.values())) {
            follower.end();
        }
        for (int node = 0; node < views.size(); node++) {
            recycle(node);
        }
        host.close();
    }

    /**
     * Brings the list and the views in line with the viewport. During an update it takes effect
     * afterwards; while the host sets the offset or the scroll length it does nothing. After an
     * exception, also that of a measured extent that is no number, the next call goes on.
     */
    public void update() {
        if (isUpdating) {
            isOutdated = isOutdated || !isWriting;
            return;
        }
        isUpdating = true;
        long current = ++turn;
        double wakesAt = 0;
        try {
            int rounds = 0;
            do {
                isOutdated = false;
                wakesAt = step();
            } while (isOutdated && ++rounds < 3);
            if (isOutdated) {
                wakesAt = clock.getAsDouble();
            }
            wake(wakesAt);
        } finally {
            isUpdating = false;
        }
        double next = Double.POSITIVE_INFINITY;
        for (Follower follower : List.copyOf(followers.values())) {
            next = Math.min(next, follower.follow());
        }
        // Unless one of them has updated it.
        if (next < wakesAt && current == turn) {
            wake(next);
        }
    }

    /**
     * Scrolls so that an item is at a fraction of the viewport (see {@link RangeList.Fraction}). What
     * is measured on the way does not shift the target.
     */
    public void scrollTo(long index, double fraction, boolean animated) {
        host.scrollTo(index, fraction, 0, animated);
        animates = animated;
        update();
    }

    /**
     * Scrolls to an offset, and rests there however rows on the way are measured; infinity is the end.
     * As an item does, it waits until the list is shown: so a list that sticks to its tail begins
     * elsewhere if this, or {@link #scrollTo}, comes before its first update.
     */
    public void scrollToOffset(double offset, boolean animated) {
        host.scrollToOffset(offset, animated);
        animates = animated;
        update();
    }

    /** Measures all rows again, as after a change of the text size. A new breadth needs no call. */
    public void remeasure() {
        list.markProvisional(0, list.count());
        update();
    }

    /**
     * Measures an item again, whose content has changed. If it is visible its row keeps its start,
     * and so grows downward; any other leaves in place what is beside it on screen.
     */
    public void remeasure(long index) {
        if (view(index) != null) {
            host.setExtent(host.find(index), RangeHost.EXTENT_LATER);
        } else {
            list.markProvisional(index, index + 1);
        }
        update();
    }

    /** Returns the view of an item; null if it has none. */
    public V view(long index) {
        try {
            int node = host.find(index);
            return node < views.size() ? views.get(node) : null;
        } catch (RangeCoreException exception) {
            return null;
        }
    }

    /** Returns how many items have a view. */
    public int viewCount() {
        return (int) views.stream().filter(view -> view != null).count();
    }

    /** Returns the latest update of the list; null before the first. */
    public Update latest() {
        return latest;
    }

    private void wake(double time) {
        if (time < Double.POSITIVE_INFINITY) {
            surface.wake(Math.max(time - clock.getAsDouble(), 0));
        }
    }

    /** Returns the items that are visible as of the latest update; a hidden list shows nothing. */
    RangeList.Interval seenItems() {
        return isHidden || latest == null ? new RangeList.Interval(0, 0) : latest.visible;
    }

    /** Makes a step; returns when to make the next one. */
    private double step() {
        Viewport viewport = surface.viewport();
        viewport.time = clock.getAsDouble();
        viewport.jitter = ThreadLocalRandom.current().nextDouble();
        double across = surface.breadth();
        isHidden = across <= 0 || viewport.length <= viewport.insetStart + viewport.insetEnd;
        boolean isOther = across > 0 && across != breadth;
        if (options.budget != measuringBudget || options.extentsAreKnown != extentsAreKnown
                || options.inLanes != inLanes) {
            options.budget = measuringBudget;
            options.extentsAreKnown = extentsAreKnown;
            options.inLanes = inLanes;
            host.setOptions(options);
        }
        Step step = host.begin(viewport, across, isOther ? surface.columns(across) : 0);
        breadth = across > 0 ? across : breadth;
        for (int told = 0; ; ) {
            if (step.rounds != told) {
                told = step.rounds;
                latest = step.update;
                surface.updated(latest);
            }
            if (step.isDone) {
                break;
            }
            double[] extents = new double[Math.min(step.asks.size(), 1)];
            if (extents.length > 0) {
                Step.Node node = step.asks.get(0);
                extents[0] = surface.measure(made(node), node.index(), node.columns());
            }
            step = host.measured(clock.getAsDouble(), extents);
        }
        apply(step);
        for (RangeList.End end : RangeList.End.values()) {
            fetch(end);
        }
        return step.nextTime;
    }

    /** Does what a step says once it is done. */
    private void apply(Step step) {
        for (int node : step.released) {
            recycle(node);
        }
        isWriting = true;
        try {
            if (step.setsLength) {
                surface.setScrollLength(step.scrollLength);
            }
            if (step.setsOffset) {
                surface.setOffset(step.offset, false);
                host.wrote(surface.viewport().offset);
            }
        } finally {
            isWriting = false;
        }
        if (step.targetOffset != null && animates) {
            animates = false;
            surface.setOffset(step.targetOffset, true);
        }
        for (Step.Node node : step.news) {
            if (node.hasView() && node.hasMoved()) {
                surface.place(made(node), new Surface.Frame(node.start(), node.extent(),
                        node.column(), node.columns(), node.isPinned()));
            }
        }
    }

    /** Returns the view of a node, which is made if it has none. */
    private V made(Step.Node node) {
        while (node.node() >= views.size()) {
            views.add(null);
        }
        if (views.get(node.node()) == null) {
            views.set(node.node(), surface.makeView(node.index()));
        }
        return views.get(node.node());
    }

    private void recycle(int node) {
        V view = node < views.size() ? views.set(node, null) : null;
        if (view != null) {
            surface.recycle(view);
        }
    }

    private void fetch(RangeList.End end) {
        Update.Decision due = end == RangeList.End.TAIL ? latest.tail : latest.head;
        if (due.answer() == Update.Answer.YES && surface.fetchesAt(end)) {
            long count = list.count();
            surface.fetch(end);
            isOutdated = isOutdated || list.count() != count;
        }
    }
}
