/// The lines of one or more text files, read a page at a time.
///
/// It holds where every sixteenth page begins and what the system reads ahead, so its memory hardly
/// grows with the files: 16 bytes for 800 lines. A line of more than `maximumBytes` is cut into several
/// items, at the boundary of a character.
///
/// A pipe is read through a `Spool`. While that is open, the lines that are complete are all there is.
actor TextSource: Source {
    struct File: Sendable {
        var path: String
        /// An item of its own before the file's first line.
        var title: String?
        var size: Int64
    }

    /// The most bytes of a line that become one item.
    static let maximumBytes = 4096
    /// After so many bytes that were only counted, somebody else may read.
    static let countedBytes: Int64 = 1 << 26
    private static let pagesPerMark = 16

    nonisolated let name: String
    nonisolated let pageSize: Int
    nonisolated let estimate = 1.0
    nonisolated let spacing = 0.0
    private let files: [File]
    private let totalSize: Int64
    private let spool: Spool?
    /// Where page 1 begins, page 17, page 33, as far as that is known.
    private var marks: [Position] = [Position()]
    /// The page after the one that was passed last: most pages are read one after the other.
    private var recent = Place()
    private var total: Int?
    private var current: (file: Int, reader: LineReader)?

    /// A place between two items.
    private struct Position: Equatable {
        var file = 0
        /// −1 before the file's title.
        var offset: Int64 = -1
    }

    /// Where a page begins.
    private struct Place {
        var page = 1
        var start = Position()
    }

    /// What was passed: the page at whose start this ended, or within which, after some of its items.
    private struct Passed {
        var end: Place
        var rest = 0

        /// The number of items before the end.
        func count(_ pageSize: Int) -> Int { (end.page - 1) * pageSize + rest }
    }

    init(name: String, files: [File], pageSize: Int, spool: Spool? = nil) {
        self.name = name
        self.spool = spool
        self.files = files
        self.pageSize = pageSize
        totalSize = files.reduce(0) { $0 + $1.size }
    }

    func page(_ number: Int) async throws -> SourcePage {
        var passed = try await reach(number) { _ in }
        var items: [Item] = []
        if passed.end.page == number {
            passed = try pass(passed.end) { items.append($0) }
        }
        guard let spool, total == nil || spool.failure != nil else {
            return SourcePage(items: items, total: total)
        }
        let isFull = passed.end.page > number
        if let failure = spool.failure, !isFull { throw failure }
        let offset = max(passed.end.start.offset, 0)
        if isFull, spool.arrived.isAfter(offset) { return SourcePage(items: items) }
        return SourcePage(items: items, total: passed.count(pageSize)) {
            await spool.wait(after: offset)
        }
    }

    func count(
        to index: Int?, _ report: @Sendable (Double) async -> Void
    ) async throws -> Int? {
        try await reach(index.map { $0 / pageSize + 2 } ?? .max, report).count(pageSize)
    }

    /// Passes over pages until one is reached, or the end.
    private func reach(
        _ page: Int, _ report: @Sendable (Double) async -> Void
    ) async throws -> Passed {
        while true {
            try Task.checkCancellation()
            // Others may have got further meanwhile.
            var place = nearest(to: page)
            let start = place.start
            while place.page < page, !isFar(place.start, from: start) {
                let passed = try pass(place)
                if passed.end.page == place.page { return passed }
                place = passed.end
            }
            if place.page == page { return Passed(end: place) }
            await report(fraction(place.start))
            await Task.yield()
        }
    }

    private func isFar(_ position: Position, from start: Position) -> Bool {
        position.file > start.file + 100 || position.offset - start.offset > Self.countedBytes
    }

    private func nearest(to page: Int) -> Place {
        let mark = min((page - 1) / Self.pagesPerMark, marks.count - 1)
        let marked = Place(page: mark * Self.pagesPerMark + 1, start: marks[mark])
        return recent.page <= page && recent.page > marked.page ? recent : marked
    }

    private func fraction(_ position: Position) -> Double {
        if position.file >= files.count { return 1 }
        let before = files[..<position.file].reduce(0) { $0 + $1.size } + max(position.offset, 0)
        return min(Double(before) / Double(max(totalSize, 1)), 1)
    }

    /// Passes over the items of a page; reads them if somebody takes them.
    private func pass(_ place: Place, _ take: ((Item) -> Void)? = nil) throws -> Passed {
        // How far can be read: everything; of a pipe, what has arrived by now.
        let limit = spool.map { $0.arrived.isEnd ? .max : $0.arrived.offset } ?? .max
        var position = place.start
        var count = 0
        while count < pageSize, position.file < files.count, position.offset < limit {
            let reader = try reader(of: position.file, at: max(position.offset, 0))
            if position.offset < 0 {
                position.offset = 0
                if let title = files[position.file].title {
                    take?(Item(id: id(of: position, isTitle: true), title: title, text: ""))
                    count += 1
                }
            }
            while count < pageSize, reader.offset < limit {
                position.offset = reader.offset
                if let take {
                    guard let text = try reader.next(maximumBytes: Self.maximumBytes) else { break }
                    take(Item(id: id(of: position, isTitle: false), title: nil, text: text))
                } else if try !reader.skip(maximumBytes: Self.maximumBytes) {
                    break
                }
                count += 1
            }
            position.offset = reader.offset
            if limit == .max, try reader.isAtEnd() {
                position = Position(file: position.file + 1)
            } else {
                current = (position.file, reader)
            }
        }
        let isFull = count == pageSize
        let next = Place(page: place.page + (isFull ? 1 : 0), start: position)
        if isFull { note(next) }
        if position.file >= files.count { total = (place.page - 1) * pageSize + count }
        return Passed(end: next, rest: isFull ? 0 : count)
    }

    private func note(_ place: Place) {
        recent = place
        let (mark, rest) = (place.page - 1).quotientAndRemainder(dividingBy: Self.pagesPerMark)
        if rest != 0 || mark < marks.count && marks[mark] == place.start { return }
        // If the file was changed, where the later pages begin is no longer known.
        if mark < marks.count { total = nil }
        marks[mark...] = [place.start]
    }

    /// The reader that stopped here, or a new one: most pages follow the one read last.
    ///
    /// Of a pipe always a new one, as the last one has not seen what came since; and after a failure.
    private func reader(of file: Int, at offset: Int64) throws -> LineReader {
        defer { current = nil }
        if spool == nil, let current, current.file == file, current.reader.offset == offset {
            return current.reader
        }
        return try LineReader(path: files[file].path, offset: offset)
    }

    private func id(of position: Position, isTitle: Bool) -> Item.ID {
        .number(Int64(position.file) << 44 | position.offset << 1 | (isTitle ? 1 : 0))
    }
}
