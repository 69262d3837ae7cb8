package session;

import static session.Words.of;
import static session.Words.thousandths;
import static session.Words.ticks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rangecore.Alignment;
import rangecore.BatchContext;
import rangecore.BatchDecision;
import rangecore.End;
import rangecore.Interval;
import rangecore.Item;
import rangecore.Options;
import rangecore.Presence;
import rangecore.Pressure;
import rangecore.RangeCoreException;
import rangecore.RangeKind;
import rangecore.RangeList;
import rangecore.RangeMode;
import rangecore.Settings;
import rangecore.ShortContentPolicy;
import rangecore.Status;
import rangecore.Tuning;
import rangecore.Tunings;
import rangecore.Update;
import rangecore.Viewport;

/** Carries out a recorded session; see Examples/Session/README.md. */
public final class Session implements AutoCloseable {
    private RangeList list;
    private final List<BatchContext> flights = new ArrayList<>();

    /** Reads the session from the file that is the argument, or from standard input. */
    public static void main(String[] arguments) throws IOException {
        PrintStream output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        int lineNumber = 0;
        try (Session session = new Session();
                BufferedReader input = reader(arguments)) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                lineNumber++;
                Words words = new Words(line);
                if (words.count() > 0) {
                    output.print(session.answer(words));
                }
            }
        } catch (NoSuchFileException exception) {
            System.err.println("session: no such file: " + exception.getMessage());
            System.exit(1);
        } catch (Words.Misunderstood exception) {
            output.flush();
            System.err.printf(
                    "session: line %d: %s; Examples/Session/README.md has the commands%n",
                    lineNumber, exception.getMessage());
            System.exit(1);
        }
        output.flush();
    }

    private static BufferedReader reader(String[] arguments) throws IOException {
        return arguments.length > 0
                ? Files.newBufferedReader(Path.of(arguments[0]))
                : new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        if (list != null) {
            list.close();
        }
    }

    private String answer(Words words) {
        String echo = "> " + String.join(" ", words.words) + "\n";
        if (list == null && !words.word(0).equals("create")) {
            throw new Words.Misunderstood("there is no list: create one first");
        }
        try {
            return echo + (carryOut(words) ? "ok" : ask(words)) + "\n";
        } catch (RangeCoreException exception) {
            return echo + "error " + exception.getMessage() + "\n";
        }
    }

    /** Carries out a command that prints no more than {@code ok}, if it is one. */
    private boolean carryOut(Words words) {
        switch (words.word(0)) {
            case "create" -> create(words);
            case "insert" -> list.insert(words.integer(1), words.integer(2));
            case "insert_measured" -> list.insertMeasured(words.integer(1), words.lengths(2));
            case "remove" -> list.remove(words.integer(1), words.integer(2));
            case "move" -> list.move(words.integer(1), words.integer(2), words.integer(3));
            case "measure" -> list.measure(words.integer(1), words.lengths(2));
            case "reload" -> list.reload(words.integer(1), words.integer(2));
            case "estimate" -> list.setEstimate(words.length(1));
            case "mode" -> list.setMode(words.value(1, RangeMode.class));
            case "promote" -> list.promote();
            case "set" -> set(words);
            case "tune" -> tune(words);
            case "tunings" -> tunings(words);
            case "finish" -> flight(words).finish(words.value(2, BatchContext.Outcome.class));
            case "retry" -> list.retryBatch(words.value(1, End.class));
            case "reset" -> list.resetBatch(words.value(1, End.class));
            case "end" -> list.endBatch(words.value(1, End.class));
            case "validate" -> validate();
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Carries out any other command, and says what it prints. */
    private String ask(Words words) {
        return switch (words.word(0)) {
            case "update" -> update(words);
            case "scroll_to" -> {
                Alignment alignment = words.value(2, Alignment.class);
                yield "offset " + ticks(list.scrollTo(words.integer(1), alignment));
            }
            case "settings" -> text(list.settings());
            case "tuning" -> tuning(words);
            case "begin" -> {
                flights.add(list.beginBatch(words.value(1, End.class)));
                yield "flight " + flights.size();
            }
            case "outcome" -> {
                BatchContext flight = flight(words);
                String cancelled = flight.wasCancelled() ? " cancelled" : "";
                yield "outcome " + of(flight.outcome()) + cancelled;
            }
            case "size" -> "size " + list.count() + " measured " + list.measuredCount()
                    + " length " + ticks(list.length()) + " estimate " + ticks(list.estimate());
            case "item" -> text(list.item(words.integer(1)));
            case "item_at" -> text(list.itemAt(words.length(1)));
            case "items_in" -> "items" + text(list.itemsIn(words.length(1), words.length(2)));
            case "rows" -> rows(words.integer(1), words.integer(2));
            case "state" -> "state " + list.state(words.integer(1));
            case "states" -> states(words.integer(1), words.integer(2));
            default -> throw new Words.Misunderstood("no such command: " + words.word(0));
        };
    }

    private void create(Words words) {
        RangeList made =
                new RangeList(new Options(words.small(1), words.length(2), words.length(3)));
        close();
        list = made;
    }

    private void validate() {
        String broken = list.validate();
        if (broken != null) {
            throw new Words.Misunderstood("the list is broken: " + broken);
        }
    }

    private String update(Words words) {
        Viewport viewport = new Viewport(words.length(1), words.length(2));
        for (int index = 3; index < words.count(); index += 2) {
            int value = index + 1;
            switch (words.word(index)) {
                case "user" -> viewport.isUser = words.flag(value);
                case "held" -> viewport.isHeld = words.flag(value);
                case "landing" -> viewport.landingOffset = words.length(value);
                case "inset_start" -> viewport.insetStart = words.length(value);
                case "inset_end" -> viewport.insetEnd = words.length(value);
                case "velocity" -> viewport.velocity = words.length(value);
                case "time" -> viewport.time = words.thousandths(value);
                case "jitter" -> viewport.jitter = words.thousandths(value);
                default -> throw new Words.Misunderstood("unknown key " + words.word(index));
            }
        }
        return text(list.update(viewport));
    }

    private void set(Words words) {
        Settings settings = list.settings();
        for (int index = 1; index < words.count(); index += 2) {
            set(settings, words, index);
        }
        list.configure(settings);
    }

    private static void set(Settings settings, Words words, int index) {
        int value = index + 1;
        int tail = End.TAIL.ordinal();
        int head = End.HEAD.ordinal();
        switch (words.word(index)) {
            case "depth" -> settings.depth = words.small(value);
            case "presence" -> settings.presence = words.value(value, Presence.class);
            case "pressure" -> settings.pressure = words.value(value, Pressure.class);
            case "short_content_policy" ->
                    settings.shortContentPolicy = words.value(value, ShortContentPolicy.class);
            case "slack" -> settings.slack = words.thousandths(value);
            case "direction_threshold" -> settings.directionThreshold = words.length(value);
            case "leading_tail" -> settings.leadingScreens[tail] = words.thousandths(value);
            case "leading_head" -> settings.leadingScreens[head] = words.thousandths(value);
            case "extra_tail" -> settings.extraLengths[tail] = words.length(value);
            case "extra_head" -> settings.extraLengths[head] = words.length(value);
            case "in_background" -> settings.inBackground = words.flag(value);
            case "insertion_pending" -> settings.insertionPending = words.flag(value);
            case "host_decides_batches" -> settings.hostDecidesBatches = words.flag(value);
            case "sticks_to_end" -> settings.sticksToEnd = words.flag(value);
            case "uses_mean_estimate" -> settings.usesMeanEstimate = words.flag(value);
            default -> throw new Words.Misunderstood("unknown key " + words.word(index));
        }
    }

    private static String text(Settings settings) {
        double[] screens = settings.leadingScreens;
        double[] lengths = settings.extraLengths;
        return "settings depth " + settings.depth
                + " presence " + of(settings.presence)
                + " pressure " + of(settings.pressure)
                + " short_content_policy " + of(settings.shortContentPolicy)
                + " slack " + thousandths(settings.slack)
                + " direction_threshold " + ticks(settings.directionThreshold)
                + " leading_tail " + thousandths(screens[End.TAIL.ordinal()])
                + " leading_head " + thousandths(screens[End.HEAD.ordinal()])
                + " extra_tail " + ticks(lengths[End.TAIL.ordinal()])
                + " extra_head " + ticks(lengths[End.HEAD.ordinal()])
                + " in_background " + of(settings.inBackground)
                + " insertion_pending " + of(settings.insertionPending)
                + " host_decides_batches " + of(settings.hostDecidesBatches)
                + " sticks_to_end " + of(settings.sticksToEnd)
                + " uses_mean_estimate " + of(settings.usesMeanEstimate);
    }

    private void tune(Words words) {
        Tuning tuning = words.word(3).equals("empty")
                ? Tuning.EMPTY
                : new Tuning(words.thousandths(3), words.thousandths(4), true);
        Settings settings = list.settings();
        settings.tunings.set(
                words.value(1, RangeMode.class), words.value(2, RangeKind.class), tuning);
        list.configure(settings);
    }

    private void tunings(Words words) {
        Settings settings = list.settings();
        settings.tunings = switch (words.word(1)) {
            case "list" -> Tunings.list();
            case "pager" -> Tunings.pager();
            default -> throw new Words.Misunderstood("unknown word " + words.word(1));
        };
        list.configure(settings);
    }

    private String tuning(Words words) {
        Tuning tuning = list.settings().tunings.get(
                words.value(1, RangeMode.class), words.value(2, RangeKind.class));
        return "tuning " + thousandths(tuning.leading()) + " " + thousandths(tuning.trailing())
                + (tuning.enabled() ? " enabled" : " empty");
    }

    private BatchContext flight(Words words) {
        long number = words.integer(1);
        if (number < 1 || number > flights.size()) {
            throw new Words.Misunderstood("no such flight: " + number);
        }
        return flights.get((int) number - 1);
    }

    private String rows(long lower, long upper) {
        // First without room, so that none is made for rows that do not exist.
        list.copy(lower, upper, null, null);
        double[] offsets = new double[Math.toIntExact(upper - lower)];
        double[] extents = new double[offsets.length];
        list.copy(lower, upper, offsets, extents);
        StringBuilder text = new StringBuilder("rows");
        for (int row = 0; row < offsets.length; row++) {
            text.append(' ').append(ticks(offsets[row])).append(' ').append(ticks(extents[row]));
        }
        return text.toString();
    }

    private String states(long lower, long upper) {
        if (lower < 0 || upper > list.count()) {
            return "error " + Status.ARGUMENT.text();
        }
        byte[] states = new byte[Math.toIntExact(upper - lower)];
        list.copyStates(lower, upper, states);
        StringBuilder text = new StringBuilder("states");
        for (byte state : states) {
            text.append(' ').append(Byte.toUnsignedInt(state));
        }
        return text.toString();
    }

    private static String text(Interval items) {
        return " " + items.lower() + " " + items.upper();
    }

    private static String text(Item item) {
        return "item " + item.index() + " offset " + ticks(item.offset())
                + " extent " + ticks(item.extent()) + (item.isMeasured() ? " measured" : "");
    }

    private static String text(Update update) {
        double next = update.nextTime();
        StringBuilder text = new StringBuilder("offset ").append(ticks(update.offset()))
                .append(" correction ").append(ticks(update.correction()))
                .append(" pending ").append(ticks(update.pending()))
                .append(" next ").append(Double.isInfinite(next) ? "never" : thousandths(next))
                .append(" mode ").append(of(update.mode()))
                .append(" presence ").append(of(update.presence()))
                .append(" direction ").append(of(update.direction()))
                .append("\nitems visible").append(text(update.visible()));
        for (RangeKind kind : RangeKind.values()) {
            text.append(' ').append(of(kind)).append(text(update.range(kind)));
        }
        for (End end : End.values()) {
            text.append('\n').append(of(end)).append(text(update.batch(end)));
        }
        text.append("\nchanges ").append(update.changeCount())
                .append(" removed ").append(update.removedCount())
                .append(" left ").append(update.leftCount());
        for (int change = 0; change < update.changeCount(); change++) {
            text.append("\nchange ").append(update.lower(change))
                    .append(' ').append(update.upper(change))
                    .append(" from ").append(update.before(change))
                    .append(" to ").append(update.after(change))
                    .append(" distance ").append(ticks(update.distance(change)));
        }
        return text.toString();
    }

    private static String text(BatchDecision decision) {
        return " " + of(decision.answer()) + " remaining " + ticks(decision.remaining())
                + " seconds " + thousandths(decision.seconds())
                + (decision.isNear() ? " near: " : " far: ") + decision.reason().text();
    }
}
