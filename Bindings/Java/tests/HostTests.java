import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import rangecore.BatchContext;
import rangecore.ListHost;
import rangecore.RangeCoreException;
import rangecore.RangeCoreException.Status;
import rangecore.RangeHost;
import rangecore.RangeList;
import rangecore.RangeList.End;
import rangecore.RangeList.Fraction;
import rangecore.RangeList.TuningPreset;
import rangecore.Settings;
import rangecore.Step;
import rangecore.Surface;
import rangecore.Update;
import rangecore.Viewport;

/** A host on a surface that is none: rows never jump, and every view goes back. */
final class HostTests {
    /** A window of 400 points, and views that are numbers. */
    private static final class Page implements Surface<Integer>, AutoCloseable {
        final RangeList list = new RangeList();
        final ListHost<Integer> host;
        double offset;
        double time;
        double cost;
        double odd = Double.NaN;
        long oddItem = -1;
        double animatedTo = -1;
        double wish = -1;
        int perRow;
        int made;
        int updates;
        boolean isUser;
        boolean isHeld;
        boolean rounds;
        boolean due;
        int measured;
        /** The only end that it fetches at, and where it was asked to. */
        End only;
        final Set<End> asked = EnumSet.noneOf(End.class);
        /** Where each view was placed last. */
        final Map<Integer, Frame> live = new HashMap<>();

        Page(long count) {
            this(count, 0);
        }

        Page(long count, int columns) {
            this(count, columns, null);
        }

        Page(long count, int columns, End only) {
            this.only = only;
            perRow = columns;
            list.insert(0, count);
            host = new ListHost<>(this, list);
            host.clock = () -> time;
            host.update();
        }

        @Override
        public Viewport viewport() {
            Viewport viewport = new Viewport(offset, 400);
            viewport.isUserDriven = isUser;
            viewport.isHeld = isHeld;
            return viewport;
        }

        @Override
        public double breadth() {
            return 300;
        }

        @Override
        public int columns(double breadth) {
            return perRow;
        }

        @Override
        public void setScrollLength(double length) {
            host().update(); // as a listener would
        }

        @Override
        public void setOffset(double value, boolean animated) {
            if (animated) {
                animatedTo = value;
            } else {
                offset = rounds ? Math.rint(value) : value;
                host().update();
            }
        }

        private ListHost<Integer> host() {
            return host;
        }

        @Override
        public Integer makeView(long item) {
            live.put(++made, null);
            return made;
        }

        @Override
        public double measure(Integer view, long item, int columns) {
            time += cost;
            measured++;
            Tests.check(live.containsKey(view), "measured a view that was recycled");
            return item == oddItem ? odd : 60 * columns;
        }

        @Override
        public void place(Integer view, Frame frame) {
            live.put(view, frame);
        }

        @Override
        public void recycle(Integer view) {
            Tests.check(live.containsKey(view), "recycled twice");
            live.remove(view);
        }

        @Override
        public void wake(double seconds) {
            wish = seconds;
        }

        @Override
        public void updated(Update update) {
            updates++;
        }

        @Override
        public boolean fetchesAt(End end) {
            return only == null || only == end;
        }

        @Override
        public void fetch(End end) {
            asked.add(end);
            if (due && end == End.TAIL) {
                due = false;
                BatchContext fetch = list.beginBatch(end);
                list.insert(list.count(), 50);
                fetch.finish(BatchContext.Outcome.COMPLETED);
            }
        }

        void scroll(double value) {
            offset = value;
            isUser = true;
            host.update();
            isUser = false;
        }

        /** Where the view of an item is on screen. */
        double place(long item) {
            return live.get(host.view(item)).start() - offset;
        }

        @Override
        public void close() {
            host.close();
            Tests.check(live.isEmpty(), "views are left");
            list.close();
        }
    }

    private static void equal(double value, double expected) {
        Tests.check(value == expected, value + " is not " + expected);
    }

    private static void rowsStayWhereTheyAre() {
        try (Page page = new Page(1000)) {
            page.scroll(20_000);
            long first = page.host.latest().visible.lower();
            int view = page.host.view(first + 2);
            int made = page.made;
            double before = page.place(first + 2);
            page.list.insert(0, 10);
            page.list.remove(20, 25);
            page.host.update();
            equal(page.host.view(first + 7), view);
            equal(page.place(first + 7), before);
            equal(page.made, made);
            equal(page.host.viewCount(), page.live.size());
            Tests.check(page.host.view(0) == null, "a view far away");
            Tests.check(page.updates > 2, "no updates were heard of");

            page.isHeld = true;
            double held = page.offset;
            page.list.insert(0, 10);
            page.host.update();
            equal(page.offset, held);
            equal(page.place(first + 17), before);
            page.isHeld = false;
            page.host.update();
            equal(page.offset, held + 440);
            equal(page.place(first + 17), before);

            page.rounds = true;
            page.list.setRowExtents(0, 44.25);
            page.host.update();
            page.host.update();
            equal(page.offset, held + 440);
            equal(page.host.latest().offset, held + 440.25);
        }
    }

