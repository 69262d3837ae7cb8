import Foundation

/// Runs the real programs.
enum Programs {
    /// Whether to run what needs `python3`: the server and the pseudo-terminal. `swift test` alone runs
    /// no script; `Scripts/check feed` does.
    static let mayRunScripts = ProcessInfo.processInfo.environment["RANGECORE_SCRIPTS"] != nil

    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures")
    static let server = fixtures.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Examples/Server/server.py")

    /// The `feed` that was built beside these tests.
    static let feed: URL = {
        let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
        let places =
            bundles.map { $0.pathExtension == "xctest" ? $0.deletingLastPathComponent() : $0 }
            + [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
        let programs = places.map { $0.appendingPathComponent("feed") }
        return programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }
            ?? programs[0]
    }()

    static func feed(_ words: [String], input: String = "") async throws -> Result {
        try await run(feed, words, input: input)
    }

    static func python(_ words: [String]) async throws -> Result {
        try await run(URL(fileURLWithPath: "/usr/bin/env"), ["python3"] + words)
    }

    static func run(
        _ program: URL, _ words: [String], input: String = ""
    ) async throws -> Result {
        // Files, not pipes: nobody has to empty them while the program runs.
        let folder = try Folder()
        let files = try ["in", "out", "err"].map { name in
            let url = folder.url.appendingPathComponent(name)
            try Data(name == "in" ? input.utf8 : "".utf8).write(to: url)
            return try FileHandle(forUpdating: url)
        }
        let process = Process()
        process.executableURL = program
        process.arguments = words
        (process.standardInput, process.standardOutput, process.standardError) =
            (files[0], files[1], files[2])
        // `waitUntilExit` would keep a thread busy.
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in end.resume() }
            do { try process.run() } catch { end.resume(throwing: error) }
        }
        func text(_ name: String) throws -> String {
            String(
                decoding: try Data(contentsOf: folder.url.appendingPathComponent(name)),
                as: UTF8.self)
        }
        return Result(
            status: process.terminationStatus, output: try text("out"), errors: try text("err"))
    }

    /// A folder that goes with the object.
    final class Folder {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("feed-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func path(_ name: String) -> String { url.appendingPathComponent(name).path }
    }

    /// The example server on a free port, with a database of its own.
    @MainActor
    final class Server {
        let folder: Folder
        let url: URL
        private let process = Process()
        private let pid: Int32

        init(items: Int, _ words: [String] = []) throws {
            folder = try Folder()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                ["python3", Programs.server.path, "--port", "0", "--quiet", "--items", "\(items)"]
                + ["--db", folder.path("items.sqlite")] + words
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            pid = process.processIdentifier
            var line = Data()
            while true {
                let byte = pipe.fileHandleForReading.readData(ofLength: 1)
                if byte.isEmpty || byte[byte.startIndex] == 0x0a { break }
                line += byte
            }
            // The line is the command to try.
            let word = String(decoding: line, as: UTF8.self).split(separator: " ").last ?? ""
            guard let url = URL(string: String(word)), url.host == "127.0.0.1" else {
                throw CocoaError(.fileReadUnknown)
            }
            self.url = url
        }

        deinit {
            // A child inherits the mask of the thread that made it, which may block SIGTERM.
            kill(pid, SIGKILL)
        }

        /// Removes the items from a number on, as somebody might while one reads.
        func removeItems(from id: Int) async throws {
            let code = """
                import sqlite3, sys
                base = sqlite3.connect(sys.argv[1])
                with base: base.execute("DELETE FROM items WHERE id >= ?", (int(sys.argv[2]),))
                """
            _ = try await Programs.python(["-c", code, folder.path("items.sqlite"), "\(id)"])
        }

        /// Adds items before all others, so that every page shifts.
        func insertItems(_ count: Int) async throws {
            let code = """
                import sqlite3, sys
                base = sqlite3.connect(sys.argv[1])
                with base:
                    for id in range(int(sys.argv[2])):
                        base.execute("INSERT INTO items VALUES (?, 'new', 'new')", (-id,))
                """
            _ = try await Programs.python(["-c", code, folder.path("items.sqlite"), "\(count)"])
        }
    }
}
