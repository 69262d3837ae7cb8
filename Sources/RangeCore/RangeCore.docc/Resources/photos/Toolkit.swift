/// Stands in for a toolkit: a scroll view whose content is placed by hand.
@MainActor
final class ScrollView {
    var (length, breadth) = (480.0, 320.0)
    var contentLength = 0.0
    var offset = 0.0 { didSet { didScroll() } }
    var didScroll: () -> Void = {}
    /// Whether the user is scrolling, not the program.
    private(set) var isDragged = false
    var rows: [Row] = []

    /// Scrolls as a user does.
    func drag(to offset: Double) {
        isDragged = true
        self.offset = offset
        isDragged = false
    }

    /// The rows on screen, and where they begin.
    var screen: [String] {
        rows.filter { $0.start + $0.extent > offset && $0.start < offset + length }
            .sorted { $0.start < $1.start }
            .map { "\(Int($0.start - offset)): \($0.text)" }
    }
}

/// A row's view, of which only the toolkit knows how long it has to be.
@MainActor
final class Row {
    var (text, start, extent) = ("", 0.0, 0.0)
    var hasPicture = false
    var carousel: ScrollView?

    func fittingExtent(forBreadth breadth: Double) -> Double {
        let lines = 1 + text.count / Int(breadth / 10)
        return Double(lines * 20 + (hasPicture ? 200 : 0) + (carousel != nil ? 120 : 0))
    }
}
