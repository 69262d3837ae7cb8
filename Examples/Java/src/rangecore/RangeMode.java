package rangecore;

/** How far the ranges reach, from the most generous to the most restrictive. */
public enum RangeMode {
    FULL, MINIMUM, VISIBLE_ONLY, LOW_MEMORY
}
