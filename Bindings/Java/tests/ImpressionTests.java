import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;
import rangecore.Impressions;
import rangecore.Impressions.Event;
import rangecore.Impressions.Rule;
import rangecore.ListHost;
import rangecore.RangeList;
import rangecore.RangeList.Interval;
import rangecore.Settings;
import rangecore.Surface;
import rangecore.Viewport;

/** What is seen of lists that scroll, change, hide and cover, and when it is told. */
final class ImpressionTests {
    /** A window of 300 points, with rows of 100 and a header of 40, and a timer. */
    private static final class Page implements Surface<Long>, AutoCloseable {
        final RangeList list = new RangeList(1, 100, 0, RangeList.TuningPreset.LIST);
        final ListHost<Long> host = new ListHost<>(this, list);
        final List<String> ids = new ArrayList<>();
        final List<String> told = new ArrayList<>();
        final Impressions<String> impressions;
        double offset;
        double breadth = 320;
        double bar;
        long header = -1;
        double time;
        double due = Double.POSITIVE_INFINITY;

        Page() {
            this(new Impressions<>());
        }

        Page(Impressions<String> impressions) {
            this.impressions = impressions;
            impressions.onSeen = it -> told.add("+" + text(it));
            impressions.onLeft = it -> told.add("-" + text(it));
            impressions.onCrossed = it -> told.add("#" + it.id() + " " + it.level() + " " + it.fraction());
            impressions.clock = () -> time;
            host.clock = () -> time;
            for (int id = 0; id < 1000; id++) {
                ids.add("" + id);
            }
            list.insert(0, 1000);
            host.update();
        }

        private static String text(Event<String> it) {
            return it.id() + " " + it.time() + " " + it.seconds() + (it.rule() > 0 ? " by " + it.rule() : "");
        }

        LongFunction<String> idOf() {
            return index -> ids.get((int) index);
        }

        Page attach() {
            impressions.attach(host, idOf());
            return this;
        }

        void scroll(double to) {
            offset = to;
            host.update();
            impressions.validate();
        }

        /** Lets seconds pass, and wakes the host when it is due. */
        void run(double seconds) {
            double end = time + seconds;
            while (due <= end) {
                time = Math.max(time, due);
                due = Double.POSITIVE_INFINITY;
                host.update();
            }
            time = end;
        }

        void expect(String... expected) {
            ImpressionTests.expect(told, List.of(expected));
            told.clear();
        }

        @Override
        public Viewport viewport() {
            Viewport viewport = new Viewport(offset, 300);
            viewport.insetEnd = bar;
            return viewport;
        }

        @Override
        public double breadth() {
            return breadth;
        }

        @Override
        public void setScrollLength(double length) {}

        @Override
        public void setOffset(double value, boolean animated) {
            offset = value;
        }

        @Override
        public Long makeView(long item) {
            return item;
        }

        @Override
        public double measure(Long view, long item, int columns) {
            return item == header ? 40 : 100;
        }

        @Override
        public void place(Long view, Frame frame) {}

        @Override
        public void recycle(Long view) {}

        @Override
        public void wake(double seconds) {
            due = time + seconds;
        }

        @Override
        public void close() {
            host.close();
            list.close();
            impressions.close();
        }
    }

    private ImpressionTests() {}

    private static void expect(Object found, Object expected) {
        if (!found.equals(expected)) {
            throw new AssertionError(found + ", not " + expected);
        }
    }

    private static void whatStaysIsSeenByItselfAtTheExactTime() {
        try (Page page = new Page().attach()) {
            page.run(0.99);
            page.expect();
            page.run(5);
            page.expect("+0 1.0 1.0", "+1 1.0 1.0", "+2 1.0 1.0");
            expect(page.impressions.isSeen("0"), true);
            expect(page.impressions.isSeen("3"), false);
            expect(page.impressions.isSeen("unknown"), false);
            page.time = 6;
            page.scroll(160);
            page.expect("-0 6.0 6.0", "-1 6.0 6.0");
            page.scroll(0);
            page.run(5);
            page.expect();
        }
    }

    private static void whatIsScrolledPastIsNotSeen() {
        try (Page page = new Page().attach()) {
            for (double offset = 0; offset < 90_000; offset += 300) {
                page.scroll(offset);
                page.run(0.5);
            }
            page.expect();
        }
    }

