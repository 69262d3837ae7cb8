import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import rangecore.BatchContext;
import rangecore.BatchContext.Outcome;
import rangecore.RangeCoreException;
import rangecore.RangeCoreException.Status;
import rangecore.RangeList;
import rangecore.RangeList.End;
import rangecore.Settings;
import rangecore.Update;
import rangecore.Update.Reason;
import rangecore.Viewport;

/** What a session cannot show: misuse, threads, and that memory is freed. */
final class Tests {
    interface Body {
        void run() throws Exception;
    }

    static void check(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    static <T extends Throwable> T thrown(Class<T> type, Body body) {
        try {
            body.run();
        } catch (Throwable throwable) {
            check(type.isInstance(throwable), "threw " + throwable);
            return type.cast(throwable);
        }
        throw new AssertionError("threw nothing, not " + type.getSimpleName());
    }

    static void refuses(Status status, Body body) {
        Status thrown = thrown(RangeCoreException.class, body).status;
        check(thrown == status, "threw " + thrown + ", not " + status);
    }

    static void names(String argument, Body body) {
        RangeCoreException thrown = thrown(RangeCoreException.class, body);
        check(argument.equals(thrown.argument), "named " + thrown.argument + ", not " + argument);
        check(thrown.getMessage().startsWith(thrown.text + ": " + argument), thrown.getMessage());
    }

    private static RangeList list(long count) {
        RangeList list = new RangeList();
        list.insert(0, count);
        return list;
    }

    private static void printingAnUpdatePrintsIt() {
        try (RangeList list = list(100)) {
            String text = list.update(new Viewport(0, 88)).toString();
            for (String part : List.of("Change[lower=0, upper=2,", "visible=Interval[lower=0, upper=2]",
                    "tail=Decision[answer=", "direction=FORWARD]")) {
                check(text.contains(part), text);
            }
        }
        check(RangeList.version().equals(RangeList.class.getPackage().getImplementationVersion()),
                "the version of the jar is that of the core");
    }

    private static void arguments() {
        try (RangeList list = list(10)) {
            refuses(Status.LIMIT, () -> list.insert(0, Long.MAX_VALUE));
            refuses(Status.ARGUMENT, () -> list.insert(0, 2, 1));
            refuses(Status.ARGUMENT, () -> list.insert(0, 1, Double.NaN));
            list.insert(0, 1, (double[]) null);
            refuses(Status.ARGUMENT, () -> list.setRowExtents(0, (double[]) null));
            refuses(Status.ARGUMENT, () -> list.rows(Long.MIN_VALUE, Long.MAX_VALUE));
            refuses(Status.ARGUMENT, () -> list.states(Long.MIN_VALUE, Long.MAX_VALUE));
            refuses(Status.ARGUMENT, () -> list.states(5, 4));
            refuses(Status.ARGUMENT, () -> new RangeList(-1, 44, 0, RangeList.TuningPreset.LIST));
            refuses(Status.ARGUMENT, () -> list.setScrollTarget(0, 1.5));
            refuses(Status.ARGUMENT, () -> list.setLayout(-1, 0, true));
            refuses(Status.ARGUMENT, () -> list.markProvisional(Long.MIN_VALUE, Long.MAX_VALUE));
            refuses(Status.ARGUMENT, () -> list.setNames(Long.MAX_VALUE, 1));
            refuses(Status.ARGUMENT, () -> list.setNames(0, (long[]) null));
            Viewport viewport = new Viewport(0, 1);
            viewport.item = Long.MAX_VALUE;
            refuses(Status.ARGUMENT, () -> list.update(viewport));
            Settings settings = list.settings();
            settings.leadingItems[0] = -1;
            refuses(Status.ARGUMENT, () -> list.setSettings(settings));
            check(list.count() == 11, "refused calls change nothing");
        }
    }

    private static void wholeNumbers() {
        try (RangeList list = list(10)) {
            Settings settings = list.settings();
            settings.leadingItems[0] = Long.MAX_VALUE;
            settings.leadingItems[1] = (1L << 53) + 1;
            settings.overscanItems = (1L << 53) + 3;
            list.setSettings(settings);
            long[] items = list.settings().leadingItems;
            check(items[0] == Long.MAX_VALUE && items[1] == (1L << 53) + 1, "not rounded");
            check(list.settings().overscanItems == (1L << 53) + 3, "not rounded");
        }
    }

    private static void names() {
        try (RangeList list = list(10)) {
            refuses(Status.ARGUMENT, () -> list.changeNames(0));
            Viewport viewport = new Viewport(0, 440);
            list.update(viewport);
            long[] names = {Long.MAX_VALUE, 2, RangeList.ID_NONE, 4, 5, 6, 7, 8, 9, -10};
            list.setNames(0, names);
            check(Arrays.equals(list.changeNames(0), names), "named after the update");
            refuses(Status.ARGUMENT, () -> list.changeNames(1));
            refuses(Status.ARGUMENT, () -> list.changeNames(-1));
            refuses(Status.ARGUMENT, () -> list.update(new Viewport(0, -1)));
            refuses(Status.ARGUMENT, () -> list.changeNames(0));
            list.insert(0, 90);
            list.remove(90, 100);
            refuses(Status.ARGUMENT, () -> list.changeNames(0));
            list.update(viewport);
            check(Arrays.equals(list.changeNames(0), names), "removed items had names");
        }
    }

    private static void differences() {
        try (RangeList list = new RangeList()) {
            list.insert(0, 4, 10, 20, 30, 40);
            list.apply(new long[] {1, 2, 3, 4}, new long[] {4, 7, 1, 3});
            double[] extents = list.rows(0, 4).extents();
            check(Arrays.equals(extents, new double[] {40, 44, 10, 30}), "extents move along");
            long[] ids = {4, 7, 1, 3}, none = {};
            refuses(Status.ARGUMENT, () -> list.apply(new long[] {4, 7, 1}, none));
            refuses(Status.ARGUMENT, () -> list.apply(new long[] {4, 7, 1, 4}, none));
            refuses(Status.ARGUMENT, () -> list.apply(ids, new long[] {RangeList.ID_NONE}));
            refuses(Status.ARGUMENT, () -> list.apply(ids, null));
            refuses(Status.ARGUMENT, () -> list.apply(null, ids));
            refuses(Status.ARGUMENT, () -> RangeList.diff(null, ids));
            check(list.count() == 4, "refused calls change nothing");
            check(RangeList.diff(none, none).isEmpty(), "nothing to do");
            list.apply(ids, none);
            check(list.count() == 0, "all are removed");
        }
    }

    private static void closed() {
        RangeList list = list(10);
        BatchContext context = list.beginBatch(End.TAIL);
        list.close();
        list.close();
        List<Body> calls = List.of(
                list::settings, list::markScrolled, () -> list.insert(0, 1),
                () -> list.insert(0, 1, 1), () -> list.setRowExtents(0, 1),
                () -> list.update(new Viewport(0, 1)), () -> list.beginBatch(End.TAIL),
                list::count, list::length, () -> list.item(0), () -> list.rows(0, 1),
                () -> list.states(0, 1), list::validate, () -> list.setNames(0, 1),
                () -> list.changeNames(0),
                () -> list.apply(new long[0], new long[0]), () -> list.setLayout(1, 0, true));
        for (Body call : calls) {
            thrown(IllegalStateException.class, call);
        }
        check(context.outcome() == Outcome.CANCELLED, "a fetch outlives its list");
        refuses(Status.STALE, () -> context.finish(Outcome.COMPLETED));
    }

    private static void oneThreadFinishes() throws InterruptedException {
        try (RangeList list = new RangeList()) {
            BatchContext context = list.beginBatch(End.TAIL);
            AtomicInteger successes = new AtomicInteger();
            inThreads(8, () -> {
                try {
                    context.finish(Outcome.COMPLETED);
                    successes.incrementAndGet();
                } catch (RangeCoreException exception) {
                    check(exception.status == Status.STALE, "stale");
                }
            });
            check(successes.get() == 1, "one thread finishes");
        }
    }

    private static void closingWhileCalling() throws InterruptedException {
        // Large, so that a thread is in the library nearly always.
        double[] extents = distinct(20_000);
        for (int round = 0; round < 20; round++) {
            RangeList list = list(extents.length);
            AtomicInteger turns = new AtomicInteger();
            Thread closing = new Thread(() -> {
                while (turns.get() < 20) {
                    Thread.onSpinWait();
                }
                list.close();
            });
            closing.start();
            inThreads(2, () -> {
                try {
                    while (true) {
                        list.setRowExtents(0, extents);
                        list.update(new Viewport(turns.incrementAndGet(), 440));
                    }
                } catch (IllegalStateException exception) {
                    check(exception.getMessage().contains("closed"), exception.getMessage());
                }
            });
            closing.join();
        }
    }

    private static void unreachableFetch() throws InterruptedException {
        try (RangeList list = new RangeList()) {
            list.beginBatch(End.TAIL);
            Reason reason = Reason.FETCHING;
            for (int turn = 0; turn < 500 && reason == Reason.FETCHING; turn++) {
                collect();
                Update update = list.update(new Viewport(0, 440));
                reason = update.tail.reason();
            }
            check(reason == Reason.PAUSED, "an unreachable fetch is cancelled, not " + reason);
        }
    }

    private static void unreachableContexts() throws InterruptedException {
        long before = 0;
        for (int round = 0; round < 300_000; round++) {
            try (RangeList list = new RangeList()) {
                list.beginBatch(End.TAIL);
            }
            if (round % 20_000 == 19_999) {
                collect();
                before = before == 0 ? resident() : before;
            }
        }
        // Each takes about 64 bytes.
        check(resident() - before < 10_000_000, "unreachable contexts are freed");
    }

    private static void differencesAreFreed() throws InterruptedException {
        long[] ids = IntStream.range(0, 50_000).mapToLong(index -> index).toArray();
        long[] odd = IntStream.range(0, 25_000).mapToLong(index -> 2 * index + 1).toArray();
        long before = 0;
        for (int round = 0; round < 120; round++) {
            RangeList.diff(ids, odd);
            refuses(Status.ARGUMENT, () -> RangeList.diff(new long[] {1, 1}, odd));
            if (round % 40 == 39) {
                collect();
                before = before == 0 ? resident() : before;
            }
        }
        // Each takes about a megabyte.
        check(resident() - before < 50_000_000, "differences are freed");
    }

    private static void unreachableLists() throws InterruptedException {
        double[] extents = distinct(100_000);
        long before = resident();
        for (int round = 0; round < 200; round++) {
            new RangeList().insert(0, extents.length, extents);
            if (round % 20 == 19) {
                collect();
            }
        }
        // Each takes about half a megabyte.
        check(resident() - before < 50_000_000, "unreachable lists are freed");
    }

    /** Equal extents would take no memory. */
    private static double[] distinct(int count) {
        return IntStream.range(0, count).mapToDouble(index -> index % 100 + 1).toArray();
    }

    private static void collect() throws InterruptedException {
        System.gc();
        Thread.sleep(20);
    }

    private static long resident() {
        try {
            String text = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/self/statm"));
            return Long.parseLong(text.split(" ")[1]) * 4096;
        } catch (java.io.IOException exception) {
            return 0; // Not a Linux.
        }
    }

    private static void inThreads(int count, Runnable body) throws InterruptedException {
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        List<Thread> threads = IntStream.range(0, count).mapToObj(i -> new Thread(body)).toList();
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((ignored, throwable) -> thrown.add(throwable));
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        check(thrown.isEmpty(), "threads threw " + thrown);
    }

    /** Runs all; an exception ends the program with status 1. */
    public static void main(String[] arguments) throws Exception {
        arguments();
        printingAnUpdatePrintsIt();
        wholeNumbers();
        names();
        differences();
        closed();
        HostTests.run();
        ImpressionTests.run();
        oneThreadFinishes();
        closingWhileCalling();
        unreachableFetch();
        // Before the lists: memory that they freed would hide that of contexts.
        unreachableContexts();
        differencesAreFreed();
        unreachableLists();
    }
}
