import Foundation

/// What comes out of a pipe, copied to a temporary file, so that any of it can be read again.
///
/// The file has no name: the system frees it when the program ends, however that happens. What the
/// pipe brings is copied as it comes, also far ahead of the reader.
final class Spool: @unchecked Sendable {
    struct Arrived: Sendable {
        /// The end of the last complete line.
        var offset: Int64 = 0
        /// Whether nothing more will come.
        var isEnd = false

        func isAfter(_ offset: Int64) -> Bool { isEnd || self.offset > offset }
    }

    private let lock = NSLock()
    private var locked: (arrived: Arrived, failure: ReadError?) = (Arrived(), nil)
    /// A descriptor of the file.
    let file: Int32

    /// - Parameter input: a descriptor, read by a thread of its own until it ends.
    init(_ input: Int32) throws(UsageError) {
        var name = Array((NSTemporaryDirectory() + "/feed-XXXXXX").utf8CString)
        file = mkstemp(&name)
        guard file >= 0 else {
            throw UsageError(
                "\(NSTemporaryDirectory()): \(String(cString: strerror(errno)))",
                "standard input is copied there; set TMPDIR to another folder")
        }
        unlink(name)
        Thread.detachNewThread { [self] in copy(input) }
    }

    var arrived: Arrived { lock.withLock { locked.arrived } }
    /// Why the rest could not be copied.
    var failure: ReadError? { lock.withLock { locked.failure } }

    private func copy(_ input: Int32) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var size: Int64 = 0
        var failure: ReadError?
        while failure == nil {
            let got = read(input, &bytes, bytes.count)
            if got < 0 && errno == EINTR { continue }
            if got <= 0 { break }
            if !writeAll(bytes[..<got], to: file) {
                let reason = String(cString: strerror(errno))
                failure = ReadError("\(NSTemporaryDirectory()): \(reason)")
            }
            let lineEnd = bytes[..<got].lastIndex(of: 0x0a).map { size + Int64($0) + 1 }
            size += Int64(got)
            // A long line is cut as it is in a file, for which the bytes after a cut matter.
            let margin = size - Int64(2 * TextSource.maximumBytes)
            lock.withLock {
                locked.arrived.offset = max(lineEnd ?? locked.arrived.offset, margin)
            }
        }
        lock.withLock { locked = (Arrived(offset: size, isEnd: true), failure) }
    }
}

/// Writes all bytes, and returns whether they could be written.
@discardableResult
func writeAll(_ bytes: some Collection<UInt8>, to file: Int32) -> Bool {
    let isWritten = bytes.withContiguousStorageIfAvailable { bytes in
        var rest = UnsafeRawBufferPointer(bytes)[...]
        while !rest.isEmpty {
            let wrote = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if wrote < 0 && errno == EINTR { continue }
            if wrote < 0 && errno == EAGAIN {
                usleep(1000)
                continue
            }
            if wrote <= 0 { return false }
            rest = rest.dropFirst(wrote)
        }
        return true
    }
    return isWritten ?? writeAll(Array(bytes), to: file)
}
