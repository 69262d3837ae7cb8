package rangecore;

/** Where the viewport is, and what the host knows about its movement; at rest and nobody's. */
public final class Viewport {
    /** The scroll comes from the user, not from the program. */
    public boolean isUser;
    /** The user touches the list: corrections are pending until an update without this. */
    public boolean isHeld;
    /** The host's scroll offset, in points; without the corrections that this update gives. */
    public double offset;
    /** In points, not negative; 0 is a hidden container. */
    public double length;
    /** What is covered at its start and end, in points, not negative. */
    public double insetStart, insetEnd;
    /** Points a second, forward positive; 0 when at rest or not known. */
    public double velocity;
    /** The offset at which a fling will come to rest; null where that is not known. */
    public Double landingOffset;
    /** The host's clock, in seconds. */
    public double time;
    /** A random number in 0 … 1, so that not all clients retry at the same time. */
    public double jitter;

    /** A viewport from {@code offset} on, {@code length} long, in points. */
    public Viewport(double offset, double length) {
        this.offset = offset;
        this.length = length;
    }

    /** Says that the user scrolls. */
    public Viewport byUser() {
        isUser = true;
        return this;
    }
}
