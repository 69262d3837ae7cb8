import Foundation
import RangeCore

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
                print(Options.help)
                return 0
            }
            return try await read(options)
        } catch let error as UsageError {
            complain(error.problem)
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
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { place, _ in
            place.deletingLastPathComponent()
        }
        let path = options.path ?? root.appendingPathComponent("include/rangecore.h").path
        let text = try TextSource(path: path, pageSize: options.pageSize)
        guard Terminal.isThere else {
            throw UsageError("there is no terminal to read keys from and to draw on")
        }
        let network = BadNetwork(
            latency: options.latency ?? (options.path == nil ? 0.3 : 0), failRate: options.failRate)
        let app = TerminalApp(text: text, network: network)
        if let path = options.record {
            guard FileManager.default.createFile(atPath: path, contents: nil),
                let file = FileHandle(forWritingAtPath: path)
            else { throw UsageError("\(path) cannot be written") }
            try app.feed.controller.record { try? file.write(contentsOf: Data($0.utf8)) }
        }
        defer { app.feed.controller.flushRecording() }
        return await app.run()
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
