package rangecore;

import java.lang.annotation.Native;

/** What a host can change about a list at any time; it counts from the next update on. */
public final class Settings {
    // How they cross to C: all in one array. The native library takes these numbers from here.
    @Native static final int DEPTH = 0;
    @Native static final int PRESENCE = 1;
    @Native static final int PRESSURE = 2;
    @Native static final int SHORT_CONTENT_POLICY = 3;
    @Native static final int SLACK = 4;
    @Native static final int DIRECTION_THRESHOLD = 5;
    @Native static final int LEADING_SCREENS = 6;
    @Native static final int EXTRA_LENGTHS = 8;
    @Native static final int IN_BACKGROUND = 10;
    @Native static final int INSERTION_PENDING = 11;
    @Native static final int HOST_DECIDES_BATCHES = 12;
    @Native static final int STICKS_TO_END = 13;
    @Native static final int USES_MEAN_ESTIMATE = 14;
    @Native static final int TUNINGS = 15;
    @Native static final int TUNINGS_COUNT = 72;
    @Native static final int COUNT = 87;

    /** Screens on top of the list's own, not negative. */
    public int depth;
    /** Where the list is. */
    public Presence presence;
    /** How short of memory the system is. */
    public Pressure pressure;
    /** When content that is shorter than the viewport makes the tail fetch. */
    public ShortContentPolicy shortContentPolicy;
    /** By how many screenfuls an item may leave a range before it loses the range's bit. */
    public double slack;
    /** By how much the user must scroll back before leading and trailing swap, in points. */
    public double directionThreshold;
    /** How many screenfuls before an {@link End} its batch is fetched; 0 turns it off. */
    public final double[] leadingScreens;
    /** Room after the last item and before the first, by {@link End}, in points. */
    public final double[] extraLengths;
    /** The app is in the background. */
    public boolean inBackground;
    /** Fetched items are still to be inserted: no end asks for more. */
    public boolean insertionPending;
    /** While the viewport moves toward an end, its batch decision is <i>defer</i>. */
    public boolean hostDecidesBatches;
    /** A viewport at the content's end stays there through edits, as a chat does. */
    public boolean sticksToEnd;
    /** The estimate becomes the mean of what is measured, at each update. */
    public boolean usesMeanEstimate;
    /** How far each range reaches in each mode. */
    public Tunings tunings;

    /** The library's defaults. */
    public Settings() {
        this(Library.defaultSettings());
    }

    Settings(double[] slots) {
        depth = (int) slots[DEPTH];
        presence = Presence.values()[(int) slots[PRESENCE]];
        pressure = Pressure.values()[(int) slots[PRESSURE]];
        shortContentPolicy = ShortContentPolicy.values()[(int) slots[SHORT_CONTENT_POLICY]];
        slack = slots[SLACK];
        directionThreshold = slots[DIRECTION_THRESHOLD];
        leadingScreens = new double[] {slots[LEADING_SCREENS], slots[LEADING_SCREENS + 1]};
        extraLengths = new double[] {slots[EXTRA_LENGTHS], slots[EXTRA_LENGTHS + 1]};
        inBackground = slots[IN_BACKGROUND] != 0;
        insertionPending = slots[INSERTION_PENDING] != 0;
        hostDecidesBatches = slots[HOST_DECIDES_BATCHES] != 0;
        sticksToEnd = slots[STICKS_TO_END] != 0;
        usesMeanEstimate = slots[USES_MEAN_ESTIMATE] != 0;
        tunings = new Tunings(new double[TUNINGS_COUNT]);
        System.arraycopy(slots, TUNINGS, tunings.slots, 0, TUNINGS_COUNT);
    }

    double[] slots() {
        double[] slots = new double[COUNT];
        slots[DEPTH] = depth;
        slots[PRESENCE] = presence.ordinal();
        slots[PRESSURE] = pressure.ordinal();
        slots[SHORT_CONTENT_POLICY] = shortContentPolicy.ordinal();
        slots[SLACK] = slack;
        slots[DIRECTION_THRESHOLD] = directionThreshold;
        System.arraycopy(leadingScreens, 0, slots, LEADING_SCREENS, 2);
        System.arraycopy(extraLengths, 0, slots, EXTRA_LENGTHS, 2);
        slots[IN_BACKGROUND] = inBackground ? 1 : 0;
        slots[INSERTION_PENDING] = insertionPending ? 1 : 0;
        slots[HOST_DECIDES_BATCHES] = hostDecidesBatches ? 1 : 0;
        slots[STICKS_TO_END] = sticksToEnd ? 1 : 0;
        slots[USES_MEAN_ESTIMATE] = usesMeanEstimate ? 1 : 0;
        System.arraycopy(tunings.slots, 0, slots, TUNINGS, TUNINGS_COUNT);
        return slots;
    }
}
