package rangecore;

/** An end of a list: the tail is after the last item, the head before the first. */
public enum End {
    TAIL, HEAD
}
