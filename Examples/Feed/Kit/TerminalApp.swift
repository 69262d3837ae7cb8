import Foundation
import RangeCore

/// The reader on a terminal.
///
/// Everything that waits (a page, a retry, the next picture of the spinner) is a task; keys and
/// drawing never wait for one.
@MainActor
final class TerminalApp {
    private let terminal: Terminal
    let feed: Feed
    private let place: SavedPlace?
    private var screen = Screen()
    private var parser = KeyParser()
    private var end: CheckedContinuation<Int32, Never>?
    private var status: Int32?

    private var lastDrawing = ContinuousClock.now - .seconds(1)
    private var drawing: Task<Void, Never>?
    private var ticking: Task<Void, Never>?
    private var escaping: Task<Void, Never>?
    private var beat = 0

    private var lastScroll = (time: 0.0, rows: 0.0)
    private var isZoomedOut = true

    /// What covers the text, such as the help, and the first line of it that is on the screen.
    private var panel: (lines: (Int) -> [String], first: Int)? {
        didSet { feed.seen.isActive = panel == nil }
    }
    /// What is typed in the status line, with its first character.
    private var prompt: String?
    /// What the status line says until the next key.
    private var notice: String?
    private var pattern: Pattern?
    private var searching: Task<Void, Never>?
    /// What was found last, from which the next is searched.
    private var lastFound: Int?

    init(text: TextSource, network: BadNetwork, keys: Int32, place: SavedPlace? = nil) {
        terminal = Terminal(keys: keys)
        self.place = place
        let size = Drawing.textSize(in: terminal.size)
        feed = Feed(text: text, network: network, columns: size.columns, rows: size.rows)
        notice = text.looksBinary ? "\(text.name) looks like a binary file" : nil
        feed.onChange = { [weak self] in self?.didChange() }
    }

