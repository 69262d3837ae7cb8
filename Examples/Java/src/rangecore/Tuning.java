package rangecore;

/**
 * How far one range reaches past the viewport, in viewport lengths.
 *
 * @param leading on the side toward which the user moves; finite, not negative
 * @param trailing on the other side; finite, not negative
 * @param enabled false for the empty set, which not even a visible item is in
 */
public record Tuning(double leading, double trailing, boolean enabled) {
    /** The empty set. */
    public static final Tuning EMPTY = new Tuning(0, 0, false);
}
