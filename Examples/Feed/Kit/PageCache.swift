/// The texts of the few pages that were used last.
///
/// Rows enter preload at the two borders of what is held around the viewport, so two pages are in
/// use at a time; some more spare a reversal from reading again.
struct PageCache {
    static let capacity = 4

    private var pages: [(number: Int, items: [Item])] = []

    subscript(number: Int) -> [Item]? {
        mutating get {
            guard let place = pages.firstIndex(where: { $0.number == number }) else { return nil }
            let page = pages.remove(at: place)
            pages.append(page)
            return page.items
        }
        set {
            pages.removeAll { $0.number == number }
            if let newValue { pages.append((number, newValue)) }
            if pages.count > Self.capacity { pages.removeFirst() }
        }
    }

    mutating func removeAll() {
        pages = []
    }
}
