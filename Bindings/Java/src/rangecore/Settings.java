package rangecore;

import static rangecore.RangeCoreException.given;

/** The fields of {@code rc_list_settings}; arrays are by {@link RangeList.End}. */
public final class Settings {
    /** The values of {@code rc_presence}. */
    public enum Presence { ON_SCREEN, NEAR, AWAY }

    /** The values of {@code rc_pressure}. */
    public enum Pressure { NORMAL, WARNING, CRITICAL }

    /** The values of {@code rc_short_content_policy}. */
    public enum ShortContentPolicy { FETCH, AFTER_SCROLL, NEVER }

    public double slack;
    public double foresight;
    public double directionThreshold;
    public final double[] leadingScreens;
    public final long[] leadingItems;
    public long overscanItems;
    public final double[] extraLengths;
    public final double[] stickDistances;
    public int depth;
    public Presence presence;
    public Pressure pressure;
    public ShortContentPolicy shortContentPolicy;
    public boolean inBackground;
    public boolean insertionPending;
    public boolean hostDecidesBatches;
    public final boolean[] sticks;
    public boolean usesMeanEstimate;
    public boolean pinsHeaders;

    Settings(double[] fields, long[] counts) {
        slack = fields[0];
        directionThreshold = fields[1];
        leadingScreens = new double[] {fields[2], fields[3]};
        leadingItems = new long[] {counts[0], counts[1]};
        overscanItems = counts[2];
        extraLengths = new double[] {fields[4], fields[5]};
        stickDistances = new double[] {fields[6], fields[7]};
        depth = (int) fields[8];
        presence = Presence.values()[(int) fields[9]];
        pressure = Pressure.values()[(int) fields[10]];
        shortContentPolicy = ShortContentPolicy.values()[(int) fields[11]];
        inBackground = fields[12] != 0;
        insertionPending = fields[13] != 0;
        hostDecidesBatches = fields[14] != 0;
        sticks = new boolean[] {fields[15] != 0, fields[16] != 0};
        usesMeanEstimate = fields[17] != 0;
        pinsHeaders = fields[18] != 0;
        foresight = fields[19];
    }

    /** The counts of items, which a double might round. */
    long[] counts() {
        return new long[] {leadingItems[0], leadingItems[1], overscanItems};
    }

    /** All others. */
    double[] fields() {
        return new double[] {
            slack, directionThreshold, leadingScreens[0], leadingScreens[1], extraLengths[0],
            extraLengths[1], stickDistances[0], stickDistances[1], depth,
            given(presence, "presence").ordinal(), given(pressure, "pressure").ordinal(),
            given(shortContentPolicy, "shortContentPolicy").ordinal(), inBackground ? 1 : 0,
            insertionPending ? 1 : 0, hostDecidesBatches ? 1 : 0, sticks[0] ? 1 : 0,
            sticks[1] ? 1 : 0, usesMeanEstimate ? 1 : 0, pinsHeaders ? 1 : 0, foresight
        };
    }
}
