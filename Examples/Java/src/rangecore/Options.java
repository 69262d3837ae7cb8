package rangecore;

/**
 * What a list is made with, for life.
 *
 * @param columns items a row, at least 1; row = item ÷ columns
 * @param estimate the extent of a row that is not measured, in points
 * @param spacing between each two rows, in points, not negative
 */
public record Options(int columns, double estimate, double spacing) {
    /** One column, an estimate of 44 points, no spacing. */
    public Options() {
        this(Library.defaultOptions());
    }

    private Options(double[] slots) {
        this((int) slots[0], slots[1], slots[2]);
    }
}
