internal import CRangeCore

/// The engine of ``PageSeparators``: it has ids as numbers.
@safe
struct SeparatorEngine: ~Copyable {
    // Destroyed with this, and used by nobody else. What it lends is copied at once.
    private let separators: OpaquePointer

    init() throws(RangeCoreError) {
        var separators: OpaquePointer?
        let status = unsafe rc_separators_create(nil, &separators)
        unsafe self.separators = try unsafe created(separators, status)
    }

    deinit {
        unsafe rc_separators_destroy(separators)
    }

    // -- edits of slots --

    mutating func follow(_ edit: PageEdit) throws(RangeCoreError) {
        if case .reload(let slots) = edit {
            return try renew(slots)
        }
        var edit = rc_edit(edit)
        try check(unsafe rc_separators_follow(separators, &edit))
    }

    mutating func renew(_ slots: Range<Int>) throws(RangeCoreError) {
        let (lower, upper) = (Int64(slots.lowerBound), Int64(slots.upperBound))
        try check(unsafe rc_separators_renew(separators, lower, upper))
    }

    /// Returns the pairs to answer for; the pointer is that of a store.
    mutating func ask(_ store: OpaquePointer) throws(RangeCoreError) -> [rc_separator_pair] {
        var pairs: UnsafePointer<rc_separator_pair>?
        var count = 0
        try check(unsafe rc_separators_ask_store(separators, store, &pairs, &count))
        return unsafe Array(UnsafeBufferPointer(start: pairs, count: count))
    }

    /// Returns the edits of rows, and the rows of new separators.
    mutating func answer(
        _ ids: [rc_id]
    ) throws(RangeCoreError) -> (edits: [PageEdit], inserted: [Int]) {
        var result = unsafe rc_separators_result()
        try check(unsafe rc_separators_answer(separators, ids, ids.count, &result))
        let edits = unsafe UnsafeBufferPointer(start: result.edits, count: result.edit_count).map(
            PageEdit.init)
        let inserted = unsafe UnsafeBufferPointer(
            start: result.inserted, count: result.inserted_count
        ).map { Int(clamping: $0.row) }
        return (edits, inserted)
    }

    // -- queries --

    /// What a row is; nil if there is no such row.
    func row(_ row: Int) -> rc_separator? {
        var found = rc_separator()
        return unsafe rc_separators_get_row(separators, Int64(row), &found) == RC_STATUS_OK
            ? found : nil
    }

    /// The row of a slot; nil if there is no such slot.
    func row(ofSlot slot: Int) -> Int? {
        var row = Int64(0)
        return unsafe rc_separators_row_of_slot(separators, Int64(slot), &row) == RC_STATUS_OK
            ? Int(clamping: row) : nil
    }

    /// The slots of some rows; nil if there are no such rows.
    func slots(ofRows rows: Range<Int>) -> Range<Int>? {
        var slots = rc_interval()
        let (lower, upper) = (Int64(rows.lowerBound), Int64(rows.upperBound))
        return unsafe rc_separators_slots_of_rows(separators, lower, upper, &slots)
            == RC_STATUS_OK ? Range(slots) : nil
    }

    /// The row of a separator; nil if it has none.
    func find(_ id: rc_id) -> Int? {
        var row = Int64(0)
        return unsafe rc_separators_find(separators, id, &row) == RC_STATUS_OK
            ? Int(clamping: row) : nil
    }

    /// The first invariant that is violated, for tests.
    var corruption: String? {
        var reason: UnsafePointer<CChar>?
        unsafe rc_separators_validate(separators, &reason)
        return unsafe reason.map { unsafe String(cString: $0) }
    }
}

extension rc_edit {
    /// The edit of an engine; not of a content that is replaced.
    init(_ edit: PageEdit) {
        let (slots, kind, to): (Range<Int>, rc_edit_kind, Int) =
            switch edit {
            case .insert(let slots): (slots, RC_EDIT_KIND_INSERT, 0)
            case .remove(let slots): (slots, RC_EDIT_KIND_REMOVE, 0)
            case .move(let slots, let index): (slots, RC_EDIT_KIND_MOVE, index)
            case .clear(let slots): (slots, RC_EDIT_KIND_CLEAR, 0)
            case .fill(let slots), .reload(let slots): (slots, RC_EDIT_KIND_FILL, 0)
            }
        self.init()
        (lower, upper) = (Int64(slots.lowerBound), Int64(slots.upperBound))
        (self.to, self.kind) = (Int64(to), kind)
    }
}
