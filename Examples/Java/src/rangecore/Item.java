package rangecore;

/**
 * Where one item is.
 *
 * @param offset where it starts, in points
 * @param extent how long it is, in points; the estimate where it is not measured
 */
public record Item(long index, double offset, double extent, boolean isMeasured) {}
