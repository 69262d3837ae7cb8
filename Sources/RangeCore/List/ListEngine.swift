internal import CRangeCore

/// The engine of one list: edit, edit, …, update.
///
/// ```swift
/// var engine = try ListEngine()
/// try engine.insertItems(count: 1_000_000, at: 0)
/// var viewport = ListViewport(offset: 0, length: 440)
/// let update = try engine.update(viewport)
/// viewport.offset += update.correction
/// engine.withChanges { changes in
///     for position in changes.indices { print(changes[position]) }
/// }
/// // prints:
/// // 0..<10: [] → [measureLayout, preload, display, visible]
/// // 10..<13: [] → [measureLayout, preload, display]
/// // 13..<15: [] → [measureLayout, preload]
/// ```
///
/// It knows the extents, states, range mode, anchor and batches of a list, and never calls out.
/// Edits allocate where its structures grow. An update allocates only if ``ListSettings/slack`` is
/// not 0.
///
/// Items are numbered from 0. A list of n items in k columns has ⌈n ÷ k⌉ rows; extents belong to
/// rows, states to items. Offsets start at the extra length of the head. In complexities, e is the
/// number of insertions, removals and moves since the last update.
///
/// An engine has one owner and is used by one task at a time, queries included; it is not
/// `Sendable`, but can be sent as a whole. ``RangeController`` is the level above, with an object
/// per item.
@safe
public struct ListEngine: ~Copyable {
    // Destroyed with this. What else is given it keeps this alive, or is unsafe to create.
    let list: OpaquePointer
    // Borrowed from the core, and valid until the next edit or update.
    @usableFromInline var changes = Changes()
    // What it was created with, for its recording.
    let options: rc_list_options
    var recording = Recording.possible

    /// Creates the engine of an empty list. Columns and spacing can be changed later with
    /// ``setLayout(columns:spacing:keepingExtents:)``.
    ///
    /// - Parameters:
    ///   - columns: Items per row, at least 1; the row of an item is its index ÷ columns.
    ///   - estimate: The extent of unmeasured rows, in points.
    ///   - spacing: The gap between adjacent rows, in points, not negative.
    ///   - quantum: The least step of the host's offsets, in points, not negative, for example 1 in
    ///     a terminal: estimates are rounded to multiples of it, but never to 0; 0 for none.
    ///   - tuning: How far the ranges reach at first.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an invalid value,
    ///   ``RangeCoreError/limitExceeded``, ``RangeCoreError/outOfMemory``.
    public init(
        columns: Int = 1, estimate: Double = 44, spacing: Double = 0, quantum: Double = 0,
        tuning: RangeTuning.Preset = .list
    ) throws(RangeCoreError) {
        var options = rc_list_options(
            columns: UInt32(clamping: columns), tuning_preset: tuning.c, estimate: estimate,
            spacing: spacing, quantum: quantum)
        var list: OpaquePointer?
        let status = unsafe rc_list_create(&options, nil, &list)
        let numbers: KeyValuePairs = [
            "estimate": estimate, "spacing": spacing, "quantum": quantum,
        ]
        try check(
            status, columns < 1 ? ("columns", columns) : firstRefused(numbers, upTo: 4_000_000))
        try unsafe self.init(adopting: created(list, status), options)
    }

    /// Takes ownership of a list, and destroys it when deinitialised.
    init(adopting list: OpaquePointer, _ options: rc_list_options = rc_list_options()) {
        unsafe (self.list, self.options) = (list, options)
    }

    deinit {
        unsafe rc_list_destroy(list)
    }

    /// Moves the viewport, applies all edits since the last update, and returns what the host
    /// needs; ``withChanges(_:)`` then lists what changed.
    ///
    /// The anchor, the item at the start of the viewport, keeps its place on screen through any
    /// edits, in any order; ``ListUpdate/correction`` is what the host must add to its offset for
    /// that. A viewport within the scrollable range stays within it, and one that has overshot it by
    /// a bounce is as far outside as before; an offset that the program gave is clamped.
    ///
    /// - Parameter viewport: Where the viewport is.
    /// - Throws: ``RangeCoreError/invalidArgument`` for a NaN, an infinity, a negative length or
    ///   inset, or a jitter outside 0 … 1; ``RangeCoreError/limitExceeded``;
    ///   ``RangeCoreError/outOfMemory``.
    /// - Complexity: O((1 + changes) log n + e log e) for e edits of items since the last update.
    ///   Allocates only if ``ListSettings/slack`` is not 0.
    public mutating func update(_ viewport: ListViewport) throws(RangeCoreError) -> ListUpdate {
        if case .running(let recorder) = recording { return try update(viewport, recorder) }
        if case .possible = recording { recording = .impossible }
        return try updateNow(viewport)
    }

