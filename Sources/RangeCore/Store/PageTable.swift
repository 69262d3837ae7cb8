internal import CRangeCore

/// The items and cursors of a ``PageStore``, and the numbers that its engine has for their ids.
///
/// An id has a number as long as its item is held, a page remembers it, or it is pinned: as the key
/// that the next request names, or as the one that must follow the page.
struct PageTable<Item: Identifiable & Sendable> where Item.ID: Sendable {
    private struct Entry {
        let id: Item.ID
        var item: Item?
        // That holds it; 0 if none does.
        var page = Int64(0)
        // By pages that hold or remember it, and pins.
        var references = 0
    }

    /// What there is beside the items of a page.
    struct Page {
        var previous: (any Sendable)?
        var next: (any Sendable)?
        // What it was asked for with.
        var asked: (any Sendable)?
        var remembered: [rc_id] = []
        var cell: Int64?
        fileprivate var held: [rc_id] = []

        init(
            previous: (any Sendable)? = nil, next: (any Sendable)? = nil,
            asked: (any Sendable)? = nil, remembered: [rc_id] = [], cell: Int64? = nil
        ) {
            (self.previous, self.next, self.asked) = (previous, next, asked)
            (self.remembered, self.cell) = (remembered, cell)
        }
    }

    private var entries: [rc_id: Entry] = [:]
    private var numbers: [Item.ID: rc_id] = [:]
    private var last: rc_id = 0
    private(set) var pages: [Int64: Page] = [:]
    /// The pages of cells, for those that remember an id.
    private(set) var pagesOfCells: [Int64: Int64] = [:]

    /// How many ids have a number.
    var count: Int { entries.count }

    // -- ids --

    func number(of id: Item.ID) -> rc_id? { numbers[id] }

    func id(of number: rc_id) -> Item.ID? { entries[number]?.id }

    subscript(number: rc_id) -> Item? { entries[number]?.item }

    /// Gives ids numbers. Those that come to nothing are to be released.
    mutating func intern(_ ids: some Sequence<Item.ID>) -> [rc_id] {
        ids.map { id in
            if let number = numbers[id] { return number }
            last += 1
            numbers[id] = last
            entries[last] = Entry(id: id)
            return last
        }
    }

    mutating func pin(_ number: rc_id) { entries[number]?.references += 1 }

    mutating func unpin(_ number: rc_id) {
        entries[number]?.references -= 1
        release([number])
    }

    /// Forgets those of some ids that nothing refers to.
    mutating func release(_ released: some Sequence<rc_id>) {
        for number in released {
            guard let entry = entries[number], entry.references == 0 else { continue }
            numbers[entry.id] = nil
            entries[number] = nil
        }
    }

    // -- contents --

    /// Takes in the items of a reply, of which each is held by a page, or 0; returns the positions of
    /// those that were held before and are different now.
    mutating func take(_ items: [Item], _ numbers: [rc_id], pages: [Int64]) -> [Int] {
        let wereHeld = numbers.map { entries[$0]?.page ?? 0 != 0 }
        var changed: [Int] = []
        for (position, item) in items.enumerated() where pages[position] != 0 {
            let number = numbers[position]
            if wereHeld[position], let old = entries[number]?.item, !isSame(old, item) {
                changed.append(position)
            }
            entries[number]?.item = item
            hold(number, by: pages[position])
        }
        return changed
    }

    private mutating func hold(_ number: rc_id, by page: Int64) {
        guard let former = entries[number]?.page, former != page else { return }
        // The former page is dropped next: only a refresh moves anything.
        if former == 0 { entries[number]?.references += 1 }
        entries[number]?.page = page
        pages[page, default: Page()].held.append(number)
    }

    /// Replaces the content of an item that is held; returns whether it is different.
    mutating func replace(_ item: Item, _ number: rc_id) -> Bool {
        guard let old = entries[number]?.item else { return false }
        entries[number]?.item = item
        return !isSame(old, item)
    }

    /// Another page holds an item now.
    mutating func move(_ number: rc_id, to page: Int64) {
        guard let former = entries[number]?.page, former != page else { return }
        pages[former]?.held.removeAll { $0 == number }
        entries[number]?.page = page
        pages[page, default: Page()].held.append(number)
    }

    mutating func remove(_ number: rc_id) {
        guard let page = entries[number]?.page else { return }
        pages[page]?.held.removeAll { $0 == number }
        letGo(number)
        release([number])
    }

    private mutating func letGo(_ number: rc_id) {
        entries[number]?.item = nil
        entries[number]?.page = 0
        entries[number]?.references -= 1
    }

    // -- pages --

    /// Records what a page remembers, in place of what it did.
    mutating func remember(_ new: Page, for page: Int64) {
        let former = pages[page]
        for number in new.remembered { pin(number) }
        pages[page] = new
        pages[page]?.held = former?.held ?? []
        if let cell = new.cell { pagesOfCells[cell] = page }
        for number in former?.remembered ?? [] { unpin(number) }
    }

    mutating func drop(_ dropped: [Int64]) {
        for number in dropped {
            guard let page = pages.removeValue(forKey: number) else { continue }
            if let cell = page.cell, pagesOfCells[cell] == number { pagesOfCells[cell] = nil }
            for id in page.held where entries[id]?.page == number { letGo(id) }
            release(page.held)
            for id in page.remembered { unpin(id) }
        }
    }

    /// The numbers of the ids that are held, those of a page together.
    var held: [rc_id] {
        pages.keys.sorted().flatMap { pages[$0]?.held ?? [] }
    }
}

/// Whether an item has the content that it had; false if that cannot be compared.
private func isSame<Item>(_ old: Item, _ new: Item) -> Bool {
    func isEqual<Value: Equatable>(_ old: Value) -> Bool { old == new as? Value }
    guard let old = old as? any Equatable else { return false }
    return isEqual(old)
}
