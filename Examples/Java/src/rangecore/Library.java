package rangecore;

import java.lang.ref.Cleaner;

/** Loads the native library, and asks it for what belongs to no list. */
final class Library {
    /** Ends what nobody can reach any more. */
    static final Cleaner CLEANER;

    static {
        // The file, where it lies in no folder of java.library.path.
        String file = System.getProperty("rangecore.library");
        if (file != null) {
            System.load(file);
        } else {
            System.loadLibrary("rangecore_jni");
        }
        CLEANER = Cleaner.create();
    }

    private Library() {}

    /** Has the class initialised, and so the library loaded, before the first native method. */
    static void load() {}

    static native String statusText(int status);

    static native String reasonText(int reason);

    static native double[] defaultOptions();

    static native double[] defaultSettings();

    static native double[] defaultTunings(boolean isPager);
}
