internal import CRangeCore

/// Rows between the items of a ``PageStore`` that come from no server: the headers of days, the line
/// above what is new, ads.
///
/// ```swift
/// let photos = PageStore(load: server.load)
/// let days = PageSeparators(of: photos) { before, after in
///     after?.day == before?.day ? nil : after?.day
/// }
/// let list = RangeController(estimate: 120) { row in
///     switch days[row] {
///     case .item(let photo): PhotoNode(photo)
///     case .separator, .placeholder: RangeNode()
///     }
/// }
/// try days.attach(to: list)
/// try await photos.refresh()
/// print(photos.count, days.count)  // 50 53
/// ```
///
/// A closure says for two items that are next to each other which separator is between them, by an id
/// of any type. It is asked once for each two, and about an end of the source once that is known. So
/// nothing is between an item and a placeholder.
///
/// The list then has *rows*: the store's slots, and the separators. The store has slots as before:
/// separators count for none of its limits, and for nothing that it loads or drops. They come and go with
/// the items around them, and one that is still called for keeps its row, wherever that is then, with
/// its node and its extent. An id is in one row: of several places with the same, the first has it.
@MainActor
public final class PageSeparators<Item: Identifiable & Sendable, ID: Hashable & Sendable>
where Item.ID: Sendable {
    /// What a row shows.
    ///
    /// ```swift
    /// let photos = PageStore(total: 50, load: server.load)
    /// let days = PageSeparators(of: photos) { _, after in after?.day }
    /// if case .placeholder(let slot) = days[7] { print(slot) }  // 7
    /// ```
    public enum Row {
        /// An item of the store.
        case item(Item)
        /// A slot whose item has not arrived.
        case placeholder(slot: Int)
        /// A separator.
        case separator(ID)
    }

    /// The store of the items.
    public let store: PageStore<Item>

    /// Called after rows have changed, with the edits, for a view without a ``RangeController``: as
    /// ``PageStore/onChange``, but with rows.
    public var onChange: (@MainActor ([PageEdit]) -> Void)?

    private let separator: @MainActor (Item?, Item?) -> ID?
    private var engine: SeparatorEngine
    private var numbers = IDNumbers<ID>()
    private var marksHeaders = false
    // Of new separators.
    private var inserted: [Int] = []

    /// Creates the separators of a store, which may have a list already.
    ///
    /// - Parameters:
    ///   - store: A store without other separators.
    ///   - separator: A closure that returns the separator between two items, or nil for none. Before the
    ///     first item the first of the two is nil, after the last one the second; in an empty source both. It
    ///     must not edit the store or the list.
    /// - Precondition: The store has no other separators.
    public init(
        of store: PageStore<Item>,
        separator: @escaping @MainActor (_ before: Item?, _ after: Item?) -> ID?
    ) {
        if store.rows != nil { trap(.busy.because("the store has other separators")) }
        (self.store, self.separator) = (store, separator)
        do throws(RangeCoreError) { engine = try SeparatorEngine() } catch { trap(error) }
        let edits = must(try begin())
        store.rows = self
        // A list has the slots already.
        if store.controller != nil { store.applyToList(Array(edits.dropFirst())) }
        store.controller?.pages = self
    }

    // Follows the slots that the store has; returns the edits of rows.
    private func begin() throws(RangeCoreError) -> [PageEdit] {
        let slots = Int(clamping: store.engine.counts.slot_count)
        return try follow(slots == 0 ? [] : [.insert(0..<slots)])
    }

    // -- rows --

    /// The number of rows.
    public var count: Int {
        store.access(\.count)
        return engine.row(ofSlot: Int(clamping: store.engine.counts.slot_count)) ?? 0
    }

    /// Returns what a row shows.
    ///
    /// - Precondition: There is such a row.
    /// - Complexity: O(log n) for n separators and pages.
    public subscript(row: Int) -> Row {
        store.access(\.count)
        guard let found = engine.row(row) else { trap(.argument("row", row)) }
        if let id = numbers.ids[found.id] { return .separator(id) }
        let slot = Int(clamping: found.slot)
        return store[slot].map(Row.item) ?? .placeholder(slot: slot)
    }

    /// Returns the slot that a row is; nil for a separator, and for a row that there is not.
    ///
    /// - Complexity: O(log n).
    public func slot(ofRow row: Int) -> Int? {
        store.access(\.count)
        return engine.row(row).flatMap { $0.id == noID ? Int(clamping: $0.slot) : nil }
    }

    /// Returns the row of a slot; for the number of slots, the number of rows.
    ///
    /// - Precondition: There is such a slot.
    /// - Complexity: O(log n).
    public func row(ofSlot slot: Int) -> Int {
        store.access(\.count)
        guard let row = engine.row(ofSlot: slot) else { trap(.argument("slot", slot)) }
        return row
    }

    /// Finds the row of a separator; nil if it is nowhere.
    ///
    /// - Complexity: O(log n).
    public func row(of separator: ID) -> Int? {
        store.access(\.count)
        return numbers[separator].flatMap { engine.find($0) }
    }

    /// Returns the slots of some rows, for ``PageStore/update(visible:wanted:toward:isSettled:)``. If all of
    /// them are separators, that is one beside them: what is on screen always has a slot, if there is one.
    ///
    /// - Precondition: There are such rows.
    /// - Complexity: O(log n).
    public func slots(ofRows rows: Range<Int>) -> Range<Int> {
        guard let slots = engine.slots(ofRows: rows) else { trap(.argument("rows", rows)) }
        return slots
    }

    /// Asks again between all items that are loaded, because what the closure returns depends on something
    /// that has changed, such as which message was read last. After ``PageStore/replace(_:)`` this is not
    /// necessary.
    ///
    /// - Complexity: O(items × log n).
    public func renew() {
        // Out of memory, they are asked about again later.
        try? engine.renew(0..<Int(clamping: store.engine.counts.slot_count))
        store.apply([])
    }

    // -- the list --

    /// Makes the items of a list the rows of these separators; as
    /// `PageStore.attach(to:leadingScreens:loadingRowExtent:)`, with rows in place of slots.
    ///
    /// From now on the controller holds these separators, and they hold the store.
    ///
    /// - Parameters:
    ///   - controller: As there, of a list that is empty or has as many items as there are rows.
    ///   - leadingScreens: As there.
    ///   - loadingRowExtent: As there.
    ///   - marksHeaders: Whether separators are headers of the list's sections, which a list can pin.
    /// - Throws: As there.
    public func attach(
        to controller: RangeController, leadingScreens: Double = 2, loadingRowExtent: Double = 0,
        marksHeaders: Bool = false
    ) throws(RangeCoreError) {
        self.marksHeaders = marksHeaders
        inserted = marksHeaders ? numbers.ids.keys.compactMap { engine.find($0) }.sorted() : []
        try store.attach(
            to: controller, leadingScreens: leadingScreens, loadingRowExtent: loadingRowExtent)
    }

    /// Makes the items of a host's list the rows of these separators, as those of a controller.
    ///
    /// - Parameters:
    ///   - host: The host of a list that is empty or has as many items as there are rows.
    ///   - leadingScreens: How far to load beyond the viewport on each side, in screenfuls, not negative.
    ///   - loadingRowExtent: The length of a loading row at each end that has more to load.
    ///   - marksHeaders: Whether separators are headers of the list's sections, which a list can pin.
    /// - Throws: As there.
    public func attach<Surface>(
        to host: ListHost<Surface>, leadingScreens: Double = 2, loadingRowExtent: Double = 0,
        marksHeaders: Bool = false
    ) throws(RangeCoreError) {
        try attach(
            to: host.controller, leadingScreens: leadingScreens,
            loadingRowExtent: loadingRowExtent, marksHeaders: marksHeaders)
    }
}

