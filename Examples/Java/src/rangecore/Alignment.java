package rangecore;

/** Where to put an item that is scrolled to. */
public enum Alignment {
    START, CENTER, END, NEAREST
}
