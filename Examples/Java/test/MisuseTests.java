import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import rangecore.Alignment;
import rangecore.BatchContext;
import rangecore.BatchContext.Outcome;
import rangecore.BatchDecision;
import rangecore.End;
import rangecore.Options;
import rangecore.RangeCoreException;
import rangecore.RangeKind;
import rangecore.RangeList;
import rangecore.RangeMode;
import rangecore.Settings;
import rangecore.Status;
import rangecore.Tuning;
import rangecore.Viewport;

/** What happens when the binding is used wrongly, and what batches do. */
final class MisuseTests {
    private MisuseTests() {}

    static void addTo(Tests tests) {
        tests.add("arguments that are not allowed change nothing", MisuseTests::arguments);
        tests.add("an exception says what the library says", MisuseTests::texts);
        tests.add("every method of a closed list throws", MisuseTests::closed);
        tests.add("a flight is finished once, from any thread", MisuseTests::flights);
        tests.add("a flight outlives its list", MisuseTests::flightOutlivesList);
        tests.add("a forgotten flight is cancelled", MisuseTests::forgottenFlight);
        tests.add("a failure says when to ask again", MisuseTests::failure);
        tests.add("closing while others call is safe", MisuseTests::closingWhileCalling);
        // First: memory that lists gave back would hide that of contexts.
        tests.add("forgotten contexts are given back", MisuseTests::forgottenContexts);
        tests.add("forgotten lists are given back", MisuseTests::forgottenLists);
    }

    private static void refuses(Status status, Tests.Body body) {
        Tests.same(status, Tests.thrown(RangeCoreException.class, body).status());
    }

    private static void arguments() {
        RangeList list = ListTests.list(10);
        refuses(Status.ARGUMENT, () -> list.insert(11, 1));
        refuses(Status.ARGUMENT, () -> list.insert(-1, 1));
        refuses(Status.LIMIT, () -> list.insert(0, Long.MAX_VALUE));
        refuses(Status.ARGUMENT, () -> list.insertMeasured(0, Double.NaN));
        Tests.thrown(NullPointerException.class, () -> list.insertMeasured(0, (double[]) null));
        Tests.thrown(NullPointerException.class, () -> list.measure(0, (double[]) null));
        Tests.thrown(NullPointerException.class, () -> list.copyStates(0, 1, null));
        Tests.thrown(NullPointerException.class, () -> list.setMode(null));
        list.insertMeasured(0);
        refuses(Status.ARGUMENT, () -> list.remove(5, 11));
        refuses(Status.ARGUMENT, () -> list.remove(5, 4));
        refuses(Status.ARGUMENT, () -> list.move(0, 5, 6));
        refuses(Status.ARGUMENT, () -> list.measure(9, 1, 1));
        refuses(Status.ARGUMENT, () -> list.setEstimate(-1));
        refuses(Status.ARGUMENT, () -> list.scrollTo(10, Alignment.START));
        refuses(Status.ARGUMENT, () -> list.item(10));
        refuses(Status.ARGUMENT, () -> list.itemAt(Double.POSITIVE_INFINITY));
        refuses(Status.ARGUMENT, () -> list.itemsIn(Double.NaN, 0));
        refuses(Status.ARGUMENT, () -> list.update(new Viewport(Double.NaN, 1)));
        refuses(Status.ARGUMENT, () -> list.copy(0, 3, new double[2], null));
        refuses(Status.ARGUMENT, () -> list.copy(0, 3, null, new double[2]));
        refuses(Status.ARGUMENT, () -> list.copy(Long.MIN_VALUE, Long.MAX_VALUE, null, null));
        refuses(Status.ARGUMENT, () -> list.copyStates(0, 3, new byte[2]));
        refuses(Status.ARGUMENT, () -> list.copyStates(9, 11, new byte[2]));
        refuses(Status.ARGUMENT, () -> new RangeList(new Options(0, 44, 0)));
        refuses(Status.ARGUMENT, () -> new RangeList(new Options(-1, 44, 0)));
        Settings settings = list.settings();
        settings.tunings.set(RangeMode.FULL, RangeKind.DISPLAY, new Tuning(-1, 0, true));
        refuses(Status.ARGUMENT, () -> list.configure(settings));
        Tests.same(new Settings().tunings, list.settings().tunings);
        refuses(Status.NOT_FOUND, () -> new RangeList().itemAt(0));
        Tests.same(10L, list.count());
        Tests.same(0L, list.measuredCount());
        Tests.same(0, list.state(10));
        Tests.same(null, list.validate());
        list.close();
    }

    private static void texts() {
        try (RangeList list = new RangeList()) {
            var exception = Tests.thrown(RangeCoreException.class, () -> list.itemAt(0));
            Tests.same("not found", exception.getMessage());
        }
    }

    private static void closed() {
        RangeList list = ListTests.list(10);
        list.close();
        list.close();
        List<Tests.Body> calls = List.of(
                () -> list.configure(new Settings()), list::settings,
                () -> list.setMode(RangeMode.FULL), list::promote, () -> list.insert(0, 1),
                () -> list.insertMeasured(0, 1), () -> list.remove(0, 1), () -> list.move(0, 1, 0),
                () -> list.reload(0, 1), () -> list.measure(0, 1), () -> list.setEstimate(1),
                () -> list.update(new Viewport(0, 1)), () -> list.scrollTo(0, Alignment.END),
                () -> list.beginBatch(End.TAIL), () -> list.retryBatch(End.TAIL),
                () -> list.resetBatch(End.TAIL), () -> list.endBatch(End.TAIL), list::count,
                list::measuredCount, list::length, list::estimate, () -> list.item(0),
                () -> list.itemAt(0), () -> list.itemsIn(0, 1), () -> list.copy(0, 1, null, null),
                () -> list.state(0), () -> list.copyStates(0, 1, new byte[1]), list::validate);
        for (Tests.Body call : calls) {
            Tests.thrown(IllegalStateException.class, call);
        }
        long methods = List.of(RangeList.class.getDeclaredMethods()).stream()
                .filter(method -> java.lang.reflect.Modifier.isPublic(method.getModifiers()))
                .count();
        Tests.same("close and " + (methods - 1), "close and " + calls.size());
    }

