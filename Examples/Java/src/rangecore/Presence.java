package rangecore;

/** Where a list is, as its items see it. */
public enum Presence {
    ON_SCREEN, NEAR, AWAY
}