    private static void itemsAreScrolledTo() {
        try (Page page = new Page(1000)) {
            page.host.scrollTo(500, Fraction.START, false);
            equal(page.place(500), 0);
            page.host.scrollTo(700, Fraction.END, false);
            equal(page.place(700), 340);
            double offset = page.offset;
            page.host.scrollTo(710, Fraction.START, true);
            Tests.check(page.offset == offset && page.animatedTo > offset, "not animated");
            page.animatedTo = -1;
            page.host.update();
            equal(page.animatedTo, -1);
            Tests.names("index", () -> page.host.scrollTo(1000, 0, false));
            Tests.names("fraction", () -> page.host.scrollTo(0, 2, false));
        }
    }

    private static void rowsAreMeasuredAgain() {
        try (Page page = new Page(1000)) {
            page.scroll(130);
            double before = page.place(3);
            page.oddItem = 3;
            page.odd = 200;
            page.host.remeasure(3);
            equal(page.place(3), before);
            equal(page.place(4), before + 200);
            page.host.remeasure(600);
            page.oddItem = 4;
            page.host.remeasure();
            equal(page.list.item(3).extent(), 60);
            equal(page.list.item(4).extent(), 200);
            page.odd = Double.NaN;
            Tests.names("extents[0]", page.host::remeasure);
            page.odd = 90;
            page.host.update();
            equal(page.list.item(4).extent(), 90);
        }
        try (Page page = new Page(0)) {
            page.list.insert(0, 10);
            page.oddItem = 0;
            Tests.names("extents[0]", page.host::update);
            page.list.remove(0, 10);
            page.host.update();
            Tests.check(page.live.isEmpty(), "the view that was not measured is left");
        }
    }

    private static void aheadIsMeasuredWithinTheBudget() {
        try (Page page = new Page(1000)) {
            page.list.markScrolled();
            page.cost = 0.003;
            page.host.update();
            equal(Math.rint(page.wish * 1000), 4);
            long measured = page.list.measuredRowCount();
            while (page.wish >= 0) {
                page.time += page.wish;
                page.wish = -1;
                page.host.update();
            }
            Tests.check(page.list.measuredRowCount() > measured, "nothing was measured ahead");
            page.host.measuringBudget = -1;
            Tests.names("budget", page.host::update);
        }
    }

    private static void batchesAndColumns() {
        try (Page page = new Page(10)) {
            page.due = true;
            page.scroll(100);
            equal(page.list.count(), 60);
            equal(page.place(10), page.list.item(10).offset() - page.offset);
        }
        try (Page page = new Page(100, 3)) {
            equal(page.live.get(page.host.view(4)).start(), 180);
            equal(page.live.get(page.host.view(4)).column(), 1);
            page.list.setLayout(2, 0, true);
            page.host.update();
            equal(page.list.rowOfItem(4), 2);
        }
        try (Page page = new Page(100, 3)) {
            page.list.markHeader(4, 0);
            page.host.inLanes = true;
            page.oddItem = 1;
            page.odd = 500;
            page.list.setLanes(3, 0, 0, true);
            page.host.remeasure();
            // The next one is where the first lane ends, and the header after all of them.
            equal(page.live.get(page.host.view(3)).start(), 180);
            equal(page.live.get(page.host.view(3)).column(), 0);
            equal(page.list.places(4, 5).get(0).offset(), 500);
            equal(page.list.places(4, 5).get(0).isWide() ? 1 : 0, 1);
        }
    }

