package rangecore;

/**
 * The answer to "fetch now?", and why.
 *
 * @param remaining points to the content's end; negative past it, 0 where an earlier rule answered
 * @param seconds {@code remaining} divided by the velocity; 0 unless deferred
 * @param isNear what the distance rule said; false where it was not asked
 */
public record BatchDecision(
        Answer answer, Reason reason, double remaining, double seconds, boolean isNear) {
    /** Whether to fetch; <i>defer</i> where the host asked to decide by itself. */
    public enum Answer {
        NO, YES, DEFER
    }

    /** The rule that gave the answer; the values are C's, in its order. */
    public enum Reason {
        IN_FLIGHT,
        ENDED,
        LATCHED,
        BACKING_OFF,
        INSERTION_PENDING,
        OFF,
        EMPTY_VIEWPORT,
        NO_ITEMS,
        SHORT_CONTENT,
        SHORT_CONTENT_POLICY,
        NOT_ON_SCREEN,
        MOVING_AWAY,
        NEAR_END,
        FAR_FROM_END,
        HOST_DECIDES;

        /** The library's own words for it. */
        public String text() {
            return Library.reasonText(ordinal());
        }
    }
}
