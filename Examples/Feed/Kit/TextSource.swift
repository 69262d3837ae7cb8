import Foundation

/// A line of a text, or a part of a long one.
struct Line: Identifiable, Hashable, Sendable {
    /// Where it begins, in bytes.
    var id: Int
    var text: String
}

/// Why a page could not be read, in words for the reader.
struct ReadError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// The lines of a text file, read a page at a time, in any order.
///
/// Before the first one, all lines are counted. Then it holds where each page begins, 8 bytes for 50
/// lines. A line of more than `maximumBytes` is cut into several.
actor TextSource {
    /// The most bytes of a line that are kept together.
    static let maximumBytes = 4096

    nonisolated let name: String
    nonisolated let pageSize: Int
    private let file: Int32
    /// Where the pages begin, of which the first is number 1; empty until they are counted.
    private var starts: [Int] = []
    private var total = 0
    // Not an array: what the file holds is copied once, by the system, also in a debug build.
    private nonisolated(unsafe) let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 1 << 16, alignment: 16)
    /// The part of the file that is in the buffer.
    private var held = 0..<0

    init(path: String, pageSize: Int) throws(UsageError) {
        var status = stat()
        // A FIFO must not wait for somebody who writes.
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        name = path.split(separator: "/").last.map(String.init) ?? path
        self.pageSize = pageSize
        guard file >= 0, fstat(file, &status) == 0 else {
            throw UsageError("\(path): \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw UsageError("\(path) is not a file, so it cannot be read in pages")
        }
    }

    deinit {
        close(file)
        buffer.deallocate()
    }

    /// Reads a page, and tells how many lines there are.
    func page(_ number: Int) throws -> (lines: [Line], total: Int) {
        if starts.isEmpty { try countLines() }
        guard number <= starts.count else { return ([], total) }
        var (lines, offset) = ([Line](), starts[number - 1])
        while lines.count < pageSize, let (bytes, next) = try line(at: offset) {
            lines.append(Line(id: offset, text: String(decoding: bytes, as: UTF8.self)))
            offset = next
        }
        return (lines, total)
    }

    private func countLines() throws {
        var (offset, count, starts) = (0, 0, [Int]())
        while let (_, next) = try line(at: offset) {
            if count % pageSize == 0 { starts.append(offset) }
            (offset, count) = (next, count + 1)
        }
        (self.starts, total) = (starts, count)
    }

    /// A line without its end, until the next call, and where the next one begins; nil at the end.
    private func line(at offset: Int) throws -> (Slice<UnsafeRawBufferPointer>, next: Int)? {
        // Room for CR and LF after a line that fits exactly.
        let window = try bytes(at: offset, atMost: Self.maximumBytes + 2)
        guard let base = window.baseAddress, !window.isEmpty else { return nil }
        if let end = memchr(base, 0x0a, window.count) {
            let length = UnsafeRawPointer(end) - base
            let text = length > 0 && window[length - 1] == 0x0d ? length - 1 : length
            if text <= Self.maximumBytes { return (window[..<text], offset + length + 1) }
        } else if window.count <= Self.maximumBytes {
            return (window[...], offset + window.count)
        }
        // Between characters; four continuation bytes in a row are no UTF-8, and any cut is as good.
        let cuts = (Self.maximumBytes - 3)...Self.maximumBytes
        let cut = cuts.last { window[$0] & 0xc0 != 0x80 } ?? Self.maximumBytes
        return (window[..<cut], offset + cut)
    }

    /// Some bytes of the file, less than asked for only before its end, until the next call.
    private func bytes(at offset: Int, atMost count: Int) throws -> UnsafeRawBufferPointer {
        if !held.contains(offset) || offset + count > held.upperBound {
            held = offset..<offset
            while held.count < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[held.count...])
                let got = pread(file, rest.baseAddress, rest.count, off_t(held.upperBound))
                if got < 0, errno == EINTR { continue }
                if got < 0 { throw ReadError(String(cString: strerror(errno))) }
                if got == 0 { break }
                held = offset..<(held.upperBound + got)
            }
        }
        let first = offset - held.lowerBound
        return UnsafeRawBufferPointer(rebasing: buffer[first..<min(first + count, held.count)])
    }
}