    @inline(never)
    private mutating func update(
        _ viewport: ListViewport, _ recorder: ListRecorder
    ) throws(RangeCoreError) -> ListUpdate {
        recorder.settle()
        let viewport = recordable(viewport)
        let update = try updateNow(viewport)
        recorder.note(viewport)
        return update
    }

    @inline(__always)
    private mutating func updateNow(_ viewport: ListViewport) throws(RangeCoreError) -> ListUpdate {
        var c = viewport.c
        var update = unsafe rc_update()
        try check(unsafe rc_list_update(list, &c, &update), viewport.refused)
        changes = unsafe Changes(update.changes, of: list)
        return unsafe ListUpdate(update)
    }

    /// Lends the changes of the last update to a closure; none once the list has been edited.
    ///
    /// They are the engine's own memory: they cannot escape the closure, and the engine cannot be
    /// changed within it.
    ///
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    /// - Complexity: O(1). Allocates nothing.
    @inlinable
    public func withChanges<R: ~Copyable, E: Error>(
        _ body: (borrowing Changes) throws(E) -> R
    ) throws(E) -> R {
        try body(changes)
    }

    /// Makes an item the scroll target, and returns the offset that aligns it.
    ///
    /// The offset is for the last non-empty viewport, clamped to the scrollable range, without
    /// what is ``ListUpdate/pending`` and the correction that the next update will return. Once an
    /// update brings the viewport closer to it, the target is kept in place instead of the anchor
    /// while rows on the way are measured, until the viewport moves away from it. Once reached, it
    /// yields to ``ListSettings/sticksToTail``.
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - alignment: Where to align it.
    /// - Returns: The offset to scroll to, in points.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an index or a fraction out of bounds;
    ///   ``RangeCoreError/limitExceeded`` for a shift past the limits.
    /// - Complexity: O(log n).
    public mutating func setScrollTarget(
        _ index: Int, at alignment: ScrollAlignment = .nearest
    ) throws(RangeCoreError) -> Double {
        let alignment = recordable(alignment)
        var offset = 0.0
        try check(
            unsafe rc_list_set_scroll_target(
                list, Int64(index), alignment.fraction, alignment.shift, &offset),
            (0..<count).contains(index) ? alignment.refused : ("index", index))
        note("set_scroll_target \(index) \(recorded(alignment))")
        return offset
    }

    // -- settings --

    /// The settings of the list.
    public var settings: ListSettings {
        var settings = rc_list_settings()
        mustSucceed(unsafe rc_list_get_settings(list, &settings))
        return ListSettings(settings)
    }

    /// Changes the settings of the list, with effect from the next update.
    ///
    /// - Parameter change: A closure that changes the current settings.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an invalid value,
    ///   ``RangeCoreError/limitExceeded`` for a length past the limits, ``RangeCoreError/outOfMemory``
    ///   only with foresight; nothing has changed then.
    public mutating func configure(_ change: (inout ListSettings) -> Void) throws(RangeCoreError) {
        var settings = settings
        change(&settings)
        settings = recordable(settings)
        var c = settings.c
        try check(unsafe rc_list_set_settings(list, &c), settings.refused)
        recorder?.note(settings)
    }

    /// Returns how far a range reaches in a mode.
    public func tuning(for kind: RangeKind, in mode: RangeMode = .full) -> RangeTuning {
        var tuning = rc_tuning()
        mustSucceed(unsafe rc_list_get_tuning(list, mode.c, kind.c, &tuning))
        return RangeTuning(tuning)
    }

    /// Sets how far a range reaches in a mode, with effect from the next update.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for a tuning that is NaN, infinite or negative.
    public mutating func setTuning(
        _ tuning: RangeTuning, for kind: RangeKind, in mode: RangeMode = .full
    ) throws(RangeCoreError) {
        let tuning = recordable(tuning)
        try check(
            unsafe rc_list_set_tuning(list, mode.c, kind.c, tuning.c),
            firstRefused(["leading": tuning.leading, "trailing": tuning.trailing]))
        recorder?.note(tuning, for: kind, in: mode)
    }

    /// Sets an explicit base mode, which applies until the next user-driven update.
    public mutating func setMode(_ mode: RangeMode) {
        mustSucceed(unsafe rc_list_set_mode(list, mode.c))
        note("mode \(sessionWord(mode))")
    }

    /// Switches the base mode to full, as the first user scroll does.
    public mutating func markScrolled() {
        mustSucceed(unsafe rc_list_mark_scrolled(list))
        note("mark_scrolled")
    }
}
