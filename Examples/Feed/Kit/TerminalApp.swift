import Foundation
import RangeCore

/// The reader on a terminal.
///
/// Everything that waits (a page, a retry, the next picture of the spinner) is a task; keys and
/// drawing never wait for one.
@MainActor
final class TerminalApp {
    private let terminal = Terminal()
    let feed: Feed
    private var screen = Screen()
    private var parser = KeyParser()
    private var end: CheckedContinuation<Int32, Never>?
    private var status: Int32?

    private var lastDrawing = ContinuousClock.now - .seconds(1)
    private var drawing: Task<Void, Never>?
    private var ticking: Task<Void, Never>?
    private var beat = 0

    private var lastScroll = (time: 0.0, rows: 0.0)
    private var isZoomedOut = true
    private var showsHelp = false

    init(text: TextSource, network: BadNetwork) {
        let size = Drawing.textSize(in: terminal.size)
        feed = Feed(text: text, network: network, columns: size.columns, rows: size.rows)
        feed.onChange = { [weak self] in self?.didChange() }
    }

    /// Runs until the user quits, and returns the status to exit with.
    func run() async -> Int32 {
        terminal.open(
            input: { [weak self] in self?.take($0) },
            signal: { [weak self] in self?.take(signal: $0) })
        resize()
        feed.start()
        let status = await withCheckedContinuation { end = $0 }
        drawing?.cancel()
        ticking?.cancel()
        terminal.close()
        return status
    }

    private func quit(_ status: Int32) {
        self.status = self.status ?? status
        end?.resume(returning: status)
        end = nil
    }

    // -- input --

    private func take(_ bytes: [UInt8]) {
        // The terminal is gone.
        if bytes.isEmpty { return quit(0) }
        for key in parser.keys(of: bytes) { press(key) }
    }

    private func press(_ key: Key) {
        defer { draw() }
        if showsHelp && key != .quit && key != .suspend {
            showsHelp = false
            return
        }
        let screenful = max(feed.length - 2 * feed.inset - 1, 1)
        switch key {
        case .up: scroll(-1)
        case .down: scroll(1)
        case .pageUp: scroll(-screenful)
        case .pageDown: scroll(screenful)
        case .home: feed.go(to: 0, .start)
        case .end: feed.go(to: .max, .end)
        case .quit: quit(0)
        case .suspend: suspend()
        case .help: showsHelp = true
        case .more: addScreens(0.5)
        case .fewer: addScreens(-0.5)
        case .memory:
            feed.setMemoryPressure(
                feed.controller.settings.memoryPressure == .normal ? .warning : .normal)
        case .retry: feed.retry()
        case .whole:
            isZoomedOut.toggle()
            resize()
        case .other: break
        }
    }

    private func scroll(_ rows: Double) {
        let elapsed = feed.time - lastScroll.time
        // A key that repeats has a speed; a single press has its distance in about the time that a
        // finger takes.
        let isGoingOn = elapsed < 0.25 && rows * lastScroll.rows > 0
        lastScroll = (feed.time, rows)
        feed.scroll(by: rows, velocity: rows / (isGoingOn ? max(elapsed, 0.01) : 0.25))
    }

    private func addScreens(_ screens: Double) {
        feed.setLeadingScreens(min(feed.leadingScreens + screens, 20))
    }

    private func take(signal number: Int32) {
        switch number {
        case SIGWINCH: resize()
        case SIGTSTP: suspend()
        case SIGCONT: redrawAll()
        default: quit(128 + number)
        }
    }

    private func suspend() {
        terminal.suspend()
        redrawAll()
    }

    private func redrawAll() {
        screen.invalidate()
        resize()
    }

    /// Takes the terminal's size; leaves a quarter of it at both ends out of the viewport, or nothing.
    private func resize() {
        let size = Drawing.textSize(in: terminal.size)
        let inset = isZoomedOut ? (Double(size.rows) / 4).rounded(.down) : 0
        feed.resize(columns: size.columns, rows: size.rows, inset: inset)
        draw()
    }

    // -- output --

    private func didChange() {
        draw()
        tick()
    }

    /// Draws soon, but not more than sixty times a second.
    private func draw() {
        guard drawing == nil, status == nil else { return }
        let next = lastDrawing + .milliseconds(16)
        drawing = Task { [weak self] in
            if next > .now { try? await Task.sleep(until: next, clock: .continuous) }
            self?.drawNow()
        }
    }

    private func drawNow() {
        drawing = nil
        guard status == nil else { return }
        lastDrawing = .now
        let size = terminal.size
        let drawing = Drawing(feed: feed, size: size, showsColor: Terminal.showsColor, beat: beat)
        let output = screen.drawing(showsHelp ? drawing.help : drawing.lines, size: size)
        if !output.isEmpty { terminal.write(output) }
    }

    /// While something is awaited, turns the spinner, counts down to a retry, and updates when it is due.
    private func tick() {
        guard ticking == nil, isWaiting else { return }
        ticking = Task { [weak self] in
            while !Task.isCancelled, let self, isWaiting {
                draw()
                try? await Task.sleep(for: .milliseconds(80))
                beat += 1
                if feed.nextTime <= feed.time { feed.update() }
            }
            self?.ticking = nil
            self?.draw()
        }
    }

    private var isWaiting: Bool { feed.isLoading || feed.nextTime.isFinite }
}
