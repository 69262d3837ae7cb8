package rangecore;

/** The bits of an item's interface state. */
public final class State {
    /** In a list, and may be measured; every item of a list has it. */
    public static final int MEASURE_LAYOUT = 1;
    /** Fetch its content, from network or disk. */
    public static final int PRELOAD = 2;
    /** Rasterise its text, decode its images. */
    public static final int DISPLAY = 4;
    /** On screen by at least one tick. */
    public static final int VISIBLE = 8;
    /** In one of the app's own ranges. */
    public static final int APP_0 = 16, APP_1 = 32, APP_2 = 64, APP_3 = 128;

    private State() {}
}
