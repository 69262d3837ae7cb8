package rangecore;

/** What became of a call; the values are C's, in its order. */
public enum Status {
    OK, ARGUMENT, LIMIT, NO_MEMORY, NOT_FOUND, STALE, BUSY, INVALID;

    /** The library's own words for it. */
    public String text() {
        return Library.statusText(ordinal());
    }
}