    private static void flights() throws InterruptedException {
        try (RangeList list = new RangeList()) {
            Viewport viewport = new Viewport(0, 440);
            Tests.same(
                    BatchDecision.Answer.YES, list.update(viewport).batch(End.TAIL).answer());
            BatchContext first = list.beginBatch(End.TAIL);
            refuses(Status.BUSY, () -> list.beginBatch(End.TAIL));
            refuses(Status.ARGUMENT, () -> first.finish(Outcome.FETCHING));
            AtomicInteger successes = new AtomicInteger();
            inThreads(
                    8,
                    () -> {
                        try {
                            first.finish(Outcome.COMPLETED);
                            successes.incrementAndGet();
                        } catch (RangeCoreException exception) {
                            Tests.same(Status.STALE, exception.status());
                        }
                    });
            Tests.same(1, successes.get());
            Tests.same(Outcome.COMPLETED, first.outcome());
            Tests.check(!first.isFetching() && !first.wasCancelled(), "completed");

            list.insert(0, 5);
            list.update(viewport);
            BatchContext second = list.beginBatch(End.TAIL);
            Tests.same(Outcome.STALE, first.outcome());
            refuses(Status.STALE, () -> first.finish(Outcome.ENDED));
            Tests.same(Outcome.FETCHING, second.outcome());
            Tests.check(first.isFetching(), "a later flight of this end");
            list.resetBatch(End.TAIL);
            Tests.check(second.wasCancelled(), "reset");
            list.endBatch(End.TAIL);
            refuses(Status.NOT_FOUND, () -> list.beginBatch(End.TAIL));
        }
    }

    private static void flightOutlivesList() {
        RangeList list = new RangeList();
        BatchContext context = list.beginBatch(End.HEAD);
        list.close();
        Tests.same(Outcome.CANCELLED, context.outcome());
        refuses(Status.STALE, () -> context.finish(Outcome.COMPLETED));
    }

    private static void forgottenFlight() throws InterruptedException {
        try (RangeList list = new RangeList()) {
            list.beginBatch(End.TAIL);
            Viewport viewport = new Viewport(0, 440);
            BatchDecision.Reason reason = BatchDecision.Reason.IN_FLIGHT;
            for (int turn = 0; turn < 500 && reason == BatchDecision.Reason.IN_FLIGHT; turn++) {
                collect();
                reason = list.update(viewport).batch(End.TAIL).reason();
            }
            Tests.same(BatchDecision.Reason.LATCHED, reason);
        }
    }

    private static void failure() {
        try (RangeList list = new RangeList()) {
            list.beginBatch(End.TAIL).finish(Outcome.FAILED);
            Viewport viewport = new Viewport(0, 440);
            viewport.time = 10;
            viewport.jitter = 0.5;
            BatchDecision decision = list.update(viewport).batch(End.TAIL);
            Tests.same("waiting after a failure", decision.reason().text());
            Tests.same(11.5, list.update(viewport).nextTime());
            list.retryBatch(End.TAIL);
            Tests.same(BatchDecision.Answer.YES, list.update(viewport).batch(End.TAIL).answer());
        }
    }

    private static void closingWhileCalling() throws InterruptedException {
        // Large, so that some thread is in the library nearly always.
        double[] extents = distinct(20_000);
        for (int round = 0; round < 20; round++) {
            RangeList list = ListTests.list(extents.length);
            BatchContext context = list.beginBatch(End.TAIL);
            AtomicInteger turns = new AtomicInteger();
            Thread closing = new Thread(
                    () -> {
                        while (turns.get() < 20) {
                            Thread.onSpinWait();
                        }
                        list.close();
                    });
            closing.start();
            inThreads(
                    2,
                    () -> {
                        try {
                            while (true) {
                                list.measure(0, extents);
                                list.update(new Viewport(turns.incrementAndGet(), 440));
                                context.outcome();
                            }
                        } catch (IllegalStateException exception) {
                            context.wasCancelled();
                        }
                    });
            closing.join();
        }
    }

    /** The collector knows nothing of C's memory, but what it finds gives that back too. */
    private static void forgottenLists() throws InterruptedException {
        double[] extents = distinct(100_000);
        long before = resident();
        for (int round = 0; round < 200; round++) {
            new RangeList().insertMeasured(0, extents);
            if (round % 20 == 19) {
                collect();
            }
        }
        // Each takes about half a megabyte.
        long grown = resident() - before;
        Tests.check(grown < 50_000_000, "forgotten lists keep " + grown + " bytes");
    }

    private static void forgottenContexts() throws InterruptedException {
        long before = 0;
        for (int round = 0; round < 500_000; round++) {
            try (RangeList list = new RangeList()) {
                list.beginBatch(End.TAIL);
            }
            if (round % 20_000 == 19_999) {
                collect();
                before = before == 0 ? resident() : before;
            }
        }
        // Each takes about 64 bytes.
        long grown = resident() - before;
        Tests.check(grown < 16_000_000, "forgotten contexts keep " + grown + " bytes");
    }

    /** Alike, they would take no memory. */
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
        List<Throwable> thrown = new java.util.concurrent.CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            Thread thread = new Thread(body);
            thread.setUncaughtExceptionHandler((ignored, throwable) -> thrown.add(throwable));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Tests.same(List.of(), List.copyOf(thrown));
    }
}
