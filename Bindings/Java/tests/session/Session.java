package session;

import static session.Words.of;
import static session.Words.microseconds;
import static session.Words.thousandths;
import static session.Words.ticks;
import static java.util.stream.Collectors.joining;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import rangecore.BatchContext;
import rangecore.RangeCoreException;
import rangecore.RangeList;
import rangecore.RangeList.End;
import rangecore.RangeList.Mode;
import rangecore.RangeList.Range;
import rangecore.RangeList.TuningPreset;
import rangecore.Settings;
import rangecore.Update;
import rangecore.Viewport;

/** Carries out a recorded session; see Examples/Session/README.md. */
public final class Session implements AutoCloseable {
    private RangeList list;
    private final HostSession host = new HostSession();
    private Viewport viewport = new Viewport(0, 0);
    private final List<BatchContext> fetches = new ArrayList<>();

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
            return echo + "error " + exception.text + "\n";
        }
    }

    /** Carries out a command that prints {@code ok}, if it is one. */
    private boolean carryOut(Words words) {
        switch (words.word(0)) {
            case "create" -> create(words);
            case "insert" -> list.insert(words.integer(1), words.integer(2), words.lengths(3));
            case "remove" -> list.remove(words.integer(1), words.integer(2));
            case "move" -> list.move(words.integer(1), words.integer(2), words.integer(3));
            case "forget" -> list.forget(words.integer(1), words.integer(2));
            case "set_row_extents" -> list.setRowExtents(words.integer(1), words.lengths(2));
            case "mark_provisional" -> list.markProvisional(words.integer(1), words.integer(2));
            case "set_layout" ->
                    list.setLayout(words.small(1), words.length(2), words.flag(3));
            case "set_lanes" ->
                    list.setLanes(words.small(1), words.length(2), words.length(3), words.flag(4));
            case "set_span" -> list.setSpan(words.integer(1), words.integer(2), words.small(3));
            case "mark_header" -> list.markHeader(words.integer(1), words.small(2));
            case "unmark_header" -> list.unmarkHeader(words.integer(1));
            case "set_names" -> setNames(words);
            case "keep" -> list.keep(words.integer(1), words.small(2));
            case "estimate" -> list.setEstimate(words.length(1));
            case "mode" -> list.setMode(words.value(1, Mode.class));
            case "mark_scrolled" -> list.markScrolled();
            case "set" -> set(words);
            case "tune" -> tune(words);
            case "finish" -> fetch(words).finish(words.value(2, BatchContext.Outcome.class));
            case "preload_time" -> list.addPreloadTime(words.seconds(1));
            case "load" -> check(words.integer(1), words.integer(2), words.seconds(3));
            case "loaded" -> check(words.integer(1),
                    words.value(2, BatchContext.Outcome.class), words.seconds(3));
            case "retry" -> list.retryBatch(words.value(1, End.class));
            case "reset" -> list.resetBatch(words.value(1, End.class));
            case "mark_exhausted" -> list.markExhausted(words.value(1, End.class));
            case "validate" -> list.validate();
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Carries out any other command, and returns what it prints. */
    private String ask(Words words) {
        return switch (words.word(0)) {
            case "update" -> {
                viewport = words.viewport(1, 2, 3);
                yield text(list.update(viewport));
            }
            case "scroll" -> {
                viewport.offset = words.length(1);
                viewport.time = words.seconds(2);
                words.readInto(viewport, 3);
                yield text(list.update(viewport));
            }
            case "set_scroll_target" -> setScrollTarget(words);
            case "settings" -> text(list.settings());
            case "tuning" -> tuning(words);
            case "begin" -> {
                fetches.add(list.beginBatch(words.value(1, End.class)));
                yield "fetch " + fetches.size();
            }
            case "outcome" -> "outcome " + of(fetch(words).outcome());
            case "size" -> "size " + list.count() + " measured " + list.measuredRowCount()
                    + " length " + ticks(list.length()) + " estimate " + ticks(list.estimate());
            case "item" -> text(list.item(words.integer(1)));
            case "item_at" -> text(list.itemAt(words.length(1)));
            case "items_in" -> "items" + text(list.itemsIn(words.length(1), words.length(2)));
            case "rows" -> rows(words.integer(1), words.integer(2));
            case "places" -> "places" + list.places(words.integer(1), words.integer(2)).stream()
                    .map(Session::text).collect(joining());
            case "unmeasured_rows" ->
                    "rows" + text(list.unmeasuredRows(words.integer(1), words.integer(2)));
            case "sections" -> "sections " + list.sectionCount();
            case "kept" -> "kept" + Arrays.stream(list.kept()).mapToObj(index -> " " + index).collect(joining());
            case "section" -> text(list.section(words.integer(1)));
            case "section_of" -> text(list.sectionOfItem(words.integer(1)));
            case "row_of" -> "row " + list.rowOfItem(words.integer(1));
            case "items_of_row" -> "items" + text(list.itemsOfRow(words.integer(1)));
            case "pinned" -> {
                RangeList.PinnedHeader header = list.pinnedHeader();
                yield "pinned " + header.index() + " offset " + ticks(header.offset())
                        + " covered " + ticks(header.covered());
            }
            case "foresee" -> text(list.foresee());
            case "change_names" -> names(words.small(1));
            case "diff" -> diff(words);
            case "state" -> "state " + list.state(words.integer(1));
            case "host" -> host.answer(list, words);
            case "states" -> states(words.integer(1), words.integer(2));
            default -> throw new Words.Misunderstood("no such command: " + words.word(0));
        };
    }

    /** What a load was is for those who look at a recording; reading it has checked it. */
    private static void check(Object... values) {}

    private void create(Words words) {
        TuningPreset preset =
                words.count() > 4 ? words.value(4, TuningPreset.class) : TuningPreset.LIST;
        double quantum = words.count() > 5 ? words.length(5) : 0;
        RangeList created =
                new RangeList(words.small(1), words.length(2), words.length(3), preset, quantum);
        close();
        host.reset();
        list = created;
    }

    private String setScrollTarget(Words words) {
        double fraction = words.fraction(2);
        double shift = words.count() > 3 ? words.length(3) : 0;
        return "offset " + ticks(list.setScrollTarget(words.integer(1), fraction, shift));
    }

    private void setNames(Words words) {
        long[] names = words.ids(3);
        if (names.length != words.integer(2) - words.integer(1)) {
            throw new Words.Misunderstood("the ids are not as many as the items");
        }
        list.setNames(words.integer(1), names);
    }

    private String names(int position) {
        return "names" + Arrays.stream(list.changeNames(position))
                .mapToObj(name -> name == RangeList.ID_NONE ? " none" : " " + name)
                .collect(joining());
    }

    private static String diff(Words words) {
        long[] oldIds = words.ids(1);
        words.word(oldIds.length + 1); // "to"
        List<RangeList.Edit> edits = RangeList.diff(oldIds, words.ids(oldIds.length + 2));
        return "edits " + edits.size() + edits.stream().map(Session::text).collect(joining());
    }

    private static String text(RangeList.Edit edit) {
        // Of an insertion the items, by the new sequence.
        long lower = edit.kind() == RangeList.EditKind.INSERT ? edit.source() : edit.lower();
        return "; " + of(edit.kind()) + " " + lower + " " + (lower + edit.upper() - edit.lower())
                + switch (edit.kind()) {
                    case INSERT -> " at " + edit.lower();
                    case MOVE -> " to " + edit.to();
                    default -> "";
                };
    }

    private void set(Words words) {
        Settings settings = list.settings();
        for (int index = 1; index < words.count(); index += 2) {
            set(settings, words, index);
        }
        list.setSettings(settings);
    }

    private static void set(Settings settings, Words words, int index) {
        int value = index + 1;
        switch (words.word(index)) {
            case "depth" -> settings.depth = words.small(value);
            case "presence" -> settings.presence = words.value(value, Settings.Presence.class);
            case "pressure" -> settings.pressure = words.value(value, Settings.Pressure.class);
            case "short_content_policy" ->
                    settings.shortContentPolicy =
                            words.value(value, Settings.ShortContentPolicy.class);
            case "slack" -> settings.slack = words.thousandths(value);
            case "foresight" -> settings.foresight = words.thousandths(value);
            case "direction_threshold" -> settings.directionThreshold = words.length(value);
            case "leading_tail" -> settings.leadingScreens[0] = words.thousandths(value);
            case "leading_head" -> settings.leadingScreens[1] = words.thousandths(value);
            case "leading_items_tail" -> settings.leadingItems[0] = words.integer(value);
            case "leading_items_head" -> settings.leadingItems[1] = words.integer(value);
            case "overscan_items" -> settings.overscanItems = words.integer(value);
            case "extra_tail" -> settings.extraLengths[0] = words.length(value);
            case "extra_head" -> settings.extraLengths[1] = words.length(value);
            case "stick_distance_tail" -> settings.stickDistances[0] = words.length(value);
            case "stick_distance_head" -> settings.stickDistances[1] = words.length(value);
            case "in_background" -> settings.inBackground = words.flag(value);
            case "insertion_pending" -> settings.insertionPending = words.flag(value);
            case "host_decides_batches" -> settings.hostDecidesBatches = words.flag(value);
            case "sticks_tail" -> settings.sticks[0] = words.flag(value);
            case "sticks_head" -> settings.sticks[1] = words.flag(value);
            case "uses_mean_estimate" -> settings.usesMeanEstimate = words.flag(value);
            case "pins_headers" -> settings.pinsHeaders = words.flag(value);
            default -> throw new Words.Misunderstood("unknown key " + words.word(index));
        }
    }

    private static String text(RangeList.Section section) {
        return "section " + section.ordinal() + " items" + text(section.items())
                + " rows" + text(section.rows()) + " columns " + section.columns();
    }

    private static String text(RangeList.Foresight it) {
        return "foresight landing %d velocity %d moving %d known %d wanted%s running%s kept%s spans"
                .formatted(ticks(it.landingOffset()), ticks(it.velocity()), of(it.isMoving()),
                        of(it.landingIsKnown()), text(it.wanted()), text(it.running()), text(it.kept()))
                + it.spans().stream().map(span -> text(span.items()) + " " + of(span.isDescending()))
                        .collect(joining());
    }

    private static String text(Settings settings) {
        return "settings depth " + settings.depth
                + " presence " + of(settings.presence)
                + " pressure " + of(settings.pressure)
                + " short_content_policy " + of(settings.shortContentPolicy)
                + " slack " + thousandths(settings.slack)
                + " foresight " + thousandths(settings.foresight)
                + " direction_threshold " + ticks(settings.directionThreshold)
                + " leading_tail " + thousandths(settings.leadingScreens[0])
                + " leading_head " + thousandths(settings.leadingScreens[1])
                + " leading_items_tail " + settings.leadingItems[0]
                + " leading_items_head " + settings.leadingItems[1]
                + " overscan_items " + settings.overscanItems
                + " extra_tail " + ticks(settings.extraLengths[0])
                + " extra_head " + ticks(settings.extraLengths[1])
                + " stick_distance_tail " + ticks(settings.stickDistances[0])
                + " stick_distance_head " + ticks(settings.stickDistances[1])
                + " in_background " + of(settings.inBackground)
                + " insertion_pending " + of(settings.insertionPending)
                + " host_decides_batches " + of(settings.hostDecidesBatches)
                + " sticks_tail " + of(settings.sticks[0])
                + " sticks_head " + of(settings.sticks[1])
                + " uses_mean_estimate " + of(settings.usesMeanEstimate)
                + " pins_headers " + of(settings.pinsHeaders);
    }

    private void tune(Words words) {
        boolean isEnabled = !words.word(3).equals("disabled");
        list.setTuning(
                words.value(1, Mode.class),
                words.value(2, Range.class),
                isEnabled
                        ? new RangeList.Tuning(words.thousandths(3), words.thousandths(4), true)
                        : new RangeList.Tuning(0, 0, false));
    }

    private String tuning(Words words) {
        RangeList.Tuning tuning =
                list.tuning(words.value(1, Mode.class), words.value(2, Range.class));
        return "tuning " + thousandths(tuning.leading()) + " " + thousandths(tuning.trailing())
                + (tuning.isEnabled() ? " enabled" : " disabled");
    }

    private BatchContext fetch(Words words) {
        long number = words.integer(1);
        if (number < 1 || number > fetches.size()) {
            throw new Words.Misunderstood("no such fetch: " + number);
        }
        return fetches.get((int) number - 1);
    }

    private String rows(long lower, long upper) {
        RangeList.Rows rows = list.rows(lower, upper);
        return "rows" + IntStream.range(0, rows.offsets().length)
                .mapToObj(row -> " " + ticks(rows.offsets()[row]) + " " + ticks(rows.extents()[row]))
                .collect(joining());
    }

    private String states(long lower, long upper) {
        StringBuilder text = new StringBuilder("states");
        for (byte state : list.states(lower, upper)) {
            text.append(' ').append(Byte.toUnsignedInt(state));
        }
        return text.toString();
    }

    private static String text(RangeList.Interval items) {
        return " " + items.lower() + " " + items.upper();
    }

    private static String text(RangeList.Item item) {
        return "item " + item.index() + " offset " + ticks(item.offset())
                + " extent " + ticks(item.extent()) + (item.isMeasured() ? " measured" : "")
                + (item.isProvisional() ? " provisional" : "");
    }

    private static String text(RangeList.Place it) {
        String lane = it.isWide() ? "wide" : it.lane() < 0 ? "laneless" : "lane " + it.lane();
        return "; offset " + ticks(it.offset()) + " extent " + ticks(it.extent()) + " " + lane
                + (it.isMeasured() ? " measured" : "");
    }

    /** A time, or {@code never}. */
    static String next(double time) {
        return " next " + (Double.isInfinite(time) ? "never" : microseconds(time));
    }

    static String text(Update update) {
        String ranges = update.ranges.entrySet().stream()
                .map(range -> " " + of(range.getKey()) + text(range.getValue())).collect(joining());
        String changes = update.changes.stream()
                .map(it -> "; %d %d from %d to %d distance %d".formatted(it.lower(), it.upper(),
                        it.before(), it.after(), ticks(it.distance())))
                .collect(joining());
        return "offset %d correction %d pending %d scroll_length %d%s mode %s presence %s direction %s"
                .formatted(ticks(update.offset), ticks(update.correction), ticks(update.pending),
                        ticks(update.scrollLength), next(update.nextTime), of(update.mode),
                        of(update.presence), of(update.direction))
                + "\nitems visible" + text(update.visible) + ranges
                + "\ntail " + text(update.tail) + "; head " + text(update.head)
                + "\nchanges %d removed %d left %d".formatted(
                        update.changes.size(), update.removedCount, update.leftCount)
                + changes;
    }

    private static String text(Update.Decision decision) {
        return of(decision.answer()) + " remaining " + ticks(decision.remaining())
                + " seconds " + microseconds(decision.seconds())
                + (decision.isNear() ? " near: " : " far: ") + decision.reason().text();
    }
}
