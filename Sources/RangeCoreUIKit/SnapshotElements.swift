/// A header or an item of a diffable snapshot, by the identifier that the app gave it.
///
/// ```swift
/// switch source.element(at: 3) {
/// case .header(let section): showTitle(of: section)
/// case .item(let photo): show(photo)
/// case nil: break
/// }
/// ```
public enum SnapshotElement<Section: Hashable & Sendable, Item: Hashable & Sendable>: Hashable,
    Sendable
{
    /// The header of a section.
    case header(Section)
    /// An item.
    case item(Item)
}

/// The elements of a snapshot as one row, in which each has an index.
struct SnapshotElements<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    typealias Element = SnapshotElement<Section, Item>
    private(set) var all: [Element] = []
    private var indices: [Element: Int] = [:]

    /// The row of some sections.
    init(
        _ sections: [Section] = [], hasHeaders: Bool = false,
        items: (Section) -> [Item] = { _ in [] }
    ) {
        for section in sections {
            if hasHeaders { all.append(.header(section)) }
            all += items(section).map(Element.item)
        }
        for (index, element) in all.enumerated() { indices[element] = index }
    }

    func index(of element: Element) -> Int? { indices[element] }
}
