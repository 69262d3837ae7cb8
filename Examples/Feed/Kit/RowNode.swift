import RangeCore

/// One row: loads its text on preload, lays it out on display, and drops both when it leaves.
final class RowNode: RangeNode {
    let index: Int
    private weak var feed: Feed?
    /// While it is preloaded, and its page is there.
    private(set) var item: Item?
    /// While it is displayed.
    private(set) var lines: [String] = []
    /// How many of the lines are its title.
    private(set) var titleCount = 0

    init(index: Int, feed: Feed) {
        self.index = index
        self.feed = feed
    }

    override func didEnterPreloadState() {
        item = feed?.text(of: self)
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

    override func interfaceStateDidChange(
        from oldState: InterfaceState, to newState: InterfaceState
    ) {
        feed?.note(row: index, from: oldState, to: newState)
    }

    /// Takes the text, which came late.
    func receive(_ item: Item) {
        guard interfaceState.contains(.preload) else { return }
        self.item = item
        layOut()
    }

    /// Breaks the text into lines and tells the list how many there are.
    func layOut() {
        guard interfaceState.contains(.display), let item, let feed else { return }
        let titles = item.title.map { feed.wrapping.lines(of: $0) } ?? []
        titleCount = titles.count
        lines =
            titles
            + (item.text.isEmpty && !titles.isEmpty ? [] : feed.wrapping.lines(of: item.text))
        feed.measure(row: index, lines.count)
    }
}