/// What a store's list has for its slots.
@MainActor
protocol PageRows: ControllerPages {
    var rowCount: Int { get }
    /// Returns the edits of rows for those of slots, once the store has the items.
    func follow(_ edits: [PageEdit]) throws(RangeCoreError) -> [PageEdit]
    /// After edits that could not be followed.
    func beginAgain()
    /// Returns the rows to mark as headers once their edits are made, each once.
    func takeHeaders() -> [Int]
    func didChange(_ edits: [PageEdit])
    func slots(ofRows rows: Range<Int>) -> Range<Int>
    func row(ofSlot slot: Int) -> Int
}

extension PageSeparators: PageRows {
    var rowCount: Int { count }

    func follow(_ edits: [PageEdit]) throws(RangeCoreError) -> [PageEdit] {
        for edit in edits { try engine.follow(edit) }
        let pairs = try store.engine.ask(&engine)
        let answers = pairs.map { pair in
            separator(store.table[pair.before], store.table[pair.after]).map {
                numbers.number(of: $0)
            } ?? noID
        }
        let result = try engine.answer(answers)
        if numbers.isToBeSwept { numbers.sweep { engine.find($0) != nil } }
        if marksHeaders { inserted = result.inserted }
        return result.edits + reloads(edits)
    }

    // Rows of items that have other content.
    private func reloads(_ edits: [PageEdit]) -> [PageEdit] {
        var reloads: [PageEdit] = []
        for case .reload(let slots) in edits {
            for slot in slots {
                let row = row(ofSlot: slot)
                if case .reload(let last)? = reloads.last, last.upperBound == row {
                    reloads[reloads.count - 1] = .reload(last.lowerBound..<row + 1)
                } else {
                    reloads.append(.reload(row..<row + 1))
                }
            }
        }
        return reloads
    }

    func beginAgain() {
        guard let new = try? SeparatorEngine() else { return }
        engine = new
        _ = try? begin()
    }

    func takeHeaders() -> [Int] {
        defer { inserted = [] }
        return inserted
    }

    func didChange(_ edits: [PageEdit]) { onChange?(edits) }

    func listDidUpdate(_ controller: RangeController) { store.listDidUpdate(controller) }

    func state(at end: BatchEnd) -> LoadState { store.state(at: end) }

    /// Of a row, which is what the list has for a slot.
    func state(ofSlot row: Int) -> LoadState? {
        slot(ofRow: row).flatMap { store.state(ofSlot: $0) }
    }

    func retry() { store.retry() }
}
