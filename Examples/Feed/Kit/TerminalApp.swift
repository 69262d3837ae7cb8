import RangeCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The reader on a terminal.
///
/// Everything that waits (a page, a retry, the next picture of the spinner) is a task; keys and
/// drawing never wait for one.
@MainActor
final class TerminalApp {
    private let terminal = Terminal()
    private let feed: Feed
    private var screen = Screen()
    private var parser = KeyParser()
    private var end: CheckedContinuation<Int32, Never>?
    private var status: Int32?

    private var lastDrawing = ContinuousClock.now - .seconds(1)
    private var drawing: Task<Void, Never>?
    private var spinning: Task<Void, Never>?
    private var waking: Task<Void, Never>?
    private var escaping: Task<Void, Never>?
    private var beat = 0

    private var lastScroll = (time: 0.0, rows: 0.0)
    private var isZoomedOut = false

    init(source: any Source, network: BadNetwork) {
        let size = Drawing.textSize(in: terminal.size)
        feed = Feed(
            source: source, loader: LiveLoader(source: source, network: network), network: network,
            columns: size.columns, rows: size.rows,
            showsUnicode: Terminal.showsUnicode)
        feed.onUpdate = { [weak self] _, _, _ in self?.didUpdate() }
    }

    /// Runs until the user quits, and returns the status to exit with.
    func run() async -> Int32 {
        terminal.open(
            input: { [weak self] in self?.take($0) },
            signal: { [weak self] in self?.take(signal: $0) })
        feed.start()
        let status = await withCheckedContinuation { end = $0 }
        for task in [drawing, spinning, waking, escaping] { task?.cancel() }
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
        escaping?.cancel()
        escaping = Task { [weak self] in
            // A sequence comes in one piece, or nearly; what is left over then was the Escape key.
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return }
            self?.parser.flush()
        }
    }

    private func press(_ key: Key) {
        let screenful = max(feed.length - 2 * feed.inset - 1, 1)
        switch key {
        case .up: scroll(-1)
        case .down: scroll(1)
        case .pageUp: scroll(-screenful)
        case .pageDown: scroll(screenful)
        case .wheelUp: scroll(-3)
        case .wheelDown: scroll(3)
        case .home: feed.jump(to: 0, at: .start)
        case .end: feed.jumpToEnd()
        case .quit: quit(0)
        case .suspend: suspend()
        case .character("+"), .character("="): addScreens(0.5)
        case .character("-"): addScreens(-0.5)
        case .character("m"):
            feed.setMemoryPressure(
                feed.controller.settings.memoryPressure == .normal ? .warning : .normal)
        case .character("r"): feed.reset()
        case .character("t"): feed.retry()
        case .character("v"):
            isZoomedOut.toggle()
            resize()
        case .character: break
        }
    }

    private func scroll(_ rows: Double) {
        let elapsed = feed.loader.time - lastScroll.time
        // Keys that repeat and a wheel that turns have a speed; a single press has its distance in
        // about the time that a finger takes.
        let isGoingOn = elapsed < 0.25 && rows * lastScroll.rows > 0
        lastScroll = (feed.loader.time, rows)
        feed.scroll(by: rows, velocity: rows / (isGoingOn ? max(elapsed, 0.01) : 0.25))
    }

    private func addScreens(_ screens: Double) {
        feed.setLeadingScreens(min(feed.controller.settings.leadingScreensAtTail + screens, 20))
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

    private func resize() {
        let size = Drawing.textSize(in: terminal.size)
        if !isZoomedOut, feed.inset != 0 { feed.setInset(0) }
        if isZoomedOut, feed.inset != (Double(size.rows) / 4).rounded(.down) {
            feed.setInset((Double(size.rows) / 4).rounded(.down))
        }
        feed.resize(columns: size.columns, rows: size.rows)
        draw()
    }

    // -- output --

    private func didUpdate() {
        draw()
        wake(at: feed.nextTime)
        spin()
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
        let lines = Drawing(
            feed: feed, size: size, showsUnicode: feed.wrapping.showsUnicode,
            showsColor: Terminal.showsColor
        ).lines(beat: beat)
        let output = screen.drawing(lines, size: size)
        if !output.isEmpty { terminal.write(output) }
    }

    /// Turns the spinner, and counts down to a retry, as long as there is one.
    private func spin() {
        guard spinning == nil, feed.isLoading || feed.nextTime.isFinite else { return }
        spinning = Task { [weak self] in
            while !Task.isCancelled, let self, feed.isLoading || feed.nextTime.isFinite {
                draw()
                try? await Task.sleep(for: .milliseconds(100))
                beat += 1
            }
            self?.spinning = nil
            self?.draw()
        }
    }

    private func wake(at time: Double) {
        waking?.cancel()
        waking = nil
        guard time.isFinite else { return }
        let pause = max(time - feed.loader.time, 0.001)
        waking = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(pause))) != nil else { return }
            self?.feed.timePassed()
        }
    }
}
