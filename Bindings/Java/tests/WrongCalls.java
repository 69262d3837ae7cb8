import static java.util.Map.entry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import rangecore.BatchContext.Outcome;
import rangecore.ListHost;
import rangecore.RangeCoreException;
import rangecore.RangeHost;
import rangecore.RangeList;
import rangecore.RangeList.End;
import rangecore.RangeList.TuningPreset;
import rangecore.Settings;
import rangecore.Viewport;

/**
 * Makes the calls of Tests/wrong-calls.txt, which says what it has: each error names what was refused, and its value.
 * What is null is named too.
 */
final class WrongCalls {
    /** A call with the value that is wrong. */
    interface Call {
        void make(double value);
    }

    private static RangeList list() {
        RangeList list = new RangeList();
        list.insert(0, 10);
        list.update(new Viewport(0, 400));
        return list;
    }

    private static void update(Consumer<Viewport> change) {
        Viewport viewport = new Viewport(0, 400);
        change.accept(viewport);
        list().update(viewport);
    }

    private static void set(Consumer<Settings> change) {
        RangeList list = list();
        Settings settings = list.settings();
        change.accept(settings);
        list.setSettings(settings);
    }

    private static void tune(double leading, double trailing) {
        list().setTuning(RangeList.Mode.FULL, RangeList.Range.DISPLAY,
                new RangeList.Tuning(leading, trailing, true));
    }

    private static RangeHost host() {
        RangeHost host = new RangeHost(list());
        Tests.check(!host.begin(new Viewport(0, 400), 100, 0).asks.isEmpty(), "asks");
        return host;
    }

    private static void setHost(Consumer<RangeHost.Options> change) {
        RangeHost.Options options = new RangeHost.Options();
        change.accept(options);
        host().setOptions(options);
    }

    private static final long[] TEN = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

