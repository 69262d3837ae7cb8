import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import rangecore.Alignment;
import rangecore.BatchContext;
import rangecore.BatchDecision;
import rangecore.Direction;
import rangecore.End;
import rangecore.Presence;
import rangecore.Pressure;
import rangecore.RangeKind;
import rangecore.RangeMode;
import rangecore.ShortContentPolicy;
import rangecore.State;
import rangecore.Status;

/** Compares the binding with the header, so that what the header gains is not missed. */
final class HeaderTests {
    private static final Map<String, Class<? extends Enum<?>>> ENUMS = Map.ofEntries(
            Map.entry("rc_status RC_STATUS_", Status.class),
            Map.entry("rc_direction RC_DIRECTION_", Direction.class),
            Map.entry("rc_range RC_RANGE_", RangeKind.class),
            Map.entry("rc_range_mode RC_RANGE_MODE_", RangeMode.class),
            Map.entry("rc_presence RC_PRESENCE_", Presence.class),
            Map.entry("rc_pressure RC_PRESSURE_", Pressure.class),
            Map.entry("rc_end RC_END_", End.class),
            Map.entry("rc_batch_answer RC_BATCH_", BatchDecision.Answer.class),
            Map.entry("rc_batch_reason RC_BATCH_REASON_", BatchDecision.Reason.class),
            Map.entry("rc_batch_outcome RC_BATCH_", BatchContext.Outcome.class),
            Map.entry("rc_short_content_policy RC_SHORT_CONTENT_", ShortContentPolicy.class),
            Map.entry("rc_alignment RC_ALIGNMENT_", Alignment.class));

    /** The structs that cross, and the file of the glue and the variables that hold them there. */
    private static final Map<String, String> STRUCTS = Map.of(
            "rc_list_options", "list.c options",
            "rc_list_settings", "settings.c settings",
            "rc_tuning", "settings.c tuning",
            "rc_viewport", "update.c viewport",
            "rc_update", "update.c update",
            "rc_changes", "update.c changes",
            "rc_change", "update.c change",
            "rc_batch_decision", "update.c decision",
            "rc_item", "list.c item");

    private HeaderTests() {}

    static void addTo(Tests tests, Path root) {
        tests.add("every enumeration has the values of C", () -> enumerations(header(root)));
        tests.add("every bit of a state has the value of C", () -> states(header(root)));
        tests.add("every field of every struct crosses", () -> fields(header(root), root));
        tests.add("every function of lists and batches is called", () -> calls(header(root), root));
    }

    private static String header(Path root) throws IOException {
        String text = Files.readString(root.resolve("include/rangecore.h"));
        return text.replaceAll("//[^\n]*", "");
    }

    private static List<MatchResult> all(String regex, String text) {
        return Pattern.compile(regex, Pattern.DOTALL).matcher(text).results().toList();
    }

    private static String body(String header, String keyword, String name) {
        String start = "typedef " + keyword + " " + name + " {";
        int begin = header.indexOf(start);
        Tests.check(begin >= 0, "the header has no " + start);
        return header.substring(begin + start.length(), header.indexOf('}', begin));
    }

    private static void enumerations(String header) {
        ENUMS.forEach(
                (names, type) -> {
                    String[] name = names.split(" ");
                    var declared = all("(\\w+) = (\\w+)", body(header, "enum", name[0])).stream()
                            .filter(match -> !match.group(1).endsWith("_SENTINEL"))
                            .map(match -> match.group(1) + " = " + match.group(2))
                            .toList();
                    var ours = List.of(type.getEnumConstants()).stream()
                            .map(value -> name[1] + value.name() + " = " + value.ordinal())
                            .toList();
                    Tests.same(declared, ours);
                });
    }

    private static void states(String header) throws ReflectiveOperationException {
        for (MatchResult bit : all("RC_STATE_(\\w+) = (\\d+)", header)) {
            if (!bit.group(1).equals("IN_HIERARCHY")) {
                int value = State.class.getField(bit.group(1)).getInt(null);
                Tests.same(bit.group(), "RC_STATE_" + bit.group(1) + " = " + value);
            }
        }
    }

    /** The glue must read or write each field through the variable, as {@code name.field}. */
    private static void fields(String header, Path root) throws IOException {
        for (Map.Entry<String, String> struct : STRUCTS.entrySet()) {
            String[] place = struct.getValue().split(" ");
            String glue = Files.readString(root.resolve("Examples/Java/jni").resolve(place[0]));
            String body = body(header, "struct", struct.getKey());
            // Of `double a, b;` and `rc_interval ranges[6];` the names.
            for (MatchResult field : all("(\\w+)(?:\\[\\w+\\])?[,;]", body)) {
                String name = field.group(1);
                if (name.startsWith("reserved") || name.equals("struct_size")) {
                    continue;
                }
                boolean crosses = Pattern.compile("\\b" + place[1] + "(\\.|->)" + name + "\\b")
                        .matcher(glue)
                        .find();
                Tests.check(crosses, place[0] + " leaves out " + struct.getKey() + "." + name);
            }
        }
    }

    private static void calls(String header, Path root) throws IOException {
        StringBuilder glue = new StringBuilder();
        for (String file : List.of("glue.c", "list.c", "settings.c", "update.c")) {
            glue.append(Files.readString(root.resolve("Examples/Java/jni").resolve(file)));
        }
        for (MatchResult function : all("\\b(rc_(?:list|batch_context)_\\w+)\\(", header)) {
            String name = function.group(1);
            // Whoever retains shares the Java object instead.
            if (!name.equals("rc_batch_context_retain")) {
                boolean isCalled = !all("\\b" + name + "\\b", glue.toString()).isEmpty();
                Tests.check(isCalled, "nothing in jni calls " + name);
            }
        }
    }
}
