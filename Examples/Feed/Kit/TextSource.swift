/// The lines of one or more text files, read a page at a time.
///
/// It holds where each page begins and the page that is being read, so its memory hardly grows
/// with the files. A line of more than `maximumBytes` is cut into several items, at the boundary of
/// a character.
///
/// A pipe is read through a `Spool`. While that is open a page has the lines that are complete, one
/// at least, and the fewer the slower they come.
actor TextSource: Source {
    struct File: Sendable {
        var path: String
        /// An item of its own before the file's first line.
        var title: String?
        var size: Int64
    }

    /// The most bytes of a line that become one item.
    static let maximumBytes = 4096
    /// How many bytes are counted for one request.
    static let countedBytes: Int64 = 1 << 26

    nonisolated let name: String
    nonisolated let estimate = 1.0
    nonisolated let spacing = 0.0
    nonisolated let mayRepeat = false
    private let files: [File]
    private let pageSize: Int
    private let totalSize: Int64
    private let spool: Spool?
    private var starts: [Position] = [Position()]
    private var current: (file: Int, reader: LineReader)?

    /// A place between two items.
    private struct Position: Equatable {
        var file = 0
        /// −1 before the file's title.
        var offset: Int64 = -1
    }

    init(name: String, files: [File], pageSize: Int, spool: Spool? = nil) {
        self.name = name
        self.spool = spool
        self.files = files
        self.pageSize = pageSize
        totalSize = files.reduce(0) { $0 + $1.size }
    }

    func page(_ number: Int, counting: Bool) async throws -> SourcePage {
        guard number >= 1, number <= starts.count else {
            throw SourceError("page \(number) has not been reached yet")
        }
        let start = starts[number - 1]
        let limit = try await limit(of: number)
        var position = start
        var items: [Item] = []
        while items.count < pageSize, position.file < files.count, position.offset < limit {
            try read(&position, before: limit) { start, title, line in
                let text = try title == nil ? line.next(maximumBytes: Self.maximumBytes) : ""
                guard let text else { return false }
                items.append(
                    Item(id: id(of: start, isTitle: title != nil), title: title, text: text))
                return items.count < pageSize
            }
        }
        if number == starts.count {
            starts.append(position)
        } else if starts[number] != position {
            // The file was changed; where the later pages begin is no longer known.
            starts[number...] = [position]
        }
        let counted = counting && number == starts.count - 1 ? try count(&position, limit) : []
        let isLast = position.file >= files.count
        return SourcePage(
            items: items, totalPages: isLast ? number + counted.count : nil, totalItems: nil,
            fraction: isLast ? 1 : spool == nil ? fraction(position) : nil, counted: counted)
    }

    private func fraction(_ position: Position) -> Double {
        let before = files[..<position.file].reduce(0) { $0 + $1.size } + max(position.offset, 0)
        return min(Double(before) / Double(max(totalSize, 1)), 1)
    }

    /// How far can be read: everything; of a pipe, what the page had before, or has arrived by now.
    private func limit(of number: Int) async throws -> Int64 {
        guard let spool else { return .max }
        var limit = Int64.max
        if number == starts.count {
            let arrived = try await spool.lines(after: max(starts[number - 1].offset, 0))
            if !arrived.isEnd { limit = arrived.offset }
        }
        // It may have been read meanwhile.
        if number < starts.count { limit = starts[number].file > 0 ? .max : starts[number].offset }
        return limit
    }

    /// Counts the items of the pages from a position on, and notes where they begin.
    private func count(_ position: inout Position, _ limit: Int64) throws -> [Int] {
        var counts: [Int] = []
        var bytes: Int64 = 0
        while position.file < files.count, position.offset < limit,
            bytes < Self.countedBytes
        {
            let (start, pageSize) = (position, pageSize)
            var count = 0
            while count < pageSize, position.file < files.count, position.offset < limit {
                try read(&position, before: limit) { _, title, line in
                    guard try title != nil || line.skip(maximumBytes: Self.maximumBytes) else {
                        return false
                    }
                    count += 1
                    return count < pageSize
                }
            }
            bytes += position.file == start.file ? position.offset - max(start.offset, 0) : 1 << 12
            counts.append(count)
            starts.append(position)
        }
        return counts
    }

    /// Reads on from a position until `take` returns false or the file ends.
    private func read(
        _ position: inout Position, before limit: Int64,
        _ take: (_ start: Position, _ title: String?, _ line: LineReader) throws -> Bool
    ) throws {
        let reader = try reader(of: position.file, at: max(position.offset, 0))
        var goesOn = true
        if position.offset < 0 {
            position.offset = 0
            if let title = files[position.file].title {
                goesOn = try take(position, title, reader)
            }
        }
        while goesOn, reader.offset < limit {
            position.offset = reader.offset
            goesOn = try take(position, nil, reader)
        }
        position.offset = reader.offset
        if limit == .max, try reader.isAtEnd() {
            position = Position(file: position.file + 1)
            current = nil
        }
    }

    /// The reader that stopped here, or a new one: most pages follow the one read last.
    ///
    /// Of a pipe always a new one, as the last one has not seen what came since.
    private func reader(of file: Int, at offset: Int64) throws -> LineReader {
        if spool == nil, let current, current.file == file, current.reader.offset == offset {
            return current.reader
        }
        current = nil
        let reader = try LineReader(path: files[file].path, offset: offset)
        current = (file, reader)
        return reader
    }

    private func id(of position: Position, isTitle: Bool) -> Item.ID {
        .number(Int64(position.file) << 44 | position.offset << 1 | (isTitle ? 1 : 0))
    }
}