    private static final Map<String, Call> CALLS = Map.ofEntries(
            entry("create columns", it -> new RangeList((int) it, 44, 0, TuningPreset.LIST)),
            entry("create estimate", it -> new RangeList(1, it, 0, TuningPreset.LIST)),
            entry("create spacing", it -> new RangeList(1, 44, it, TuningPreset.LIST)),
            entry("create quantum", it -> new RangeList(1, 44, 0, TuningPreset.LIST, it)),
            entry("insert index", it -> list().insert((long) it, 1)),
            entry("insert count", it -> list().insert(0, (long) it)),
            entry("insert extents[1]", it -> list().insert(0, 2, 1, it)),
            entry("remove lower", it -> list().remove((long) it, 11)),
            entry("remove upper", it -> list().remove(2, (long) it)),
            entry("move lower", it -> list().move((long) it, 2, 0)),
            entry("move upper", it -> list().move(8, (long) it, 0)),
            entry("move to", it -> list().move(0, 2, (long) it)),
            entry("forget upper", it -> list().forget(2, (long) it)),
            entry("set_row_extents row", it -> list().setRowExtents((long) it, 1)),
            entry("set_row_extents extents[1]", it -> list().setRowExtents(0, 1, it)),
            entry("mark_provisional upper", it -> list().markProvisional(2, (long) it)),
            entry("set_layout columns", it -> list().setLayout((int) it, 0, true)),
            entry("set_layout spacing", it -> list().setLayout(1, it, true)),
            entry("set_estimate estimate", it -> list().setEstimate(it)),
            entry("set_lanes lanes", it -> list().setLanes((int) it, 0, 0, true)),
            entry("set_lanes spacing", it -> list().setLanes(2, it, 0, true)),
            entry("set_lanes tolerance", it -> list().setLanes(2, 0, it, true)),
            entry("set_span upper", it -> list().setSpan(2, (long) it, 1)),
            entry("set_span span", it -> list().setSpan(0, 1, (int) it)),
            entry("mark_header index", it -> list().markHeader((long) it, 0)),
            entry("mark_header columns", it -> list().markHeader(0, (int) it)),
            entry("unmark_header index", it -> list().unmarkHeader((long) it)),
            entry("apply old_ids", it -> list().apply(new long[] {1, 2}, new long[0])),
            entry("apply new_ids", it -> list().apply(TEN, new long[] {1, 1})),
            entry("keep index", it -> list().keep((long) it, 6)),
            entry("keep bits", it -> list().keep(0, (int) it)),
            entry("set_names lower", it -> list().setNames((long) it)),
            entry("set_names names", it -> list().setNames(9, 1, 2)),
            entry("change_names position", it -> list().changeNames((int) it)),
            entry("update offset", it -> update(viewport -> viewport.offset = it)),
            entry("update length", it -> update(viewport -> viewport.length = it)),
            entry("update inset_start", it -> update(viewport -> viewport.insetStart = it)),
            entry("update inset_end", it -> update(viewport -> viewport.insetEnd = it)),
            entry("update item", it -> update(viewport -> viewport.item = (long) it)),
            entry("update item_place", it -> update(viewport -> {
                viewport.item = 1L;
                viewport.itemPlace = it;
            })),
            entry("update velocity", it -> update(viewport -> viewport.velocity = it)),
            entry("update landing_offset", it -> update(viewport -> viewport.landingOffset = it)),
            entry("update time", it -> update(viewport -> viewport.time = it)),
            entry("update jitter", it -> update(viewport -> viewport.jitter = it)),
            entry("set_scroll_target index", it -> list().setScrollTarget((long) it, 0)),
            entry("set_scroll_target fraction", it -> list().setScrollTarget(0, it)),
            entry("set_scroll_target shift", it -> list().setScrollTarget(0, 0, it)),
            entry("set_settings slack", it -> set(settings -> settings.slack = it)),
            entry("set_settings foresight", it -> set(settings -> settings.foresight = it)),
            entry("set_settings direction_threshold",
                    it -> set(settings -> settings.directionThreshold = it)),
            entry("set_settings leading_screens[1]",
                    it -> set(settings -> settings.leadingScreens[1] = it)),
            entry("set_settings overscan_items",
                    it -> set(settings -> settings.overscanItems = (long) it)),
            entry("set_settings leading_items[0]",
                    it -> set(settings -> settings.leadingItems[0] = (long) it)),
            entry("set_settings extra_lengths[1]",
                    it -> set(settings -> settings.extraLengths[1] = it)),
            entry("set_settings stick_distances[0]",
                    it -> set(settings -> settings.stickDistances[0] = it)),
            entry("set_settings depth", it -> set(settings -> settings.depth = (int) it)),
            entry("set_tuning leading", it -> tune(it, 0)),
            entry("set_tuning trailing", it -> tune(0, it)),
            entry("add_preload_time seconds", it -> list().addPreloadTime(it)),
            entry("finish outcome", it -> list().beginBatch(End.TAIL).finish(Outcome.FETCHING)),
            entry("item index", it -> list().item((long) it)),
            entry("item_at offset", it -> list().itemAt(it)),
            entry("items_in lower", it -> list().itemsIn(it, 10)),
            entry("items_in upper", it -> list().itemsIn(0, it)),
            entry("rows lower", it -> list().rows((long) it, 10)),
            entry("rows upper", it -> list().rows(0, (long) it)),
            entry("places upper", it -> list().places(0, (long) it)),
            entry("unmeasured_rows upper", it -> list().unmeasuredRows(0, (long) it)),
            entry("states lower", it -> list().states((long) it, 10)),
            entry("states upper", it -> list().states(0, (long) it)),
            entry("section ordinal", it -> list().section((long) it)),
            entry("section_of_item index", it -> list().sectionOfItem((long) it)),
            entry("row_of_item index", it -> list().rowOfItem((long) it)),
            entry("items_of_row row", it -> list().itemsOfRow((long) it)),
            entry("host_options budget", it -> setHost(options -> options.budget = it)),
            entry("host_options offset_step", it -> setHost(options -> options.offsetStep = it)),
            entry("host_options ahead_count",
                    it -> setHost(options -> options.aheadCount = (int) it)),
            entry("host_begin offset", it -> host().begin(new Viewport(it, 400), 100, 0)),
            entry("host_begin breadth", it -> host().begin(new Viewport(0, 400), it, 0)),
            entry("host_measured extents[0]", it -> host().measured(0, it)),
            entry("host_measured time", it -> host().measured(it, 1)),
            entry("host_set_extents extents[0]", it -> host().setExtent(0, it)),
            entry("host_wrote offset", it -> host().wrote(it)),
            entry("host_find index", it -> host().find((long) it)),
            entry("host_keep index", it -> host().keep((long) it, true)),
            entry("host_renew upper", it -> host().renew(0, (long) it)),
            entry("host_scroll_to index", it -> host().scrollTo((long) it, 0, 0, false)),
            entry("host_scroll_to fraction", it -> host().scrollTo(0, it, 0, false)),
            entry("host_scroll_to shift", it -> host().scrollTo(0, 0, it, false)),
            entry("host_scroll_to_offset offset", it -> host().scrollToOffset(it, false)));

