import Foundation

/// A line of a text, or a part of a long one.
struct Line: Identifiable, Hashable, Sendable {
    /// Where it begins, in bytes.
    var id: Int64
    var text: String
}

/// Why a text could not be read, in words for the reader.
struct ReadError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// The lines of a text file, read a page at a time, in any order.
///
/// It holds where each page begins, 8 bytes for 50 lines, as far as that is known. A line of more than
/// `maximumBytes` is cut into several, at the boundary of a character.
///
/// A pipe is read through a `Spool`. While that is open, the lines that are complete are all there is.
actor TextSource {
    struct Page: Sendable {
        var lines: [Line]
        /// How many lines there are, as far as that is known.
        var total: Int?
        /// Where more may come; nil if there never will be.
        var openEnd: Int64?
    }

    /// The most bytes of a line that are kept together.
    static let maximumBytes = 4096
    /// After so many bytes that were only counted, somebody else may read.
    static let countedBytes: Int64 = 1 << 26

    nonisolated let name: String
    nonisolated let pageSize: Int
    /// Whether a file begins with what no text has.
    nonisolated let looksBinary: Bool
    private let reader: LineReader
    private nonisolated let spool: Spool?
    private let size: Int64
    /// Where the pages begin, of which the first is number 1.
    private var starts: [Int64] = [0]
    private var total: Int?

    init(path: String, pageSize: Int) throws(UsageError) {
        var status = stat()
        // A FIFO must not wait for somebody who writes.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0, fstat(file, &status) == 0 else {
            throw UsageError("\(path): \(String(cString: strerror(errno)))", "check: ls -l \(path)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw status.st_mode & S_IFMT == S_IFDIR
                ? UsageError("\(path) is a directory", "name a file in it")
                : UsageError(
                    "\(path) is not a regular file, so it cannot be read in pages",
                    "pipe it in, as in: cat \(path) | feed -")
        }
        name = path.split(separator: "/").last.map(String.init) ?? path
        self.pageSize = pageSize
        (reader, spool, size) = (LineReader(file), nil, Int64(status.st_size))
        var start = [UInt8](repeating: 0, count: 1024)
        let count = pread(file, &start, start.count, 0)
        looksBinary = start.prefix(max(0, count)).contains(0)
    }

    init(name: String, spool: Spool, pageSize: Int) {
        (self.name, self.pageSize, self.spool) = (name, pageSize, spool)
        (reader, size, looksBinary) = (LineReader(spool.file), 0, false)
    }

    /// Reads a page; after the last one it has no lines.
    func page(_ number: Int) async throws -> Page {
        while try count(toPage: number).part != nil {
            try Task.checkCancellation()
            await Task.yield()
        }
        let place = min(number, starts.count)
        var lines: [Line] = []
        let count = try pass(place) { if place == number { lines.append($0) } }
        if let failure = spool?.failure, count < pageSize { throw failure }
        guard let spool, total == nil else { return Page(lines: lines, total: total) }
        if count == pageSize, spool.arrived.offset > reader.offset { return Page(lines: lines) }
        return Page(
            lines: lines, total: (place - 1) * pageSize + count, openEnd: reader.offset)
    }

    /// Counts on to where a page begins, or to the end, but not for long.
    ///
    /// - Returns: How many lines are known; and while there is more to count, how much of the text was
    ///   counted, 0 … 1.
    func count(toPage page: Int) throws -> (lines: Int, part: Double?) {
        let first = starts[starts.count - 1]
        while starts.count < page, total == nil {
            let rest = try pass(starts.count)
            // A pipe has brought no more yet.
            if rest < pageSize, total == nil { return ((starts.count - 1) * pageSize + rest, nil) }
            let counted = starts[starts.count - 1]
            if counted - first > Self.countedBytes, total == nil {
                return (starts.count * pageSize, Double(counted) / Double(max(size, counted)))
            }
        }
        return (total ?? (starts.count - 1) * pageSize, nil)
    }

    /// Passes over a page whose start is known, and returns how many lines it has.
    private func pass(_ number: Int, _ take: ((Line) -> Void)? = nil) throws -> Int {
        // How far can be read: everything; of a pipe, what has arrived by now.
        let arrived = spool?.arrived
        let limit = arrived.map { $0.isEnd ? .max : $0.offset } ?? .max
        reader.seek(starts[number - 1])
        var count = 0
        while count < pageSize, reader.offset < limit {
            let start = reader.offset
            guard let bytes = try reader.next(maximumBytes: Self.maximumBytes) else { break }
            if let take { take(Line(id: start, text: String(decoding: bytes, as: UTF8.self))) }
            count += 1
        }
        if count == pageSize, number == starts.count { starts.append(reader.offset) }
        if limit == .max, try count < pageSize || reader.isAtEnd() {
            total = (number - 1) * pageSize + count
        }
        return count
    }

    /// Waits until there is something after an offset, or nothing more will come.
    nonisolated func waitForMore(after offset: Int64) async {
        while let spool, !spool.arrived.isAfter(offset), !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Finds the nearest line that has a text, from an index on; nil if there is none.
    ///
    /// - Parameter step: 1 to search forward, −1 backward.
    func find(_ pattern: Pattern, from start: Int, step: Int) async throws -> Int? {
        var number = start / pageSize + 1
        while number >= 1 {
            try Task.checkCancellation()
            let page = try await page(number)
            let first = (number - 1) * pageSize
            var indices = page.lines.indices.filter { (first + $0 - start) * step >= 0 }
            if step < 0 { indices.reverse() }
            let found = indices.first { pattern.range(in: page.lines[$0].text[...]) != nil }
            if let found { return first + found }
            if step > 0, first + page.lines.count >= page.total ?? .max { return nil }
            number += step
            await Task.yield()
        }
        return nil
    }
}

/// A text to search for: capitals matter if it has some.
struct Pattern: Sendable {
    let text: String
    private let options: String.CompareOptions

    init(_ text: String) {
        self.text = text
        options = text == text.lowercased() ? [.caseInsensitive] : []
    }

    /// The first place of it in a text.
    func range(in text: Substring) -> Range<String.Index>? {
        text.range(of: self.text, options: options)
    }
}
