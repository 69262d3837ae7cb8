/// The lines of one or more text files, read a page at a time.
///
/// It holds where each page begins and the page that is being read, so its memory does not grow
/// with the files. A line of more than `maximumBytes` is cut into several items, at the boundary of
/// a character.
actor TextSource: Source {
    struct File: Sendable {
        var path: String
        /// An item of its own before the file's first line.
        var title: String?
        var size: Int64
    }

    /// The most bytes of a line that become one item.
    static let maximumBytes = 4096

    nonisolated let name: String
    nonisolated let estimate = 1.0
    nonisolated let spacing = 0.0
    nonisolated let mayRepeat = false
    private let files: [File]
    private let pageSize: Int
    private let totalSize: Int64
    private var starts: [Position] = [Position()]
    private var current: (file: Int, reader: LineReader)?

    /// A place between two items.
    private struct Position: Equatable {
        var file = 0
        /// −1 before the file's title.
        var offset: Int64 = -1
    }

    init(name: String, files: [File], pageSize: Int) {
        self.name = name
        self.files = files
        self.pageSize = pageSize
        totalSize = files.reduce(0) { $0 + $1.size }
    }

    func page(_ number: Int) throws -> SourcePage {
        guard number >= 1, number <= starts.count else {
            throw SourceError("page \(number) has not been reached yet")
        }
        var position = starts[number - 1]
        var items: [Item] = []
        while items.count < pageSize, position.file < files.count {
            try read(&position, into: &items)
        }
        if number == starts.count {
            starts.append(position)
        } else if starts[number] != position {
            // The file was changed; where the later pages begin is no longer known.
            starts[number...] = [position]
        }
        let isLast = position.file >= files.count
        let before = files[..<position.file].reduce(0) { $0 + $1.size } + max(position.offset, 0)
        return SourcePage(
            items: items, totalPages: isLast ? number : nil, totalItems: nil,
            fraction: isLast ? 1 : min(Double(before) / Double(max(totalSize, 1)), 1))
    }

    /// Reads on from a position until the page is full or the file ends.
    private func read(_ position: inout Position, into items: inout [Item]) throws {
        let file = files[position.file]
        if position.offset < 0 {
            position.offset = 0
            if let title = file.title {
                items.append(Item(id: id(of: position, isTitle: true), title: title, text: ""))
            }
        }
        let reader = try reader(of: position.file, at: position.offset)
        while items.count < pageSize {
            let start = Position(file: position.file, offset: reader.offset)
            guard let line = try reader.next(maximumBytes: Self.maximumBytes) else { break }
            items.append(Item(id: id(of: start, isTitle: false), title: nil, text: line))
        }
        position.offset = reader.offset
        if try reader.isAtEnd() {
            position = Position(file: position.file + 1)
            current = nil
        }
    }

    /// The reader that stopped here, or a new one: most pages follow the one read last.
    private func reader(of file: Int, at offset: Int64) throws -> LineReader {
        if let current, current.file == file, current.reader.offset == offset {
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