    /** The name of an argument here, or a mark. */
    private static String nameOf(String argument, String others) {
        for (String other : others.split(";")) {
            String[] parts = other.split(":");
            if (parts.length == 2 && Arrays.asList(parts[1].trim().split(" ")).contains("java")) {
                return parts[0].trim();
            }
        }
        return Pattern.compile("_(.)").matcher(argument).replaceAll(
                found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    /** A number as it is compared. */
    private static double number(String text) {
        return switch (text) {
            case "-" -> 0;
            case "nan" -> Double.NaN;
            case "inf" -> Double.POSITIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    private static void check(String key, String name, String value) {
        RangeCoreException thrown;
        try {
            CALLS.get(key).make(number(value));
            throw new AssertionError(key + " " + value + " is not refused");
        } catch (RangeCoreException exception) {
            thrown = exception;
        }
        String message = key + " " + value + ": " + thrown.getMessage();
        Tests.check(name.equals(thrown.argument), message);
        String start = thrown.text + ": " + name;
        if (value.equals("-")) {
            Tests.check(thrown.getMessage().equals(start), message);
        } else {
            Tests.check(thrown.getMessage().startsWith(start + " is "), message);
            String shown = thrown.getMessage().substring(start.length() + 4);
            Tests.check(Double.valueOf(shown).equals(number(value)), message);
        }
    }

    private static void nullIsNamed() {
        RangeList list = list();
        Map<String, Runnable> calls = Map.of(
                "viewport", () -> list.update(null), "settings", () -> list.setSettings(null),
                "mode", () -> list.setMode(null), "range", () -> list.tuning(RangeList.Mode.FULL, null),
                "tuning", () -> list.setTuning(RangeList.Mode.FULL, RangeList.Range.DISPLAY, null),
                "end", () -> list.beginBatch(null), "preset", () -> new RangeList(1, 44, 0, null),
                "surface", () -> new ListHost<Long>(null, list), "list", () -> new RangeHost(null),
                "options", () -> new RangeHost(list, null));
        calls.forEach((name, call) -> {
            String message = Tests.thrown(NullPointerException.class, call::run).getMessage();
            Tests.check(message.equals(name + " is null"), message);
        });
        Settings settings = list.settings();
        settings.presence = null;
        Tests.check(Tests.thrown(NullPointerException.class, () -> list.setSettings(settings))
                .getMessage().equals("presence is null"), "presence");
        String message = Tests.thrown(RangeCoreException.class,
                () -> list.setRowExtents(0, (double[]) null)).getMessage();
        Tests.check(message.equals("invalid argument: extents is null"), message);
    }

    public static void main(String[] arguments) throws Exception {
        Set<String> made = new HashSet<>();
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        for (String line : lines) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split("\\|", -1);
            String key = parts[0].trim() + " " + parts[1].trim();
            String name = nameOf(parts[1].trim(), parts[3]);
            if (name.equals("none") || name.equals("type")) {
                continue;
            }
            Tests.check(CALLS.containsKey(key), "no call for " + key);
            made.add(key);
            for (String value : parts[2].trim().split(" ")) {
                check(key, name, value);
            }
        }
        Tests.check(made.equals(CALLS.keySet()), "a call has no line");
        nullIsNamed();
    }
}
