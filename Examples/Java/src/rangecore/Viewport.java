package rangecore;

/** The fields of {@code rc_viewport}; by default at rest and not user-driven. */
public final class Viewport {
    public double offset;
    public double length;
    public double insetStart;
    public double insetEnd;
    public double velocity;
    /** Null if it is not known. */
    public Double landingOffset;
    public double time;
    public double jitter;
    public boolean isUserDriven;
    public boolean isHeld;

    /** A viewport from {@code offset} on, {@code length} long, in points. */
    public Viewport(double offset, double length) {
        this.offset = offset;
        this.length = length;
    }

    double[] fields() {
        double landing = landingOffset == null ? 0 : landingOffset;
        return new double[] {
            offset, length, insetStart, insetEnd, velocity, landing, time, jitter,
            isUserDriven ? 1 : 0, isHeld ? 1 : 0, landingOffset == null ? 0 : 1
        };
    }
}
