import java.util.Arrays;
import rangecore.Alignment;
import rangecore.BatchDecision;
import rangecore.End;
import rangecore.Interval;
import rangecore.Item;
import rangecore.Options;
import rangecore.Presence;
import rangecore.Pressure;
import rangecore.RangeKind;
import rangecore.RangeList;
import rangecore.RangeMode;
import rangecore.Settings;
import rangecore.ShortContentPolicy;
import rangecore.State;
import rangecore.Tuning;
import rangecore.Tunings;
import rangecore.Update;
import rangecore.Viewport;

/** What a list does. */
final class ListTests {
    private ListTests() {}

    static void addTo(Tests tests) {
        tests.add("changes are those of the README", ListTests::changes);
        tests.add("an update stays as it was", ListTests::updateIsACopy);
        tests.add("what is at the start stays there", ListTests::anchor);
        tests.add("settings come back as they were given", ListTests::settings);
        tests.add("defaults are the library's", ListTests::defaults);
        tests.add("arrays are filled", ListTests::copies);
        tests.add("every argument of a viewport arrives", ListTests::viewport);
    }

    static RangeList list(long count) {
        RangeList list = new RangeList();
        list.insert(0, count);
        return list;
    }

    private static long[] change(Update update, int change) {
        return new long[] {
            update.lower(change), update.upper(change), update.before(change), update.after(change)
        };
    }

    private static void changes() {
        try (RangeList list = list(1_000_000)) {
            Update update = list.update(new Viewport(0, 440));
            Tests.same(3, update.changeCount());
            Tests.same(new long[] {0, 10, 0, 15}, change(update, 0));
            Tests.same(new long[] {10, 13, 0, 7}, change(update, 1));
            Tests.same(new long[] {13, 15, 0, 3}, change(update, 2));
            Tests.same(132.0, update.distance(2));
            Tests.same(new Interval(0, 10), update.visible());
            Tests.same(new Interval(0, 15), update.range(RangeKind.PRELOAD));
            Tests.same(RangeMode.MINIMUM, update.mode());
            Tests.same(Double.POSITIVE_INFINITY, update.nextTime());
            Tests.same(BatchDecision.Reason.FAR_FROM_END, update.batch(End.TAIL).reason());
            Tests.same("turned off", update.batch(End.HEAD).reason().text());

            update = list.update(new Viewport(50, 440).byUser());
            Tests.same(RangeMode.FULL, update.mode());
            Tests.same(5, update.changeCount());
            Tests.same(1, update.leftCount());
            Tests.same(new long[] {0, 1, 15, 7}, change(update, 0));
            list.remove(0, 1);
            update = list.update(new Viewport(50, 440));
            Tests.same(1, update.removedCount());
            Tests.same(new long[] {0, 1, 7, 0}, change(update, 0));

            Settings settings = list.settings();
            settings.tunings.set(RangeMode.FULL, RangeKind.APP_3, new Tuning(1, 1, true));
            list.configure(settings);
            list.update(new Viewport(50, 440));
            int all = State.MEASURE_LAYOUT | State.PRELOAD | State.DISPLAY | State.VISIBLE;
            Tests.same(all | State.APP_3, list.state(5));
        }
    }

    private static void updateIsACopy() {
        RangeList list = list(100);
        Update update = list.update(new Viewport(0, 440));
        long[] first = change(update, 0);
        list.remove(0, 100);
        list.update(new Viewport(0, 440));
        list.close();
        Tests.same(first, change(update, 0));
        Tests.thrown(IndexOutOfBoundsException.class, () -> update.lower(update.changeCount()));
        Tests.thrown(IndexOutOfBoundsException.class, () -> update.after(-1));
    }

    private static void anchor() {
        try (RangeList list = list(100)) {
            list.update(new Viewport(150, 440));
            list.measure(0, 50, 60);
            Tests.same(22.0, list.update(new Viewport(150, 440)).correction());
            Tests.same(2L, list.measuredCount());
            Tests.same(100 * 44.0 + 22, list.length());
            Tests.same(new Item(1, 50, 60, true), list.item(1));
            Tests.same(new Item(1, 50, 60, true), list.itemAt(50));
            Tests.same(new Interval(0, 3), list.itemsIn(0, 111));
            list.reload(0, 1);
            list.setEstimate(10);
            Tests.same(new Item(0, 0, 10, false), list.item(0));
            list.insertMeasured(0, 7, 8);
            list.move(0, 1, 1);
            Tests.same(8.0, list.item(0).extent());
            list.update(new Viewport(0, 440));
            Tests.same(list.item(51).offset(), list.scrollTo(51, Alignment.START));
            Tests.same(null, list.validate());
        }
    }

