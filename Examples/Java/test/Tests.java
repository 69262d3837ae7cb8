import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Runs the tests of the binding: {@code Tests FOLDER}, where include/ and Examples/ are. */
public final class Tests {
    /** One test; it may throw what it likes. */
    interface Body {
        void run() throws Exception;
    }

    private final Map<String, Body> bodies = new LinkedHashMap<>();

    void add(String name, Body body) {
        bodies.put(name, body);
    }

    static void check(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    static void same(Object expected, Object actual) {
        boolean isSame = Objects.deepEquals(expected, actual);
        check(isSame, "expected " + text(expected) + ", got " + text(actual));
    }

    private static String text(Object value) {
        String text = Arrays.deepToString(new Object[] {value});
        return text.substring(1, text.length() - 1);
    }

    /** Runs what must throw, and gives what it throws. */
    static <T extends Throwable> T thrown(Class<T> type, Body body) {
        try {
            body.run();
        } catch (Throwable throwable) {
            check(type.isInstance(throwable), "threw " + throwable);
            return type.cast(throwable);
        }
        throw new AssertionError("threw nothing, not " + type.getSimpleName());
    }

    /** Runs all, and ends with 1 where one failed. */
    public static void main(String[] arguments) {
        Path root = Path.of(arguments.length > 0 ? arguments[0] : ".");
        Tests tests = new Tests();
        ListTests.addTo(tests);
        MisuseTests.addTo(tests);
        HeaderTests.addTo(tests, root);
        int failed = 0;
        for (Map.Entry<String, Body> test : tests.bodies.entrySet()) {
            try {
                test.getValue().run();
            } catch (Throwable throwable) {
                failed++;
                System.err.println("FAIL " + test.getKey());
                throwable.printStackTrace();
            }
        }
        System.out.println(tests.bodies.size() - failed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
