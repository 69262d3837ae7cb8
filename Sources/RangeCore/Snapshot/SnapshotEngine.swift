package import CRangeCore

/// A snapshot of the core, which has ids as numbers.
@safe
package struct SnapshotEngine: ~Copyable {
    // Destroyed with this, and used by nobody else.
    fileprivate let snapshot: OpaquePointer

    /// One without a place or extents.
    package init(capacity: Int) throws(RangeCoreError) {
        var snapshot: OpaquePointer?
        let status = unsafe rc_snapshot_create(capacity, nil, &snapshot)
        try check(status, ("capacity", capacity))
        unsafe self.snapshot = try unsafe created(snapshot, status)
    }

    /// One of bytes.
    package init(_ bytes: [UInt8]) throws(RangeCoreError) {
        var (snapshot, reason) = unsafe (OpaquePointer?.none, UnsafePointer<CChar>?.none)
        let status = unsafe rc_snapshot_read(
            bytes, bytes.count, Int(RC_SNAPSHOT_EXTENT_COUNT_MAX), nil, &snapshot, &reason)
        if let reason = unsafe reason {
            throw RangeCoreError.invalidArgument.because(unsafe String(cString: reason))
        }
        unsafe self.snapshot = try unsafe created(snapshot, status)
    }

    deinit {
        unsafe rc_snapshot_destroy(snapshot)
    }

    package var bytes: [UInt8] {
        var size = 0
        mustSucceed(unsafe rc_snapshot_write(snapshot, nil, 0, &size))
        var bytes = [UInt8](repeating: 0, count: size)
        mustSucceed(unsafe rc_snapshot_write(snapshot, &bytes, bytes.count, &size))
        return bytes
    }

    /// The numbers of the anchors in order, then those of the extents.
    package var numbers: [rc_id] {
        var count = 0
        mustSucceed(unsafe rc_snapshot_copy_ids(snapshot, nil, 0, &count))
        var numbers = [rc_id](repeating: noID, count: count)
        mustSucceed(unsafe rc_snapshot_copy_ids(snapshot, &numbers, numbers.count, &count))
        return numbers
    }

    /// Nil if none was saved.
    package var place: (isAtStart: Bool, isAtEnd: Bool, indices: [Int])? {
        var place = unsafe rc_snapshot_place()
        guard unsafe rc_snapshot_get_place(snapshot, &place) == RC_STATUS_OK else { return nil }
        let anchors = unsafe UnsafeBufferPointer(start: place.anchors, count: place.anchor_count)
        let indices = unsafe anchors.map { Int(clamping: $0.index) }
        return unsafe (place.is_at_start, place.is_at_end, indices)
    }

    // -- a list --

    /// Returns whether there was a place to save.
    package func savePlace(
        of list: borrowing ListEngine, numbers: [rc_id]
    ) throws(RangeCoreError) -> Bool {
        let count = Int64(numbers.count)
        let status = unsafe rc_list_save_place(list.list, 0, count, numbers, snapshot)
        if status == RC_STATUS_NOT_FOUND { return false }
        try check(status)
        return true
    }

    package func saveExtents(
        of list: borrowing ListEngine, numbers: [rc_id], key: Int
    ) throws(RangeCoreError) {
        let count = Int64(numbers.count)
        try check(
            unsafe rc_list_save_extents(list.list, 0, count, numbers, Int64(key), snapshot))
    }

    /// Where to scroll to.
    package enum Goal: Hashable {
        case start, end
        case item(Int, ScrollAlignment)
    }

    /// Nil if no anchor is among the items, yet.
    package func findPlace(
        in list: borrowing ListEngine, numbers: [rc_id], length: Double
    ) throws(RangeCoreError) -> Goal? {
        var goal = rc_snapshot_goal()
        let count = Int64(numbers.count)
        let status = unsafe rc_list_find_place(
            list.list, 0, count, numbers, length, snapshot, &goal)
        if status == RC_STATUS_NOT_FOUND { return nil }
        try check(status, ("length", length))
        switch goal.kind {
        case RC_SNAPSHOT_GOAL_KIND_START: return .start
        case RC_SNAPSHOT_GOAL_KIND_END: return .end
        default:
            let alignment = ScrollAlignment(fraction: goal.fraction, shift: goal.shift)
            return .item(Int(clamping: goal.index), alignment)
        }
    }
}

extension ListEngine {
    /// Measures the rows whose extents are known. Not while the calls of the list are recorded: then views
    /// are measured, which are calls.
    package mutating func restoreExtents(
        from engine: borrowing SnapshotEngine, numbers: [rc_id], key: Int
    ) throws(RangeCoreError) {
        if recorder != nil { return }
        let count = Int64(numbers.count)
        try check(
            unsafe rc_list_restore_extents(
                list, 0, count, numbers, Int64(key), engine.snapshot, nil))
        changes = Changes()
    }
}
