import rangecore.BatchContext;
import rangecore.RangeList;
import rangecore.Update;
import rangecore.Viewport;

/** Scrolls through a list, measures rows when they become visible, and fetches more of them. */
final class Hello {
    private static double extentOf(long row) {
        return 40 + row % 3 * 10;
    }

    /** Updates and measures until all that is visible is measured. */
    private static Update settled(RangeList list, Viewport viewport) {
        while (true) {
            Update update = list.update(viewport);
            for (Update.Change it : update.changes) {
                if ((it.after() & ~it.before() & RangeList.PRELOAD) != 0) {
                    System.out.printf("load rows %d ..< %d%n", it.lower(), it.upper());
                }
            }
            viewport.offset = update.offset;
            viewport.isUserDriven = false;
            var rows = list.unmeasuredRows(update.visible.lower(), update.visible.upper());
            if (rows.lower() == rows.upper()) {
                return update;
            }
            for (long row = rows.lower(); row < rows.upper(); row++) {
                list.setRowExtents(row, extentOf(row));
            }
        }
    }

    public static void main(String[] arguments) {
        try (RangeList list = new RangeList()) {
            list.insert(0, 20);
            Viewport viewport = new Viewport(0, 200);
            for (double step : new double[] {0, 300, 300}) {
                viewport.offset += step;
                viewport.isUserDriven = step > 0;
                Update update = settled(list, viewport);
                for (long row = update.visible.lower(); row < update.visible.upper(); row++) {
                    double place = list.item(row).offset() - update.offset;
                    System.out.printf("row %d is %.0f points down%n", row, place);
                }
                if (update.tail.answer() == Update.Answer.YES) {
                    BatchContext fetch = list.beginBatch(RangeList.End.TAIL);
                    list.insert(list.count(), 20);
                    fetch.finish(BatchContext.Outcome.COMPLETED);
                    System.out.printf(
                            "fetched: %d rows, %.0f points%n", list.count(), list.length());
                }
            }
        }
    }
}
