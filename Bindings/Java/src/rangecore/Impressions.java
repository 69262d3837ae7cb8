package rangecore;

import static rangecore.RangeCoreException.given;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;

/**
 * Tells which items of any number of lists were seen, each id once in a session: {@code
 * rangecore_impressions.h} for ids that can be keys of a map.
 *
 * <pre>{@code
 * Impressions<Integer> impressions = new Impressions<>();
 * impressions.onSeen = it -> System.out.println(it.id() + " was seen at " + it.time());
 * impressions.attach(host, index -> photos.get((int) index).id());
 * }</pre>
 *
 * <p>From then on each update of the host says how much of which item is on screen: within the
 * viewport's insets, and not under a pinned header. What is scrolled past quickly is not seen, nor
 * what is in a window that nobody looks at: see {@link #setActive}. Use it from one thread, that of
 * its hosts.
 */
public final class Impressions<I> implements AutoCloseable {
    /** When an item counts as seen: so much of it, 0 … 1, for so many seconds without a break. */
    public record Rule(double fraction, double seconds) {
        /** Half of it for a second: what the Media Rating Council asks of a picture. */
        public static final Rule DISPLAY = new Rule(0.5, 1);
        /** Half of it for two seconds, as for a video. */
        public static final Rule VIDEO = new Rule(0.5, 2);
    }

    /**
     * What has happened to an item, at a time by {@link #clock}, exact even if it is told later.
     *
     * @param seconds for {@link #onSeen} and {@link #onLeft}, how long it had been on screen by then
     * @param fraction for {@link #onCrossed}, how much of it is visible, 0 … 1
     * @param rule for {@link #onSeen} and {@link #onLeft}, the position of the rule that counted
     * @param level for {@link #onCrossed}, how many of the thresholds it reaches; 0 is out of sight
     */
    public record Event<I>(
            I id, double time, double seconds, double fraction, int rule, int level) {}

    /** Called when an item has been on screen as long as its rule says, once in a session. */
    public Consumer<Event<I>> onSeen = event -> {};

    /** Called when one that was seen no longer is, with the seconds. */
    public Consumer<Event<I>> onLeft = event -> {};

    /**
     * Called when an item has come to reach another number of thresholds, as an {@code
     * IntersectionObserver} tells.
     */
    public Consumer<Event<I>> onCrossed = event -> {};

    /** Returns the time in seconds, from any start on; by default that of {@link System#nanoTime}. */
    public DoubleSupplier clock = () -> System.nanoTime() / 1e9;

    static {
        // Loads the library.
        RangeList.version();
    }

    private final Runnable destroy;
    /** The pointer; 0 once closed. */
    private long impressions;
    private final int ruleCount;
    private boolean isActive = true;
    private double nextTime = Double.POSITIVE_INFINITY;
    /** An id has a number while it is shown, or was seen. */
    private final Map<I, Long> numbers = new HashMap<>();
    private final Map<Long, I> ids = new HashMap<>();
    private long last;
    private int most = 1024;
    private final Map<RangeList, Shown> lists = new HashMap<>();
    private long lastList;
    private final Deque<Runnable> untold = new ArrayDeque<>();

    /** What a list shows, by its number; and its host, if it has one. */
    private static final class Shown {
        final long number;
        ListHost<?> host;
        long[] ids = {};

        Shown(long number) {
            this.number = number;
        }
    }

    /** Makes impressions by which half of an item is seen after a second. */
    public Impressions() {
        this(List.of(Rule.DISPLAY));
    }

    /**
     * Makes impressions; nothing is told until a list is attached.
     *
     * @param rules one to four
     * @param thresholds fractions of an item, ascending, up to 32, of which {@link #onCrossed} tells
     */
    public Impressions(List<Rule> rules, double... thresholds) {
        given(thresholds, "thresholds");
        double[] pairs = new double[2 * given(rules, "rules").size()];
        for (int i = 0; i < rules.size(); i++) {
            pairs[2 * i] = rules.get(i).fraction();
            pairs[2 * i + 1] = rules.get(i).seconds();
        }
        ruleCount = rules.size();
        long made = create(pairs, thresholds);
        impressions = made;
        // Of what it captures, nothing is `this`, which would then stay reachable forever.
        destroy = RangeList.CLEANER.register(this, () -> destroy(made))::clean;
    }

