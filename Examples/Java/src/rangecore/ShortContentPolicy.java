package rangecore;

/** When content that is shorter than the viewport makes the tail fetch. */
public enum ShortContentPolicy {
    FETCHES, AFTER_SCROLL, NEVER
}