    private static void nobodyLooks() {
        try (Page page = new Page().attach()) {
            page.run(0.5);
            page.impressions.setActive(false);
            page.run(5);
            page.expect();
            expect(page.impressions.isActive(), false);
            page.impressions.setActive(true);
            page.run(1);
            page.expect("+0 6.5 1.0", "+1 6.5 1.0", "+2 6.5 1.0");
            // A hidden list shows nothing.
            page.breadth = 0;
            page.host.update();
            page.expect("-0 6.5 1.0", "-1 6.5 1.0", "-2 6.5 1.0");
        }
    }

    private static void aSessionAndWhatIsForgotten() {
        try (Page page = new Page().attach()) {
            page.run(2);
            page.told.clear();
            page.impressions.reset();
            page.expect("-0 2.0 2.0", "-1 2.0 2.0", "-2 2.0 2.0");
            expect(page.impressions.isSeen("0"), false);
            page.run(1);
            page.scroll(200);
            for (String id : List.of("0", "2", "unknown")) {
                page.impressions.forget(id);
            }
            expect(page.impressions.isSeen("0"), false);
            expect(page.impressions.isSeen("1"), true);
            expect(page.impressions.isSeen("2"), true);
        }
    }

    private static void whatABarOrAHeaderCoversIsNotSeen() {
        try (Page page = new Page()) {
            page.header = 0;
            page.bar = 100;
            Settings settings = page.list.settings();
            settings.pinsHeaders = true;
            page.list.setSettings(settings);
            page.list.markHeader(0, 1);
            page.host.remeasure();
            // 40 points of header, 1 has 50 of its 100 below it, 2 is whole, and 3 has 10 above the bar.
            page.scroll(50);
            page.attach();
            page.run(1);
            page.expect("+1 1.0 1.0", "+2 1.0 1.0", "+0 1.0 1.0");
            page.scroll(51);
            page.expect("-1 1.0 1.0");
            page.scroll(50_000);
            page.expect("-2 1.0 1.0");
        }
    }

    private static void idsGoWithTheirItemsAndHaveRules() {
        try (Page page = new Page(new Impressions<>(List.of(Rule.DISPLAY, new Rule(0.5, 0.5))))) {
            page.ids.set(2, null);
            page.impressions.attach(page.host, page.idOf(), index -> (int) (index % 2), () -> 1);
            page.run(0.5);
            page.expect("+1 0.5 0.5 by 1");
            page.ids.addAll(0, List.of("new", "other"));
            page.list.insert(0, 2);
            // Before the update that is about to come.
            page.impressions.follow(page.list, new Interval(0, 3), page.idOf());
            page.host.update();
            page.run(0.5);
            page.expect("+0 1.0 1.0");
        }
    }

    private static void thresholdsAreCrossed() {
        try (Page page = new Page(new Impressions<>(List.of(Rule.DISPLAY), 0, 0.5, 1))) {
            page.offset = 25;
            page.host.update();
            page.attach();
            page.expect("#0 2 0.75", "#1 3 1.0", "#2 3 1.0", "#3 1 0.25");
            page.impressions.detach(page.list);
            page.expect("#0 0 0.0", "#1 0 0.0", "#2 0 0.0", "#3 0 0.0");
        }
    }

    private static void aCarouselThatIsScrolledOutCountsInPart() {
        try (Page page = new Page()) {
            double[] cross = {0.25};
            page.impressions.attach(page.host, page.idOf(), index -> 0, () -> cross[0]);
            page.run(2);
            page.expect();
            cross[0] = 0.5;
            page.host.update();
            page.run(1);
            expect(page.told.size(), 3);
        }
    }

    private static void aHostThatIsClosedShowsNothing() {
        try (Page page = new Page(); RangeList other = new RangeList()) {
            page.attach();
            other.insert(0, 2);
            Interval visible = other.update(new Viewport(0, 300)).visible;
            page.impressions.follow(other, visible, index -> "other " + index);
            page.run(1);
            page.impressions.update();
            expect(page.told.size(), 5);
            page.told.clear();
            page.host.close();
            page.expect("-0 1.0 1.0", "-1 1.0 1.0", "-2 1.0 1.0");
            page.impressions.close();
            try {
                page.impressions.isSeen("0");
                throw new AssertionError("it is closed");
            } catch (IllegalStateException exception) {
                expect(exception.getMessage(), "the impressions are closed");
            }
        }
    }

