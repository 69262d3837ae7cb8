#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads lines from a place in a file, a buffer at a time.
final class LineReader {
    private let descriptor: Int32
    private let path: String
    // Not an array: what the file holds is copied once, by the system, also in a debug build.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    /// What of the buffer is read but not handed out.
    private var ahead = 0..<0
    private var reachedEnd = false
    /// Where the next line begins, in bytes.
    private(set) var offset: Int64

    init(path: String, offset: Int64) throws {
        self.path = path
        self.offset = offset
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw SourceError("\(path): \(String(cString: strerror(errno)))") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        buffer.deallocate()
    }

    func isAtEnd() throws -> Bool {
        try fill(1)
        return ahead.isEmpty
    }

    /// The next line without its end, or nil at the end of the file.
    ///
    /// A line of more than `maximumBytes` is cut before that, at the boundary of a character.
    func next(maximumBytes: Int) throws -> String? {
        let isFirst = offset == 0
        guard var line = try advance(maximumBytes) else { return nil }
        if isFirst, line.starts(with: [0xef, 0xbb, 0xbf]) { line = line.dropFirst(3) }
        return String(decoding: UnsafeRawBufferPointer(rebasing: line), as: UTF8.self)
    }

    /// Passes over what `next` would return, and returns whether there was a line.
    func skip(maximumBytes: Int) throws -> Bool {
        try advance(maximumBytes) != nil
    }

    /// Moves behind the next line, and returns its bytes, which the next call overwrites.
    private func advance(_ maximumBytes: Int) throws -> Slice<UnsafeRawBufferPointer>? {
        // Room for CR and LF after a line that fits exactly.
        try fill(maximumBytes + 2)
        if ahead.isEmpty { return nil }
        let end = min(ahead.lowerBound + maximumBytes + 2, ahead.upperBound)
        let window = UnsafeRawBufferPointer(rebasing: buffer[ahead.lowerBound..<end])
        let (length, consumed) = Self.measure(window, maximumBytes)
        ahead = (ahead.lowerBound + consumed)..<ahead.upperBound
        offset += Int64(consumed)
        return window[..<length]
    }

    /// How many bytes at the beginning of a window are the line, and how many it takes up.
    private static func measure(
        _ window: UnsafeRawBufferPointer, _ maximumBytes: Int
    ) -> (length: Int, consumed: Int) {
        guard let base = window.baseAddress else { return (0, 0) }
        if let end = memchr(base, 0x0a, window.count) {
            let length = UnsafeRawPointer(end) - base
            let hasReturn = length > 0 && window[length - 1] == 0x0d
            let text = hasReturn ? length - 1 : length
            if text <= maximumBytes { return (text, length + 1) }
        } else if window.count <= maximumBytes {
            return (window.count, window.count)
        }
        var cut = maximumBytes
        while cut > maximumBytes - 4, window[cut] & 0xc0 == 0x80 { cut -= 1 }
        // Four continuation bytes in a row are no UTF-8; then any cut is as good.
        if window[cut] & 0xc0 == 0x80 { cut = maximumBytes }
        return (cut, cut)
    }

    /// Reads until `count` bytes lie ahead, or the file ends.
    private func fill(_ count: Int) throws {
        guard ahead.count < count, !reachedEnd, let base = buffer.baseAddress else { return }
        memmove(base, base + ahead.lowerBound, ahead.count)
        ahead = 0..<ahead.count
        while ahead.count < count, !reachedEnd {
            let place = off_t(offset) + off_t(ahead.count)
            let got = pread(descriptor, base + ahead.count, buffer.count - ahead.count, place)
            let failure = errno
            if got < 0 && failure == EINTR { continue }
            if got < 0 { throw SourceError("\(path): \(String(cString: strerror(failure)))") }
            if got == 0 { reachedEnd = true }
            ahead = 0..<(ahead.count + got)
        }
    }
}