    /// Runs until the user quits, and returns the status to exit with.
    func run() async -> Int32 {
        terminal.open(
            input: { [weak self] in self?.take($0) },
            signal: { [weak self] in self?.take(signal: $0) })
        resize()
        feed.start()
        if let saved = place?.read(), !saved.isAtStart { feed.go(to: .place(saved)) }
        let status = await withCheckedContinuation { end = $0 }
        place?.write(feed)
        feed.seen.isActive = false
        for task in [drawing, ticking, escaping, searching] { task?.cancel() }
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
        parser.append(bytes)
        while let key = parser.next() { press(key) }
        escaping?.cancel()
        escaping = Task { [weak self] in
            // A sequence comes in one piece, or nearly; what is left over then was the Escape key.
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return }
            if let self, parser.flush() { press(.escape) }
        }
    }

    private func press(_ key: Key) {
        defer { draw() }
        notice = nil
        if let prompt { return type(key, after: prompt) }
        if let panel, key != .quit, key != .suspend { return browse(key, panel.lines, panel.first) }
        let screenful = max(feed.length - 2 * feed.inset - 1, 1)
        switch key {
        case .up: scroll(-1)
        case .down: scroll(1)
        case .pageUp: scroll(-screenful)
        case .pageDown: scroll(screenful)
        case .home: feed.go(to: .item(0, .start))
        case .end: feed.go(to: .end)
        case .quit: quit(0)
        case .suspend: suspend()
        case .enter, .backspace: break
        case .escape: stop()
        case .character("?"), .character("h"): panel = (Drawing.help, 0)
        case .character("s"):
            // First it ends what is on the screen.
            feed.seen.isActive = false
            let lines = Drawing.seen(feed.seen)
            panel = ({ _ in lines }, 0)
        case .character(let first) where first == "/" || first == ":" || first.isNumber:
            prompt = first.isNumber ? ":\(first)" : "\(first)"
            parser.isTyping = true
        case .character("n"): search(1)
        case .character("N"): search(-1)
        case .character("+"), .character("="): addScreens(0.5)
        case .character("-"): addScreens(-0.5)
        case .character("m"):
            feed.setMemoryPressure(
                feed.controller.settings.memoryPressure == .normal ? .warning : .normal)
        case .character("t"): feed.retry()
        case .character("v"):
            isZoomedOut.toggle()
            resize()
        case .character: break
        }
    }

    // -- help, places, searching --

    private func browse(_ key: Key, _ lines: @escaping (Int) -> [String], _ line: Int) {
        let rows = max(terminal.size.rows - 1, 1)
        let last = max(lines(terminal.size.columns).count - rows, 0)
        switch key {
        case .down: panel = (lines, min(line + 1, last))
        case .up: panel = (lines, max(line - 1, 0))
        case .pageDown: panel = (lines, min(line + rows, last))
        case .pageUp: panel = (lines, max(line - rows, 0))
        default: panel = nil
        }
    }

    private func type(_ key: Key, after text: String) {
        switch key {
        case .character(let character):
            prompt = text + String(character)
            // As in `less`: 50% and 120G need no Enter.
            if text.first == ":", character == "%" || character == "G" { endPrompt() }
        case .backspace:
            prompt = text.count > 1 ? String(text.dropLast()) : nil
            parser.isTyping = prompt != nil
        case .enter: endPrompt()
        case .suspend: suspend()
        case .escape:
            prompt = nil
            parser.isTyping = false
        default: break
        }
    }

    private func endPrompt() {
        let text = prompt ?? ""
        prompt = nil
        parser.isTyping = false
        if text.first == "/" {
            if text.count > 1 { pattern = Pattern(String(text.dropFirst())) }
            lastFound = nil
            search(1)
        } else {
            go(to: text.dropFirst())
        }
    }

    private func go(to words: Substring) {
        let isPart = words.last == "%"
        guard let number = Double(words.filter { $0 != "%" && $0 != "G" }), number >= 0,
            number < 1e15
        else {
            notice = ":\(words) is no line; as in :120 or :50%"
            return
        }
        feed.go(
            to: isPart ? .fraction(min(number / 100, 1)) : .item(max(Int(number) - 1, 0), .start))
    }

    /// Searches on from what was found last, or from the top of the viewport after scrolling.
    private func search(_ step: Int) {
        guard let pattern else {
            notice = "nothing to search for yet: /TEXT"
            return
        }
        let visible = feed.controller.lastUpdate?.visible ?? 0..<0
        guard !visible.isEmpty else { return }
        let found = lastFound.flatMap { visible.contains($0) ? $0 : nil }
        let start = found.map { $0 + step } ?? visible.lowerBound
        guard start >= 0 else { return say("\(pattern.text): not found above") }
        stop()
        notice = "searching for \(pattern.text) (Esc: stop)"
        searching = Task { [weak self, text = feed.text] in
            do {
                let found = try await text.find(pattern, from: start, step: step)
                guard let self, !Task.isCancelled else { return }
                guard let found else {
                    return say("\(pattern.text): not found \(step > 0 ? "below" : "above")")
                }
                (notice, lastFound) = (nil, found)
                feed.go(to: .item(found, .center))
                draw()
            } catch is CancellationError {
            } catch {
                self?.say("\(pattern.text): \(error)")
            }
        }
    }

    private func say(_ text: String) {
        notice = text
        draw()
    }

    private func stop() {
        searching?.cancel()
        searching = nil
        feed.stopGoing()
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
        feed.seen.isActive = false
        terminal.suspend()
        feed.seen.isActive = panel == nil
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
        place?.note(feed)
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
        let drawing = Drawing(
            feed: feed, size: size, showsColor: Terminal.showsColor, prompt: prompt ?? notice,
            pattern: pattern, beat: beat)
        let lines =
            panel.map { drawing.panel($0.lines(size.columns), from: $0.first) } ?? drawing.lines
        let output = screen.drawing(lines, size: size)
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

    private var isWaiting: Bool {
        feed.isLoading || feed.isCounting || feed.isWaiting || feed.nextTime.isFinite
    }
}
