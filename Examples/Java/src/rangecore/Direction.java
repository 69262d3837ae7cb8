package rangecore;

/** A direction along the list's axis; forward is toward higher indices. */
public enum Direction {
    NONE, FORWARD, BACKWARD
}