    private static void littleIsRemembered() {
        int[] crossed = {0, 0};
        List<WeakReference<Object>> past = new ArrayList<>();
        // Crossings tell of what is not seen, too.
        try (Page page = new Page(); Impressions<Object> impressions = new Impressions<>(List.of(Rule.DISPLAY), 0)) {
            impressions.clock = () -> page.time;
            impressions.onCrossed = it -> crossed[it.id() == null ? 1 : 0]++;
            impressions.attach(page.host, index -> {
                Object id = index == 50 ? new Object() : index;
                if (index == 50) {
                    past.add(new WeakReference<>(id));
                }
                return id;
            });
            page.run(1);
            page.host.update();
            page.list.insert(1000, 9000);
            for (double offset = 0; offset < 700_000; offset += 300) {
                page.scroll(offset);
            }
            expect(impressions.isSeen(0L), true);
            expect(crossed[1], 0);
            expect(crossed[0] > 10_000, true);
            for (int i = 0; i < 100 && past.stream().anyMatch(it -> it.get() != null); i++) {
                System.gc();
            }
            expect(past.stream().allMatch(it -> it.get() == null), true);
        }
    }

    private static void thoseWhoAreToldMayChangeEverything() {
        try (Page page = new Page().attach()) {
            page.impressions.onSeen = it -> {
                page.told.add("+" + it.id());
                if (it.id().equals("0")) {
                    page.impressions.reset();
                    page.scroll(5000);
                }
                if (it.id().equals("1")) {
                    throw new IllegalStateException("no log");
                }
            };
            try {
                page.run(1);
                throw new AssertionError("it was thrown");
            } catch (IllegalStateException exception) {
                expect(exception.getMessage(), "no log");
            }
            page.expect("+0", "+1");
            page.impressions.update();
            expect(page.told.get(0), "+2");
        }
    }

    private static void refuses(String text, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException exception) {
            expect(exception.getMessage(), text);
            return;
        }
        throw new AssertionError("not refused: " + text);
    }

    private static void mistakesAreNamed() {
        Rule half = Rule.DISPLAY;
        refuses("invalid argument: rules is 0", () -> new Impressions<String>(List.of()));
        refuses("invalid argument: rules is 5", () -> new Impressions<String>(Collections.nCopies(5, half)));
        refuses("invalid argument: rules[1] is 1.5",
                () -> new Impressions<String>(List.of(half, new Rule(1.5, 1))));
        refuses("invalid argument: rules[0] is -1",
                () -> new Impressions<String>(List.of(new Rule(0.5, -1))));
        refuses("invalid argument: thresholds is 33",
                () -> new Impressions<String>(List.of(half), new double[33]));
        refuses("invalid argument: thresholds[1] is 0.25",
                () -> new Impressions<String>(List.of(half), 0.5, 0.25));
        refuses("rules is null", () -> new Impressions<String>(null));
        try (Page page = new Page()) {
            refuses("idOf is null", () -> page.impressions.attach(page.host, null));
            refuses("invalid argument: cross is 1.5",
                    () -> page.impressions.attach(page.host, page.idOf(), index -> 0, () -> 1.5));
            refuses("rule is 1, and there are 1 rules",
                    () -> page.impressions.attach(page.host, page.idOf(), index -> 1, () -> 1));
            page.impressions.detach(page.list);
            refuses("visible is Interval[lower=0, upper=1001]",
                    () -> page.impressions.follow(page.list, new Interval(0, 1001), page.idOf()));
            page.impressions.clock = () -> Double.NaN;
            refuses("invalid argument: clock is NaN", () -> page.impressions.update());
        }
    }

    static void run() {
        whatStaysIsSeenByItselfAtTheExactTime();
        whatIsScrolledPastIsNotSeen();
        nobodyLooks();
        aSessionAndWhatIsForgotten();
        whatABarOrAHeaderCoversIsNotSeen();
        idsGoWithTheirItemsAndHaveRules();
        thresholdsAreCrossed();
        aCarouselThatIsScrolledOutCountsInPart();
        aHostThatIsClosedShowsNothing();
        littleIsRemembered();
        thoseWhoAreToldMayChangeEverything();
        mistakesAreNamed();
    }
}
