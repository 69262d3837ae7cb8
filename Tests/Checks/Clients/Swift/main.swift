// ListHost in a scroll view that behaves as UIScrollView does, as a client of the scenarios:
// it reads and writes lines of JSON, as Tests/Checks/Clients/stage.py says.

import Foundation
import RangeCore

struct ServerError: Error {}

/// What the source of the tail answers, one by one.
final class Answers: @unchecked Sendable {
    private let lock = NSLock()
    private var left: [Int]

    init(_ answers: [Int]) { left = answers }

    /// The next answer, and whether it is the last one.
    func next() -> (count: Int, isLast: Bool) {
        lock.withLock {
            let answer = left.isEmpty ? 0 : left.removeFirst()
            return (answer, left.isEmpty)
        }
    }
}

@MainActor
final class Client {
    private let surface: FakeSurface
    private let controller: RangeController
    private let host: ListHost<FakeSurface>
    private var owed = 0.0
    private var scrollView: FakeScrollView { surface.scrollView }
    private let breadth: Double

    init(count: Int, usesMean: Bool, sticks: Bool, answers: [Int]) throws {
        surface = FakeSurface(0..<count)
        breadth = surface.scrollView.breadth
        controller = RangeController(estimate: 60)
        host = ListHost(surface: surface, controller: controller)
        controller.configure {
            $0.usesMeanEstimate = usesMean
            $0.sticksToTail = sticks
            $0.pinsHeaders = true
        }
        surface.connect { [unowned self] in host.update() }
        host.onUpdate = { [unowned self] in owed = max(owed, abs($0.pending)) }
        host.onError = { fatalError("\($0)") }
        surface.keys = []
        try insert(Array(0..<count), at: 0)
        if !answers.isEmpty { fetch(Answers(answers), from: count) }
    }

    private func fetch(_ answers: Answers, from count: Int) {
        controller.setBatchFetcher { _ in
            try await Task.sleep(for: .milliseconds(300))
            let (count, isLast) = answers.next()
            if count == 0, !isLast { throw ServerError() }
            return (Array(repeating: (), count: count), isLast)
        } insert: { [unowned self] new, list in
            let next = (surface.keys.max() ?? -1) + 1
            try insert(Array(next..<next + new.count), at: list.count)
        }
    }

    private func insert(_ keys: [Int], at index: Int) throws {
        surface.keys.insert(contentsOf: keys, at: index)
        try controller.insertItems(count: keys.count, at: index)
        for (place, key) in keys.enumerated() where key % 50 == 0 {
            try controller.markHeader(at: index + place)
        }
    }

    private func settle() async throws {
        host.update()
        repeat {
            scrollView.frame()
            try await Task.sleep(for: .milliseconds(1))
        } while scrollView.isDecelerating
    }

    private func scroll(to offset: Double) {
        scrollView.move(by: offset - scrollView.contentOffset)
    }

    /// Does what a line says; returns how far the content is meant to move.
    func perform(_ action: String, _ arguments: [Any]) async throws -> Double? {
        let number = arguments.first as? Double ?? 0
        switch action {
        case "settle": try await settle()
        case "insert": try insert(arguments[1] as? [Int] ?? [], at: Int(number))
        case "remove":
            let items = Int(number)..<(arguments[1] as? Int ?? 0)
            surface.keys.removeSubrange(items)
            try controller.removeItems(items)
        case "scroll_to":
            host.scroll(toItem: Int(number), at: arguments[1] as? Int == 0 ? .start : .end)
        case "resize": scrollView.breadth = breadth * number
        case "wheel":
            scrollView.move(by: 60 * number)
            return nil
        case "set_offset": scroll(to: number)
        case "thumb":
            for step in 1...5 {
                let target = number * scrollView.highest
                let way = target - scrollView.contentOffset
                scrollView.move(by: step == 5 ? way : way / Double(6 - step))
            }
        case "page": scrollView.scrollPage(number)
        case "touch":
            scrollView.touch()
            host.update()
        case "drag": scrollView.move(by: number)
        case "lift": scrollView.lift(velocity: 0)
        case "fling":
            scrollView.touch()
            scrollView.move(by: 30 * number)
            scrollView.lift(velocity: 4000 * number)
        default: fatalError("no action is called \(action)")
        }
        return nil
    }

    func screen() -> [String: Any] {
        defer { owed = abs(controller.lastUpdate?.pending ?? 0) }
        var rows: [String: [Double]] = [:]
        var pinned: Int?
        for cell in surface.cells.values {
            guard let frame = cell.frame else { continue }
            let start = frame.start - scrollView.contentOffset
            guard start < scrollView.length, start + frame.extent > 0 else { continue }
            rows["\(cell.key)"] = [start, start + frame.extent]
            if frame.isPinned { pinned = cell.key }
        }
        return [
            "offset": scrollView.contentOffset, "highest": scrollView.highest,
            "written": scrollView.contentOffset - scrollView.travelled,
            "length": scrollView.length, "rows": rows, "pinned": pinned as Any? ?? NSNull(),
            "owed": owed, "count": surface.keys.count,
            "has_failed": controller.batchError() != nil,
        ]
    }
}

func answer(_ value: Any) throws {
    let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    FileHandle.standardOutput.write(data + Data("\n".utf8))
}

var client: Client?
// Reading must not keep the main actor from its other tasks.
let lines = AsyncStream<String> { continuation in
    Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
    }
}
for await line in lines {
    let words = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any] ?? []
    let arguments = Array(words.dropFirst())
    switch words.first as? String ?? "" {
    case "start":
        client = try Client(
            count: arguments[0] as? Int ?? 0, usesMean: arguments[1] as? Bool ?? false,
            sticks: arguments[2] as? Bool ?? false, answers: arguments[3] as? [Int] ?? [])
        try answer(NSNull())
    case "screen": try answer(client?.screen() ?? [:])
    case let action: try answer(await client?.perform(action, arguments) as Any? ?? NSNull())
    }
}
