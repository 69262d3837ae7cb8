import java.util.HashMap;
import java.util.Map;
import rangecore.BatchContext;
import rangecore.ListHost;
import rangecore.RangeCoreException;
import rangecore.RangeCoreException.Status;
import rangecore.RangeHost;
import rangecore.RangeList;
import rangecore.RangeList.End;
import rangecore.RangeList.Fraction;
import rangecore.RangeList.TuningPreset;
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
        /** Where each view was placed last. */
        final Map<Integer, Frame> live = new HashMap<>();

        Page(long count) {
            this(count, 0);
        }

        Page(long count, int columns) {
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
        public void fetch(End end) {
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
            Tests.names("extents", page.host::remeasure);
            page.odd = 90;
            page.host.update();
            equal(page.list.item(4).extent(), 90);
        }
        try (Page page = new Page(0)) {
            page.list.insert(0, 10);
            page.oddItem = 0;
            Tests.names("extents", page.host::update);
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
        Tests.names("extents", () -> host.measured(0, -2));
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

    static void run() {
        rowsStayWhereTheyAre();
        itemsAreScrolledTo();
        rowsAreMeasuredAgain();
        aheadIsMeasuredWithinTheBudget();
        batchesAndColumns();
        hostsAndTheirLists();
    }
}
