/// Which page each row is in: one number a page and, where pages may repeat, one id a row.
struct PageIndex {
    private let mayRepeat: Bool
    private var firstRows: [Int] = []
    private var ids: [Item.ID] = []
    private var seen: Set<Item.ID> = []
    private(set) var count = 0

    init(mayRepeat: Bool) {
        self.mayRepeat = mayRepeat
    }

    /// How many of the items no earlier page had.
    func countNew(_ items: [Item]) -> Int {
        mayRepeat ? Set(items.map(\.id)).subtracting(seen).count : items.count
    }

    /// Takes the next page's items; those that an earlier page had get no row.
    mutating func append(_ items: [Item]) {
        firstRows.append(count)
        if mayRepeat {
            for item in items where seen.insert(item.id).inserted { ids.append(item.id) }
            count = ids.count
        } else {
            count += items.count
        }
    }

    /// Takes pages of which only the numbers of items are known; none of them may repeat any.
    mutating func append(counts: [Int]) {
        for items in counts {
            firstRows.append(count)
            count += items
        }
    }

    /// Finds the row of an item; nil if its page was not taken yet.
    func row(of found: Found) -> Int? {
        guard found.place.page <= firstRows.count else { return nil }
        if mayRepeat { return ids.firstIndex(of: found.id) }
        return min(firstRows[found.place.page - 1] + found.place.item, count - 1)
    }

    /// Where the item of a row is.
    func place(of row: Int) -> ItemPlace {
        let page = page(of: row)
        return ItemPlace(page: page, item: page > 0 ? row - firstRows[page - 1] : 0)
    }

    /// The number of the page that a row came with; the first is 1.
    func page(of row: Int) -> Int {
        var low = 0
        var high = firstRows.count
        while low < high {
            let middle = (low + high) / 2
            // A page that brought nothing begins where the next one does; it is passed over.
            if firstRows[middle] <= row { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Finds a row's item in its page, which may have been read again since; nil if it is gone.
    func item(of row: Int, in items: [Item]) -> Item? {
        guard row >= 0, row < count else { return nil }
        if mayRepeat { return items.first { $0.id == ids[row] } }
        let place = row - firstRows[page(of: row) - 1]
        return place < items.count ? items[place] : nil
    }
}