    /** Follows no list any longer, and frees all of it. */
    @Override
    public void close() {
        for (RangeList list : List.copyOf(lists.keySet())) {
            end(list);
        }
        impressions = 0;
        destroy.run();
    }

    private long open() {
        if (impressions == 0) {
            throw new IllegalStateException("the impressions are closed");
        }
        return impressions;
    }

    // -- the session --

    /** Whether somebody can look. */
    public boolean isActive() {
        return isActive;
    }

    /**
     * Tells whether somebody can look: the app is in the foreground, its window is not hidden.
     * Nothing is seen otherwise, and what is on screen has left. A hidden list says so itself.
     */
    public void setActive(boolean isActive) {
        this.isActive = isActive;
        updateAll();
    }

    /** Begins another session, in which every id can be seen again, also what is on screen. */
    public void reset() {
        reset(open());
        updateAll();
    }

    /**
     * Forgets that an id was seen: one that will not come back, or shall count again. One that is on
     * screen is not forgotten.
     */
    public void forget(I id) {
        forget(open(), numbers.getOrDefault(id, 0L));
    }

    /** Returns whether an id was seen in this session. */
    public boolean isSeen(I id) {
        return isSeen(open(), numbers.getOrDefault(id, 0L));
    }

    /** Checks all invariants, for tests. */
    public void validate() {
        validate(open());
    }

    // -- lists --

    /**
     * Tells which items of a host are seen, from what is on screen on, until the host is closed.
     *
     * @param idOf returns the id of an item; null for one that does not count
     */
    public void attach(ListHost<?> host, LongFunction<? extends I> idOf) {
        attach(host, idOf, index -> 0, () -> 1);
    }

    /**
     * The same, with a rule for each item, and a part of the list.
     *
     * @param ruleOf returns the position of an item's rule
     * @param cross returns which part of the list's breadth is on screen, 0 … 1: less than 1 for a
     *     carousel that is scrolled partly out of the feed that it is in
     */
    public void attach(
            ListHost<?> host, LongFunction<? extends I> idOf, LongToIntFunction ruleOf,
            DoubleSupplier cross) {
        given(idOf, "idOf");
        given(ruleOf, "ruleOf");
        given(cross, "cross");
        detach(given(host, "host").list);
        shown(host.list).host = host;
        ListHost.Follower follower = new ListHost.Follower() {
            @Override
            public double follow() {
                Impressions.this.follow(host.list, host.seenItems(), idOf, ruleOf,
                        cross.getAsDouble());
                return nextTime;
            }

            @Override
            public void end() {
                detach(host.list);
            }
        };
        host.followers.put(this, follower);
        if (host.latest() != null) {
            host.update();
        }
    }

    /**
     * Tells which items of a list without a host are seen: to be called after each update of it.
     *
     * @param visible that of the update; none if the list is hidden
     */
    public void follow(RangeList list, RangeList.Interval visible, LongFunction<? extends I> idOf) {
        follow(list, visible, idOf, index -> 0, 1);
    }

