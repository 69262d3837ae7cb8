// One edit of a list, as it waits in a controller's queue or comes from a difference.
enum ListEdit {
    case insert(Int, at: Int)
    case insertMeasured([Double], at: Int)
    case remove(Range<Int>)
    case move(Range<Int>, to: Int)
    case reload(Range<Int>)
    case measure(from: Int, [Double])
    case setEstimate(Double)
}

extension ListEngine {
    mutating func apply(_ edit: ListEdit) throws(RangeCoreError) {
        switch edit {
        case .insert(let count, let index): try insert(count, at: index)
        case .insertMeasured(let extents, let index): try insert(extents: extents, at: index)
        case .remove(let items): try remove(items)
        case .move(let items, let index): try move(items, to: index)
        case .reload(let items): try reload(items)
        case .measure(let row, let extents): try measure(from: row, extents)
        case .setEstimate(let estimate): try setEstimate(estimate)
        }
    }
}
