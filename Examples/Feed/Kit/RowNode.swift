import RangeCore

/// One line of the text: holds it from preload on, lays it out on display, and drops both when it leaves.
///
/// The line is nil if its page is not loaded: when that arrives, there is another node.
final class RowNode: RangeNode {
    private weak var feed: Feed?
    /// While it is preloaded.
    private(set) var line: Line?
    /// While it is displayed.
    private(set) var rows: [String] = []

    init(_ line: Line?, feed: Feed) {
        (self.line, self.feed) = (line, feed)
    }

    override func didEnterDisplayState() {
        layOut()
    }

    override func didExitDisplayState() {
        rows = []
    }

    override func didExitPreloadState() {
        line = nil
    }

    /// Breaks the line into rows of the terminal, and tells the list how many there are.
    func layOut() {
        guard interfaceState.contains(.display), let line, let feed, let itemIndex else { return }
        rows = feed.wrapping.lines(of: line.text)
        feed.measure(item: itemIndex, rows.count)
    }
}
