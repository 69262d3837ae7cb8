import RangeCore
import RangeCoreParts

func run() throws(RangeCoreError) {
    let extents = try ListExtents()
    let other = consume extents
    _ = other.count
    _ = extents.count  // refused: 'extents' used after consume
}
