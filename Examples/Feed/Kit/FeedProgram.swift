import RangeCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The program `feed`.
public enum FeedProgram {
    /// Runs it.
    ///
    /// - Parameter words: of the command line, without the program's name.
    /// - Returns: the status to exit with: 0, or 2 after a mistake in how it was called.
    @MainActor
    public static func run(_ words: [String]) async -> Int32 {
        do {
            var options = try Options(words)
            if options.wantsHelp {
                say(Usage.help)
                return 0
            }
            let script = try Opening.script(options)
            if script == nil, options.place == .packageSources, Terminal.isPipedInto {
                options.place = .standardInput
            }
            let source = try Opening.source(options)
            let readsInput = options.place == .standardInput
            if script == nil, let keys = Terminal.keyboard(readsInput: readsInput) {
                return try await read(source, options, keys: keys)
            }
            if script == nil && isatty(STDOUT_FILENO) == 1 && Terminal.isDumb {
                complain("feed: TERM names a terminal that cannot be drawn on; playing a script")
            }
            try await play(script ?? Script(Script.builtIn, name: "built-in"), source, options)
            return 0
        } catch let error as UsageError {
            complain("feed: \(error.problem)\n  \(error.advice)")
            return 2
        } catch {
            complain("feed: \(error)")
            return 1
        }
    }

    @MainActor
    private static func read(
        _ source: any Source, _ options: Options, keys: Int32
    ) async throws -> Int32 {
        let latency = options.latency ?? (options.place == .packageSources ? 300 : 0)
        let network = BadNetwork(latency: latency, failRate: options.failRate, seed: options.seed)
        let app = TerminalApp(
            source: source, network: network, keys: keys, pageLimit: options.pageLimit)
        try Opening.record(app.feed.controller, options)
        defer { app.feed.controller.flushRecording() }
        return await app.run()
    }

    @MainActor
    private static func play(
        _ script: Script, _ source: any Source, _ options: Options
    ) async throws {
        let network = BadNetwork(
            latency: options.latency ?? 300, failRate: options.failRate, seed: options.seed)
        let loader = VirtualLoader(network: network)
        let feed = Feed(
            source: source, loader: loader, network: network,
            columns: 80 - ScriptPlayer.margin, rows: 23, pageLimit: options.pageLimit)
        try Opening.record(feed.controller, options)
        defer { feed.controller.flushRecording() }
        let output = Output()
        await ScriptPlayer(feed: feed, loader: loader, print: output.print).play(script)
        output.flush()
    }

    static func say(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    static func complain(_ text: String) {
        write(text + "\n", to: STDERR_FILENO)
    }

    fileprivate static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { Terminal.writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    }
}

/// Lines for standard output, written many at a time.
@MainActor
private final class Output {
    private var waiting = ""

    func print(_ line: String) {
        waiting += line + "\n"
        if waiting.utf8.count > 1 << 15 { flush() }
    }

    func flush() {
        FeedProgram.write(waiting, to: STDOUT_FILENO)
        waiting = ""
    }
}