    private static void settings() {
        Settings given = new Settings();
        given.depth = 2;
        given.presence = Presence.NEAR;
        given.pressure = Pressure.WARNING;
        given.shortContentPolicy = ShortContentPolicy.NEVER;
        given.slack = 0.25;
        given.directionThreshold = 3;
        given.leadingScreens[0] = 1.5;
        given.leadingScreens[1] = 0.5;
        given.extraLengths[0] = 10;
        given.extraLengths[1] = 20;
        given.tunings = Tunings.pager();
        Tuning tuning = new Tuning(3, 0.5, true);
        given.tunings.set(RangeMode.FULL, RangeKind.APP_3, tuning);
        try (RangeList list = list(10)) {
            // One flag at a time, so that none can be taken for another.
            for (int flag = 0; flag < 5; flag++) {
                given.inBackground = flag == 0;
                given.insertionPending = flag == 1;
                given.hostDecidesBatches = flag == 2;
                given.sticksToEnd = flag == 3;
                given.usesMeanEstimate = flag == 4;
                list.configure(given);
                Tests.same(fields(given), fields(list.settings()));
            }
            Tests.same(tuning, list.settings().tunings.get(RangeMode.FULL, RangeKind.APP_3));
            Tests.same(20.0, list.item(0).offset());
        }
    }

    private static Object[] fields(Settings settings) {
        return Arrays.stream(Settings.class.getFields())
                .map(
                        field -> {
                            try {
                                return field.get(settings);
                            } catch (IllegalAccessException exception) {
                                throw new AssertionError(exception);
                            }
                        })
                .toArray();
    }

    private static void defaults() {
        Tests.same(new Options(1, 44, 0), new Options());
        Settings settings = new Settings();
        Tests.same(new double[] {2, 0}, settings.leadingScreens);
        Tests.same(1.0, settings.directionThreshold);
        Tests.same(Tunings.list(), settings.tunings);
        Tests.same(Tuning.EMPTY, settings.tunings.get(RangeMode.LOW_MEMORY, RangeKind.DISPLAY));
        Tuning preload = settings.tunings.get(RangeMode.FULL, RangeKind.PRELOAD);
        Tests.same(new Tuning(2.5, 1.5, true), preload);
        preload = Tunings.pager().get(RangeMode.FULL, RangeKind.PRELOAD);
        Tests.same(new Tuning(2, 2, true), preload);
    }

    private static void copies() {
        try (RangeList list = list(10)) {
            list.measure(1, 10);
            double[] offsets = new double[3];
            double[] extents = new double[3];
            list.copy(0, 3, offsets, extents);
            Tests.same(new double[] {0, 44, 54}, offsets);
            Tests.same(new double[] {44, 10, 44}, extents);
            list.copy(1, 3, null, extents);
            Tests.same(new double[] {10, 44, 44}, extents);
            list.update(new Viewport(0, 44));
            byte[] states = new byte[2];
            list.copyStates(0, 2, states);
            Tests.same(new byte[] {15, 7}, states);
        }
    }

    private static void viewport() {
        try (RangeList list = list(100)) {
            Viewport viewport = new Viewport(440, 440).byUser();
            viewport.insetStart = 44;
            viewport.insetEnd = 88;
            Update update = list.update(viewport);
            Tests.same(new Interval(11, 18), update.visible());
            list.measure(0, 54);
            viewport.isHeld = true;
            Tests.same(10.0, list.update(viewport).pending());
            viewport.isHeld = false;
            Tests.same(10.0, list.update(viewport).correction());

            Settings settings = list.settings();
            settings.hostDecidesBatches = true;
            list.configure(settings);
            Viewport fling = new Viewport(460, 440).byUser();
            fling.velocity = 100;
            double remaining = list.update(fling).batch(End.TAIL).remaining();
            fling.landingOffset = 560.0;
            BatchDecision decision = list.update(fling).batch(End.TAIL);
            Tests.same(BatchDecision.Answer.DEFER, decision.answer());
            Tests.same(remaining - 100, decision.remaining());
            Tests.same(decision.remaining() / 100, decision.seconds());
        }
    }
}
