import Foundation

/// The terminal: raw while it is open, as it was afterwards.
@MainActor
final class Terminal {
    struct Size: Hashable, Sendable {
        var columns: Int
        var rows: Int
    }

    /// Where the keys come from: standard input, or the terminal where that is something else.
    private let keys: Int32
    private var saved = termios()
    private var sources: [any DispatchSourceProtocol] = []
    private var isOpen = false

    /// - Parameter keys: a descriptor of the terminal, from `keyboard`.
    init(keys: Int32) {
        self.keys = keys
    }

    /// A terminal that can be drawn on, to read keys from; nil if there is none.
    static func keyboard() -> Int32? {
        guard isatty(STDOUT_FILENO) == 1, !isDumb else { return nil }
        if isatty(STDIN_FILENO) == 1 { return STDIN_FILENO }
        let keys = systemOpen("/dev/tty", O_RDONLY | O_CLOEXEC)
        return keys >= 0 ? keys : nil
    }

    /// Whether there is a terminal, but one that can only print line after line.
    private static var isDumb: Bool {
        let kind = variable("TERM")
        return kind.isEmpty || kind == "dumb"
    }

    static var showsColor: Bool { variable("NO_COLOR").isEmpty }

    private static func variable(_ name: String) -> String {
        getenv(name).map { String(cString: $0) } ?? ""
    }

    var size: Size {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return Size(columns: 80, rows: 24) }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Takes the terminal over.
    ///
    /// - Parameters:
    ///   - input: told the bytes that were typed; empty at the end of input.
    ///   - signal: told of SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGCONT.
    func open(
        input: @escaping @MainActor ([UInt8]) -> Void, signal: @escaping @MainActor (Int32) -> Void
    ) {
        guard !isOpen, tcgetattr(keys, &saved) == 0 else { return }
        enter()
        let reader = DispatchSource.makeReadSource(fileDescriptor: keys, queue: .main)
        reader.setEventHandler { [keys] in
            MainActor.assumeIsolated {
                var bytes = [UInt8](repeating: 0, count: 1024)
                let got = read(keys, &bytes, bytes.count)
                if got < 0 && (errno == EINTR || errno == EAGAIN) { return }
                input(Array(bytes.prefix(max(got, 0))))
            }
        }
        reader.activate()
        sources = [reader]
        for number in [SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT] {
            ignore(number)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { signal(number) } }
            source.activate()
            sources.append(source)
        }
    }

    /// Gives the terminal back as it was.
    func close() {
        for source in sources { source.cancel() }
        sources = []
        leave()
    }

    /// Stops the process as Ctrl-Z does, the terminal given back; returns when it goes on.
    func suspend() {
        leave()
        raise(SIGSTOP)
        enter()
    }

    /// Writes all of a text at once, so that no half-drawn screen is seen.
    func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    nonisolated static func write(_ text: String, to file: Int32) { writeAll(text.utf8, to: file) }

    private func enter() {
        var raw = saved
        cfmakeraw(&raw)
        tcsetattr(keys, TCSAFLUSH, &raw)
        isOpen = true
        // Alternate screen, no cursor, no wrapping at the right edge.
        write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J")
    }

    private func leave() {
        guard isOpen else { return }
        isOpen = false
        write("\u{1b}[?7h\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l")
        tcsetattr(keys, TCSAFLUSH, &saved)
    }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    open(path, flags)
}

private func ignore(_ number: Int32) {
    // The signal source sees it all the same; without this the default action comes first.
    _ = signal(number, SIG_IGN)
}
