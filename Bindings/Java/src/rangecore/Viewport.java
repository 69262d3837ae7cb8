package rangecore;

/** The fields of {@code rc_viewport}; by default at rest and not user-driven. */
public final class Viewport {
    public double offset;
    public double length;
    public double insetStart;
    public double insetEnd;
    /** In place of {@code offset}, an item; null for none. Nothing is then corrected. */
    public Long item;
    /** Where the row of {@code item} starts, from the viewport's start behind the inset. */
    public double itemPlace;
    public double velocity;
    /** Null if it is not known. */
    public Double landingOffset;
    public double time;
    public double jitter;
    public boolean isUserDriven;
    public boolean isHeld;
    /** The insets do not extend what can be scrolled. */
    public boolean insetsAreFixed;
    /** A finger or the thumb of a scroll bar has hold of the list. For foresight. */
    public boolean isDragged;

    /** A viewport from {@code offset} on, {@code length} long, in points. */
    public Viewport(double offset, double length) {
        this.offset = offset;
        this.length = length;
    }

    double[] fields() {
        double landing = landingOffset == null ? 0 : landingOffset;
        return new double[] {
            offset, length, insetStart, insetEnd, itemPlace, velocity, landing, time, jitter,
            isUserDriven ? 1 : 0, isHeld ? 1 : 0, landingOffset == null ? 0 : 1,
            item == null ? 0 : 1, insetsAreFixed ? 1 : 0, isDragged ? 1 : 0
        };
    }
}
