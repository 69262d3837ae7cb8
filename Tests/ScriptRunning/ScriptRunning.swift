// Only a desktop can start programs.
#if os(Linux) || os(macOS)
    import Foundation

    /// Runs a program of the repository, and returns how it ended and all that it printed.
    public func run(_ program: String, _ arguments: [String] = []) async throws -> (Int32, String) {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let log = FileManager.default.temporaryDirectory.appending(path: "script-\(UUID()).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }

        // A file, not a pipe, and no `waitUntilExit`: other tests need the thread meanwhile.
        let output = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = root.appending(path: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in end.resume() }
            do { try process.run() } catch { end.resume(throwing: error) }
        }
        return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
    }
#endif