    private void follow(
            RangeList list, RangeList.Interval visible, LongFunction<? extends I> idOf,
            LongToIntFunction ruleOf, double cross) {
        long pointer = open();
        Shown shown = shown(list);
        synchronized (list) {
            // A list that has changed is about to be updated.
            if (!isCurrent(pointer, list)) {
                return;
            }
            if (visible.lower() < 0 || visible.lower() > visible.upper()
                    || visible.upper() > list.count()) {
                throw new IllegalArgumentException("visible is " + visible);
            }
            long header = visible.lower() < visible.upper() ? headerOf(pointer, list) : -1;
            boolean isApart = header >= 0
                    && (header < visible.lower() || header >= visible.upper());
            int others = Math.toIntExact(visible.upper() - visible.lower());
            long[] found = new long[others + (isApart ? 1 : 0)];
            int[] rules = new int[found.length];
            for (int i = 0; i < found.length; i++) {
                long index = i < others ? visible.lower() + i : header;
                found[i] = number(idOf.apply(index));
                rules[i] = ruleOf.applyAsInt(index);
                if (rules[i] < 0 || rules[i] >= ruleCount) {
                    throw new IllegalArgumentException(
                            "rule is " + rules[i] + ", and there are " + ruleCount + " rules");
                }
            }
            show(pointer, shown.number, list, visible.lower(), isApart ? header : -1, found, rules,
                    cross);
            shown.ids = found;
        }
        update();
    }

    /** Ends a list: nothing of it is on screen any more. */
    public void detach(RangeList list) {
        if (lists.containsKey(list)) {
            end(list);
            update();
        }
    }

    private void end(RangeList list) {
        Shown former = lists.remove(list);
        if (former.host != null) {
            former.host.followers.remove(this);
        }
        end(open(), former.number);
    }

    private Shown shown(RangeList list) {
        return lists.computeIfAbsent(list, key -> new Shown(++lastList));
    }

    // -- events --

    /**
     * Tells what has happened by now. Hosts that are attached call it when something is due; without
     * one, what is due is told by the next update, with the same time.
     */
    public void update() {
        long[] slots = update(open(), clock.getAsDouble(), isActive);
        nextTime = Double.longBitsToDouble(slots[0]);
        for (int at = 1; at < slots.length; at += EVENT_SLOTS) {
            Event<I> event = new Event<>(ids.get(slots[at + 1]),
                    Double.longBitsToDouble(slots[at + 2]), Double.longBitsToDouble(slots[at + 3]),
                    Double.longBitsToDouble(slots[at + 4]), (int) slots[at + 5],
                    (int) slots[at + 6]);
            switch ((int) slots[at]) {
                case 0 -> untold.add(() -> onSeen.accept(event));
                case 1 -> untold.add(() -> onLeft.accept(event));
                default -> untold.add(() -> onCrossed.accept(event));
            }
        }
        sweep();
        // Last, since those who are told may change everything; in order also then.
        while (!untold.isEmpty()) {
            untold.remove().run();
        }
    }

    /** Has hosts know when to wake up. */
    private void updateAll() {
        update();
        for (Shown shown : List.copyOf(lists.values())) {
            if (shown.host != null && shown.host.latest() != null) {
                shown.host.update();
            }
        }
    }

    private long number(I id) {
        if (id == null) {
            return RangeList.ID_NONE;
        }
        return numbers.computeIfAbsent(id, key -> {
            ids.put(++last, key);
            return last;
        });
    }

    /** Forgets numbers that nothing needs, once there are twice as many as there were. */
    private void sweep() {
        if (ids.size() <= most) {
            return;
        }
        Set<Long> needed = new HashSet<>();
        for (Shown shown : lists.values()) {
            for (long id : shown.ids) {
                needed.add(id);
            }
        }
        List<Long> all = new ArrayList<>(ids.keySet());
        for (long number : all) {
            if (!needed.contains(number) && !isSeen(impressions, number)) {
                numbers.remove(ids.remove(number));
            }
        }
        most = Math.max(1024, 2 * ids.size());
    }

    private static final int EVENT_SLOTS = 7;

    private static native long create(double[] rules, double[] thresholds);

    private static native void destroy(long impressions);

    // Not static, so that the object is reachable until they return.
    private native boolean isCurrent(long impressions, RangeList list);

    private native long headerOf(long impressions, RangeList list);

    private native void show(
            long impressions, long number, RangeList list, long lower, long header, long[] ids,
            int[] rules, double cross);

    private native void end(long impressions, long number);

    private native long[] update(long impressions, double time, boolean isActive);

    private native void reset(long impressions);

    private native void forget(long impressions, long id);

    private native boolean isSeen(long impressions, long id);

    private native void validate(long impressions);
}