    private static void hostsAndTheirLists() {
        RangeList list = new RangeList(1, 44, 0, TuningPreset.LIST);
        list.insert(0, 100);
        RangeHost host = new RangeHost(list);
        Viewport viewport = new Viewport(0, 100);
        Tests.refuses(Status.BUSY, () -> new RangeHost(list));
        Tests.refuses(Status.BUSY, () -> list.update(viewport));
        Tests.refuses(Status.STALE, () -> host.measured(0));
        Tests.names("breadth", () -> host.begin(viewport, Double.NaN, 0));
        Tests.names("length", () -> host.begin(new Viewport(0, -1), 300, 0));
        list.setNames(0, 7);
        Step step = host.begin(viewport, 300, 0);
        equal(step.asks.size(), 3);
        equal(list.changeNames(0)[0], 7);
        Tests.names("time", () -> host.measured(Double.NaN, 1, 1, 1));
        Tests.names("extents[0]", () -> host.measured(0, -2));
        Tests.names("extents", () -> host.measured(0, (double[]) null));
        step = host.measured(0, 50, RangeHost.EXTENT_LATER, 50);
        Tests.check(step.isDone && step.news.stream().anyMatch(Step.Node::isLate), "not late");
        Tests.names("extent", () -> host.setExtent(0, -2));
        Tests.check(host.setExtent(host.find(1), 70), "no news");
        Tests.names("index", () -> host.keep(100, true));
        Tests.names("upper", () -> host.renew(99, 101));
        Tests.names("offset", () -> host.wrote(Double.NaN));
        RangeHost.Options options = new RangeHost.Options();
        options.aheadCount = 0;
        Tests.names("aheadCount", () -> host.setOptions(options));
        list.keep(90, 4);
        step = host.begin(viewport, 300, 0);
        while (!step.isDone) {
            step = step.asks.isEmpty() ? host.measured(0) : host.measured(0, 50);
        }
        Tests.check(step.news.stream().anyMatch(node -> node.index() == 90 && node.isKept()), "not kept");
        equal(list.kept()[0], 90);
        host.validate();
        host.close();
        host.close();
        Tests.thrown(IllegalStateException.class, () -> host.find(0));
        list.update(viewport);
        // In either order.
        RangeHost other = new RangeHost(list);
        Tests.thrown(IllegalStateException.class, () -> host.keep(0, true));
        list.close();
        Tests.thrown(IllegalStateException.class, () -> other.find(0));
        other.close();
        Tests.thrown(IllegalStateException.class, () -> new RangeHost(list));
    }

    private static void fetchersSwitchTheirEndsOn() {
        for (End only : new End[] {null, End.TAIL, End.HEAD}) {
            try (Page page = new Page(10, 0, only)) {
                for (End end : End.values()) {
                    boolean isExpected = only == null || only == end;
                    Tests.check(page.asked.contains(end) == isExpected, only + ": " + page.asked);
                }
                // What is set later wins.
                Settings settings = page.list.settings();
                settings.leadingScreens[0] = settings.leadingScreens[1] = 0;
                page.list.setSettings(settings);
                page.asked.clear();
                page.host.update();
                Tests.check(page.asked.isEmpty(), "" + page.asked);
            }
        }
    }

    private static void knownExtentsAreNeverMeasured() {
        try (Page page = new Page(0)) {
            page.host.extentsAreKnown = true;
            page.list.insert(0, 3, 50, 60, 70);
            page.list.apply(new long[] {1, 2, 3}, new long[] {4, 3, 5, 1}, 40, 71, 55, 51);
            Tests.names("extents", () ->
                    page.list.apply(new long[] {4, 3, 5, 1}, new long[] {4}, 1, 2));
            double[] expected = {40, 70, 55, 50};
            for (int item = 0; item < 4; item++) {
                equal(page.list.item(item).extent(), expected[item]);
            }
            page.list.insert(4, 1000);
            page.host.update();
            equal(page.place(3), 165);
            page.scroll(9_000);
            page.host.remeasure();
            equal(page.measured, 0);
        }
    }

    private static void offsetsAreArrivedAt() {
        try (Page page = new Page(1000)) {
            page.oddItem = 113;
            page.odd = 300;
            for (double offset : new double[] {50, 5_000, 30_000, 29_000, 0}) {
                page.host.scrollToOffset(offset, false);
                equal(page.offset, offset);
                for (int step = 0; step < 100; step++) {
                    page.host.update();
                }
                equal(page.offset, offset);
            }
            page.host.scrollToOffset(5_000, true);
            equal(page.animatedTo, 5_000);
            page.host.scrollToOffset(Double.POSITIVE_INFINITY, false);
            equal(page.place(999), 340);
            Tests.names("offset", () -> page.host.scrollToOffset(Double.NaN, false));
        }
    }

    private static void stickingListsBeginWhereTheyAreTold() {
        try (Page page = new Page(0)) {
            Settings settings = page.list.settings();
            settings.sticks[End.TAIL.ordinal()] = true;
            page.list.setSettings(settings);
            page.list.insert(0, 100);
            page.host.scrollTo(0, Fraction.START, false);
            page.list.insert(100, 10);
            page.host.update();
            equal(page.offset, 0);
            for (int step = 0; step < 100; step++) {
                page.scroll(page.list.length() - 400);
            }
            page.list.insert(110, 10);
            page.host.update();
            equal(page.place(119), 340);
        }
    }

    static void run() {
        fetchersSwitchTheirEndsOn();
        knownExtentsAreNeverMeasured();
        offsetsAreArrivedAt();
        stickingListsBeginWhereTheyAreTold();
        rowsStayWhereTheyAre();
        itemsAreScrolledTo();
        rowsAreMeasuredAgain();
        aheadIsMeasuredWithinTheBudget();
        batchesAndColumns();
        hostsAndTheirLists();
    }
}
