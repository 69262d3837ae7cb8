package rangecore;

/** How short of memory the system is; it stays until the host says normal. */
public enum Pressure {
    NORMAL, WARNING, CRITICAL
}
