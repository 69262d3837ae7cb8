import Foundation
import RangeCore
import RangeCoreParts

/// The program `feed`.
public enum FeedProgram {
    /// Runs it.
    ///
    /// - Parameter words: of the command line, without the program's name.
    /// - Returns: the status to exit with: 0, or 2 after a mistake in how it was called.
    @MainActor
    public static func run(_ words: [String]) async -> Int32 {
        do {
            let options = try Options(words)
            if options.wantsHelp {
                Terminal.write(Options.help + "\n", to: STDOUT_FILENO)
                return 0
            }
            return try await read(options)
        } catch let error as UsageError {
            complain("\(error.problem)\n  \(error.advice)")
            return 2
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private static func complain(_ text: String) {
        Terminal.write("feed: \(text)\n", to: STDERR_FILENO)
    }

    @MainActor
    private static func read(_ options: Options) async throws -> Int32 {
        let path = options.path ?? (isatty(STDIN_FILENO) == 0 ? "-" : nil)
        let text = try source(path, pageSize: options.pageSize)
        guard let keys = Terminal.keyboard() else {
            throw UsageError(
                "there is no terminal that can be drawn on",
                "run it in one, without \"> file\" or \"| program\"; TERM must name its kind")
        }
        let network = BadNetwork(
            latency: options.latency ?? (path == nil ? 0.3 : 0), failRate: options.failRate)
        let app = TerminalApp(
            text: text, network: network, keys: keys,
            place: options.place.map(SavedPlace.init(path:)))
        if let write = try options.record.map(writer) { try app.feed.controller.record(to: write) }
        if let write = try options.seen.map(writer) {
            write(SeenLines.Line.heading)
            app.feed.seen.onLine = { write($0.row) }
        }
        defer { app.feed.controller.flushRecording() }
        return await app.run()
    }

    /// What writes to a new file.
    private static func writer(_ path: String) throws(UsageError)
        -> @Sendable (String) -> Void
    {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw UsageError("\(path) cannot be written", "name a file that can be") }
        return { try? file.write(contentsOf: Data($0.utf8)) }
    }

    private static func source(_ path: String?, pageSize: Int) throws(UsageError) -> TextSource {
        if path == "-" {
            guard isatty(STDIN_FILENO) == 0 else {
                throw UsageError(
                    "standard input is the terminal", "pipe a text into it: git log | feed")
            }
            let spool = try Spool(STDIN_FILENO)
            return TextSource(name: "standard input", spool: spool, pageSize: pageSize)
        }
        guard let path else {
            let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { place, _ in
                place.deletingLastPathComponent()
            }
            let header = root.appendingPathComponent("include/rangecore.h").path
            guard access(header, R_OK) == 0 else {
                throw UsageError(
                    "the sources of this package have moved since it was built",
                    "name a file: feed FILE")
            }
            return try TextSource(path: header, pageSize: pageSize)
        }
        return try TextSource(path: path, pageSize: pageSize)
    }
}

/// A network that is late, and loses requests.
struct BadNetwork: Sendable {
    /// In the middle, in seconds; a request takes from half to one and a half of it.
    var latency = 0.0
    /// 0 … 1.
    var failRate = 0.0

    /// Returns when a request has come through; throws if it is lost.
    func pass() async throws {
        if latency > 0 { try await Task.sleep(for: .seconds(latency * .random(in: 0.5...1.5))) }
        if .random(in: 0..<1) < failRate { throw ReadError("the network lost it (--fail-rate)") }
    }
}
