// One edit of a list, produced from a difference.
enum ListEdit {
    case insert(count: Int, at: Int)
    case remove(Range<Int>)
    case move(Range<Int>, to: Int)
}

extension ListEngine {
    mutating func apply(_ edit: ListEdit) throws(RangeCoreError) {
        switch edit {
        case .insert(let count, let index): try insertItems(count: count, at: index)
        case .remove(let items): try removeItems(items)
        case .move(let items, let index): try moveItems(items, to: index)
        }
    }
}
