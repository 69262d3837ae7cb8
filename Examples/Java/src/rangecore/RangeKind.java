package rangecore;

/** The ranges that can be tuned. */
public enum RangeKind {
    DISPLAY, PRELOAD, APP_0, APP_1, APP_2, APP_3
}
