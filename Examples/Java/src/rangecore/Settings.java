package rangecore;

/** The fields of {@code rc_list_settings}; arrays are by {@link RangeList.End}. */
public final class Settings {
    /** The values of {@code rc_presence}. */
    public enum Presence { ON_SCREEN, NEAR, AWAY }

    /** The values of {@code rc_pressure}. */
    public enum Pressure { NORMAL, WARNING, CRITICAL }

    /** The values of {@code rc_short_content_policy}. */
    public enum ShortContentPolicy { FETCH, AFTER_SCROLL, NEVER }

    public double slack;
    public double directionThreshold;
    public final double[] leadingScreens;
    public final double[] extraLengths;
    public int depth;
    public Presence presence;
    public Pressure pressure;
    public ShortContentPolicy shortContentPolicy;
    public boolean inBackground;
    public boolean insertionPending;
    public boolean hostDecidesBatches;
    public boolean sticksToEnd;
    public boolean usesMeanEstimate;

    Settings(double[] fields) {
        slack = fields[0];
        directionThreshold = fields[1];
        leadingScreens = new double[] {fields[2], fields[3]};
        extraLengths = new double[] {fields[4], fields[5]};
        depth = (int) fields[6];
        presence = Presence.values()[(int) fields[7]];
        pressure = Pressure.values()[(int) fields[8]];
        shortContentPolicy = ShortContentPolicy.values()[(int) fields[9]];
        inBackground = fields[10] != 0;
        insertionPending = fields[11] != 0;
        hostDecidesBatches = fields[12] != 0;
        sticksToEnd = fields[13] != 0;
        usesMeanEstimate = fields[14] != 0;
    }

    double[] fields() {
        return new double[] {
            slack, directionThreshold, leadingScreens[0], leadingScreens[1], extraLengths[0],
            extraLengths[1], depth, presence.ordinal(), pressure.ordinal(),
            shortContentPolicy.ordinal(), inBackground ? 1 : 0, insertionPending ? 1 : 0,
            hostDecidesBatches ? 1 : 0, sticksToEnd ? 1 : 0, usesMeanEstimate ? 1 : 0
        };
    }
}
