import Foundation

/// Reads lines from any place of a file, a buffer at a time.
final class LineReader {
    private let file: Int32
    // Not an array: what the file holds is copied once, by the system, also in a debug build.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    /// What of the buffer is read but not handed out.
    private var ahead = 0..<0
    /// Where the next line begins, in bytes.
    private(set) var offset: Int64 = 0

    /// Takes over a descriptor.
    init(_ file: Int32) { self.file = file }

    deinit {
        close(file)
        buffer.deallocate()
    }

    /// Goes to a place where a line begins.
    func seek(_ place: Int64) {
        // Most pages follow the one that was read last.
        if place != offset { (offset, ahead) = (place, 0..<0) }
    }

    func isAtEnd() throws -> Bool {
        try fill(1)
        return ahead.isEmpty
    }

    /// Passes the next line, and returns its bytes without its end, which the next call overwrites;
    /// nil at the end of the file.
    ///
    /// A line of more than `maximumBytes` is cut before that, at the boundary of a character.
    func next(maximumBytes: Int) throws -> Slice<UnsafeRawBufferPointer>? {
        // Room for CR and LF after a line that fits exactly.
        try fill(maximumBytes + 2)
        if ahead.isEmpty { return nil }
        let window = UnsafeRawBufferPointer(rebasing: buffer[ahead].prefix(maximumBytes + 2))
        let (length, passed) = Self.measure(window, maximumBytes)
        let isMarked = offset == 0 && window.starts(with: [0xef, 0xbb, 0xbf])
        ahead = (ahead.lowerBound + passed)..<ahead.upperBound
        offset += Int64(passed)
        return window[(isMarked ? 3 : 0)..<length]
    }

    /// How many bytes at the beginning of a window are the line, and how many it takes up.
    private static func measure(
        _ window: UnsafeRawBufferPointer, _ maximumBytes: Int
    ) -> (length: Int, passed: Int) {
        guard let base = window.baseAddress else { return (0, 0) }
        if let end = memchr(base, 0x0a, window.count) {
            let length = UnsafeRawPointer(end) - base
            let hasReturn = length > 0 && window[length - 1] == 0x0d
            let text = hasReturn ? length - 1 : length
            if text <= maximumBytes { return (text, length + 1) }
        } else if window.count <= maximumBytes {
            return (window.count, window.count)
        }
        // Four continuation bytes in a row are no UTF-8; then any cut is as good.
        let cuts = (maximumBytes - 3)...maximumBytes
        let cut = cuts.last { window[$0] & 0xc0 != 0x80 } ?? maximumBytes
        return (cut, cut)
    }

    /// Reads until `count` bytes lie ahead, or the file ends.
    private func fill(_ count: Int) throws {
        guard ahead.count < count, let base = buffer.baseAddress else { return }
        memmove(base, base + ahead.lowerBound, ahead.count)
        ahead = 0..<ahead.count
        while ahead.count < count {
            let place = off_t(offset) + off_t(ahead.count)
            let got = pread(file, base + ahead.count, buffer.count - ahead.count, place)
            if got < 0, errno == EINTR { continue }
            if got < 0 { throw ReadError(String(cString: strerror(errno))) }
            if got == 0 { return }
            ahead = 0..<(ahead.count + got)
        }
    }
}
