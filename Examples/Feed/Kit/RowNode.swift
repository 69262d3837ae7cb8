import RangeCore

/// One row: holds its text from preload on, lays it out on display, and drops both when it leaves.
///
/// The text is nil if its page is not loaded: when that arrives, the row gets another node.
final class RowNode: RangeNode {
    private weak var feed: Feed?
    /// While it is preloaded.
    private(set) var item: Item?
    /// While it is displayed.
    private(set) var lines: [String] = []
    /// How many of the lines are its title.
    private(set) var titleCount = 0

    init(_ item: Item?, feed: Feed) {
        (self.item, self.feed) = (item, feed)
    }

    override func didEnterDisplayState() {
        layOut()
    }

    override func didExitDisplayState() {
        lines = []
    }

    override func didExitPreloadState() {
        item = nil
    }

    /// Breaks the text into lines and tells the list how many there are.
    func layOut() {
        guard interfaceState.contains(.display), let item, let feed, let itemIndex else { return }
        let titles = item.title.map { feed.wrapping.lines(of: $0) } ?? []
        titleCount = titles.count
        lines =
            titles
            + (item.text.isEmpty && !titles.isEmpty ? [] : feed.wrapping.lines(of: item.text))
        feed.measure(row: itemIndex, lines.count)
    }
}
