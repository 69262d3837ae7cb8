/// Whether a row that has been laid out needs another extent than it has.
///
/// A row tells so once for each size of its contents: contents that depend on the extent that they lead to
/// would go on for ever.
struct RowSizing: Hashable {
    private var told: Double?

    /// Returns whether to measure a row that is so long, and whose contents are.
    mutating func needsMeasure(content: Double, extent: Double) -> Bool {
        // Less than half a pixel at 3× is rounding.
        if abs(content - extent) < 1.0 / 6 {
            told = nil
            return false
        }
        if told == content { return false }
        told = content
        return true
    }
}
