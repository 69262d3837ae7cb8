package rangecore;

/** The items {@code lower ..< upper}; empty where they are equal. */
public record Interval(long lower, long upper) {}
