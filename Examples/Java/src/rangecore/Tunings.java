package rangecore;

import java.util.Arrays;

/** The tuning of each range in each mode. The library checks it when a list is configured. */
public final class Tunings {
    /** Leading, trailing and whether it is enabled, of each range of each mode. */
    final double[] slots;

    Tunings(double[] slots) {
        this.slots = slots;
    }

    /** The defaults of a list. */
    public static Tunings list() {
        return new Tunings(Library.defaultTunings(false));
    }

    /** The defaults of a pager, which shows one item a screen. */
    public static Tunings pager() {
        return new Tunings(Library.defaultTunings(true));
    }

    /** The tuning of one range in one mode. */
    public Tuning get(RangeMode mode, RangeKind range) {
        int slot = slot(mode, range);
        return new Tuning(slots[slot], slots[slot + 1], slots[slot + 2] != 0);
    }

    /** Sets the tuning of one range in one mode. */
    public void set(RangeMode mode, RangeKind range, Tuning tuning) {
        int slot = slot(mode, range);
        slots[slot] = tuning.leading();
        slots[slot + 1] = tuning.trailing();
        slots[slot + 2] = tuning.enabled() ? 1 : 0;
    }

    private static int slot(RangeMode mode, RangeKind range) {
        return 3 * (mode.ordinal() * RangeKind.values().length + range.ordinal());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tunings tunings && Arrays.equals(slots, tunings.slots);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(slots);
    }
}
