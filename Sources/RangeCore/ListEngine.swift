public import CRangeCore

/// The engine of one list: edit, edit, …, ``update(_:_:)``.
///
/// It knows the extents, states, range mode, anchor and batches of a list, and calls nobody. Edits
/// allocate where its structures grow, and so may the first update after them; an update while
/// scrolling allocates nothing.
///
/// Items are numbered from 0. A list of n items in k columns has ⌈n ÷ k⌉ rows; extents belong to
/// rows, states to items. Offsets start at the head's extra length.
///
/// An engine has one owner and is used by one task at a time, queries too; it is not `Sendable`,
/// but can be sent whole. For callbacks to nodes, see ``RangeController``.
@frozen
public struct ListEngine: ~Copyable {
    @usableFromInline let list: OpaquePointer

    /// Makes the engine of an empty list.
    ///
    /// - Parameters:
    ///   - options: what the list is made with, for life.
    ///   - settings: what can be changed later.
    /// - Throws: ``RangeCoreError/argument`` for a value that is not allowed,
    ///   ``RangeCoreError/limit``, ``RangeCoreError/noMemory``.
    public init(
        _ options: ListOptions = ListOptions(), settings: ListSettings = ListSettings()
    ) throws(RangeCoreError) {
        var created: OpaquePointer?
        let status = withUnsafePointer(to: options.c) { rc_list_create($0, nil, &created) }
        let list = try made(created, status)
        do throws(RangeCoreError) {
            try check(withUnsafePointer(to: settings.c) { rc_list_set_settings(list, $0) })
        } catch {
            rc_list_destroy(list)
            throw error
        }
        self.init(adopting: list)
    }

    /// Takes over a list, and destroys it in the end.
    init(adopting list: OpaquePointer) {
        self.list = list
    }

    deinit {
        rc_list_destroy(list)
    }

    /// Moves the viewport, takes all edits since the last update into account, and answers.
    ///
    /// The item at the viewport's start keeps its place on the screen through edits, measurements
    /// and changes of the estimate; the correction says by how much the host must move its offset
    /// for that.
    ///
    /// The changes are lent to the closure: they cannot escape it, and the engine cannot be called
    /// within it.
    ///
    /// - Parameters:
    ///   - viewport: where the viewport is.
    ///   - body: takes the answer and the changes.
    /// - Returns: what the closure returns.
    /// - Throws: ``RangeCoreError/argument`` for a NaN, an infinity, a negative length or inset, a
    ///   jitter outside 0 … 1; ``RangeCoreError/limit``; ``RangeCoreError/noMemory``; and what the
    ///   closure throws.
    /// - Complexity: O((1 + changes) log n + runs), and O(r log r) in the runs that were removed since
    ///   the last update. Allocates nothing while only the viewport moves.
    @inlinable @inline(__always)
    public mutating func update<R: ~Copyable>(
        _ viewport: Viewport,
        _ body: (borrowing Update, borrowing Changes) throws(RangeCoreError) -> R
    ) throws(RangeCoreError) -> R {
        // Inlined, so that the viewport is written once, as C reads it.
        var c = viewport.c
        var answer = Update(c: rc_update())
        try check(rc_list_update(list, &c, &answer.c))
        return try body(answer, Changes(borrowing: answer.c.changes))
    }

    /// Moves the viewport, and answers without the changes.
    ///
    /// - Parameter viewport: where the viewport is.
    /// - Throws: as ``update(_:_:)``.
    /// - Complexity: as ``update(_:_:)``.
    @discardableResult
    public mutating func update(_ viewport: Viewport) throws(RangeCoreError) -> Update {
        try update(viewport) { (update, _) throws(RangeCoreError) in copy update }
    }

    /// Finds the scroll offset at which an item is where it should be, and aims at it.
    ///
    /// The offset is for the last viewport that was not empty, kept within the content, and without
    /// the correction that the next update will give. Until the user scrolls, or the program scrolls
    /// away from it once it was reached, the item is the anchor: later corrections keep the offset
    /// right while what lies between is measured.
    ///
    /// - Parameters:
    ///   - index: of the item.
    ///   - alignment: where to put it.
    /// - Returns: the offset, in points.
    /// - Throws: ``RangeCoreError/argument`` for an index out of bounds.
    /// - Complexity: O(log n).
    public mutating func scroll(
        to index: Int, at alignment: ScrollAlignment = .nearest
    ) throws(RangeCoreError) -> Double {
        var offset = 0.0
        try check(rc_list_set_scroll_target(list, Int64(index), alignment.c, &offset))
        return offset
    }

    // -- settings --

    /// Changes a list's settings, all at once; they count from the next update on.
    ///
    /// - Throws: ``RangeCoreError/argument`` for a value that its field does not allow,
    ///   ``RangeCoreError/limit`` for a length past the limits.
    public mutating func configure(_ settings: ListSettings) throws(RangeCoreError) {
        try check(withUnsafePointer(to: settings.c) { rc_list_set_settings(list, $0) })
    }

    /// The settings of the list.
    public var settings: ListSettings {
        var settings = rc_list_settings()
        settings.struct_size = UInt32(MemoryLayout<rc_list_settings>.size)
        _ = rc_list_get_settings(list, &settings)
        return ListSettings(settings)
    }

    /// Sets an explicit range mode, until the next update that is the user's.
    public mutating func setMode(_ mode: RangeMode) {
        _ = rc_list_set_mode(list, mode.c)
    }

    /// Makes full the base mode, as the user's first scroll would.
    public mutating func promote() {
        _ = rc_list_mark_scrolled(list)
    }
}
