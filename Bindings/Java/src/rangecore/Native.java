package rangecore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Loads the native library: the jar has one for the system that it was built on. */
final class Native {
    private Native() {}

    static void load() {
        // Another file, for example for another system.
        String file = System.getProperty("rangecore.library");
        if (file != null) {
            System.load(Path.of(file).toAbsolutePath().toString());
            return;
        }
        String name = System.mapLibraryName("rangecore_jni");
        try (InputStream packed = Native.class.getResourceAsStream(name)) {
            if (packed == null) {
                System.loadLibrary("rangecore_jni");
                return;
            }
            // The system loads only files.
            Path folder = Files.createTempDirectory("rangecore");
            Path copy = folder.resolve(name);
            folder.toFile().deleteOnExit();
            copy.toFile().deleteOnExit();
            Files.copy(packed, copy, StandardCopyOption.REPLACE_EXISTING);
            System.load(copy.toString());
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }
}
