// Only a desktop can start programs.
#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    @Test("The README's examples print what it says")
    func readmeIsTrue() async throws {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let log = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID()).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }

        // A file, not a pipe, and no `waitUntilExit`: other tests need the thread meanwhile.
        let output = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = root.appending(path: "Scripts/readme")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in end.resume() }
            do { try process.run() } catch { end.resume(throwing: error) }
        }
        let text = try String(contentsOf: log, encoding: .utf8)
        #expect(process.terminationStatus == 0, "\(text)")
    }
#endif
