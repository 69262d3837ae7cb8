import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What comes out of a pipe, copied to a temporary file, so that any of it can be read again.
///
/// The file has no name: the system frees it when the program ends, however that happens. What the
/// pipe brings is copied as it comes, also far ahead of the reader.
final class Spool: @unchecked Sendable {
    struct Arrived: Sendable {
        /// The end of the last complete line.
        var offset: Int64
        /// Whether nothing more will come.
        var isEnd: Bool

        func isAfter(_ offset: Int64) -> Bool { isEnd || self.offset > offset }
    }

    private struct State {
        var arrived = Arrived(offset: 0, isEnd: false)
        var size: Int64 = 0
        var waiting: [(offset: Int64, CheckedContinuation<Void, Never>)] = []
        var failure: SourceError?
    }

    private let lock = NSLock()
    private var locked = State()
    /// A name of the file, as long as this program runs.
    let path: String

    /// - Parameter input: a descriptor, read by a thread of its own until it ends.
    init(_ input: Int32) throws(UsageError) {
        var name = Array((NSTemporaryDirectory() + "/feed-XXXXXX").utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else {
            throw UsageError(
                "\(NSTemporaryDirectory()): \(String(cString: strerror(errno)))",
                "standard input is copied there; set TMPDIR to another folder")
        }
        unlink(name)
        path = "/dev/fd/\(file)"
        Thread.detachNewThread { [self] in copy(input, to: file) }
    }

    var arrived: Arrived { withState { $0.arrived } }
    /// Why the rest could not be copied.
    var failure: SourceError? { withState { $0.failure } }

    /// Waits until there are lines after an offset, or nothing more will come.
    func wait(after offset: Int64) async {
        await withCheckedContinuation { waiting in
            let isThere = withState { state in
                if !state.arrived.isAfter(offset) { state.waiting.append((offset, waiting)) }
                return state.arrived.isAfter(offset)
            }
            if isThere { waiting.resume() }
        }
    }

    private func copy(_ input: Int32, to file: Int32) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = read(input, &bytes, bytes.count)
            if got < 0 && errno == EINTR { continue }
            if got <= 0 { return end(nil) }
            let isWritten = bytes.withUnsafeBytes { Self.write($0.prefix(got), to: file) }
            guard isWritten else {
                return end(
                    SourceError("\(NSTemporaryDirectory()): \(String(cString: strerror(errno)))"))
            }
            let lineEnd = bytes[..<got].lastIndex(of: 0x0a)
            tell { state in
                if let lineEnd { state.arrived.offset = state.size + Int64(lineEnd) + 1 }
                state.size += Int64(got)
                // A long line is cut as it is in a file, for which the bytes after a cut matter.
                let margin = Int64(2 * TextSource.maximumBytes)
                state.arrived.offset = max(state.arrived.offset, state.size - margin)
            }
        }
    }

    private func end(_ failure: SourceError?) {
        tell { state in
            state.arrived = Arrived(offset: state.size, isEnd: true)
            state.failure = failure
        }
    }

    private func tell(_ change: (inout State) -> Void) {
        let waiting = withState { state in
            change(&state)
            let isThere = { [arrived = state.arrived] in arrived.isAfter($0) }
            defer { state.waiting.removeAll { isThere($0.offset) } }
            return state.waiting.filter { isThere($0.offset) }
        }
        for (_, waiting) in waiting { waiting.resume() }
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&locked)
    }

    private static func write(_ bytes: Slice<UnsafeRawBufferPointer>, to file: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let wrote = systemWrite(file, UnsafeRawBufferPointer(rebasing: rest))
            if wrote < 0 && errno == EINTR { continue }
            if wrote <= 0 { return false }
            rest = rest.dropFirst(wrote)
        }
        return true
    }
}
