// What gtk-swift_client.py calls, all on the main thread, in whose loop no task of the main actor runs.

import GTKRows
import RangeCore

struct ServerError: Error {}

/// What the source of the tail answers, one by one.
actor Answers {
    private var left: ArraySlice<Int32>

    init(_ answers: [Int32]) { left = answers[...] }

    func next() throws -> (count: Int, isLast: Bool) {
        let count = left.popFirst() ?? 0
        if count == 0, !left.isEmpty { throw ServerError() }
        return (Int(count), left.isEmpty)
    }
}

/// Counts by how much the list has changed the offset, and knows whether it does so now.
private final class CountingList: RowList {
    var (written, isWriting) = (0.0, false)

    override func setOffset(_ offset: Double, animated: Bool) {
        let before = self.offset
        isWriting = true
        super.setOffset(offset, animated: animated)
        isWriting = false
        written += self.offset - before
    }
}

@MainActor
private final class Stage {
    let list: CountingList
    var owed = 0.0

    init(_ list: CountingList, _ count: Int, mean: Bool, sticks: Bool, answers: [Int32]) throws {
        self.list = list
        list.controller.configure { ($0.usesMeanEstimate, $0.sticksToTail) = (mean, sticks) }
        list.host.onUpdate = { [unowned self] in owed = max(owed, abs($0.pending)) }
        try list.insert(Array(0..<count), at: 0)
        if answers.isEmpty { return }
        let source = Answers(answers)
        list.controller.setBatchFetcher { _ in
            try await Task.sleep(for: .milliseconds(300))
            let answer = try await source.next()
            return (Array(repeating: (), count: answer.count), answer.isLast)
        } insert: { [unowned list] new, _ in
            let next = (list.keys.max() ?? -1) + 1
            try list.insert(Array(next..<next + new.count), at: list.keys.count)
        }
    }
}

@MainActor private var stage: Stage?

/// Returns the address of the view.
@_cdecl("stage_start")
func start(
    _ scroller: Int, _ count: Int32, _ mean: Bool, _ sticks: Bool,
    _ answers: UnsafePointer<Int32>, _ answerCount: Int32
) -> Int {
    let answers = Array(UnsafeBufferPointer(start: answers, count: Int(answerCount)))
    return MainActor.assumeIsolated {
        stage?.list.close()
        let list = CountingList(in: .init(bitPattern: scroller)!)
        do {
            stage = try Stage(list, Int(count), mean: mean, sticks: sticks, answers: answers)
        } catch {
            fatalError("\(error)")
        }
        return Int(bitPattern: list.view)
    }
}

@MainActor
private func edit(_ body: (RowList) throws -> Void) {
    guard let list = stage?.list else { return }
    do { try body(list) } catch { fatalError("\(error)") }
}

@_cdecl("stage_insert")
func insert(_ index: Int32, _ key: Int32, _ count: Int32) {
    MainActor.assumeIsolated {
        edit { try $0.insert(Array(Int(key)..<Int(key + count)), at: Int(index)) }
    }
}

@_cdecl("stage_remove")
func remove(_ lower: Int32, _ upper: Int32) {
    MainActor.assumeIsolated { edit { try $0.remove(Int(lower)..<Int(upper)) } }
}

@_cdecl("stage_scroll_to")
func scrollTo(_ index: Int32, _ fraction: Double) {
    MainActor.assumeIsolated {
        edit { $0.host.scroll(toItem: Int(index), at: ScrollAlignment(fraction: fraction)) }
    }
}

@_cdecl("stage_touch")
func touch(_ isTouched: Bool) {
    MainActor.assumeIsolated { edit { $0.touch(isTouched) } }
}

@_cdecl("stage_update")
func update() {
    MainActor.assumeIsolated { edit { $0.update() } }
}

@_cdecl("stage_flags")
func flags() -> Int32 {
    MainActor.assumeIsolated {
        (stage?.list.viewport.isHeld == true ? 1 : 0) + (stage?.list.isWriting == true ? 2 : 0)
    }
}

/// What was written, owed since the last call, how many rows there are, and whether a fetch has failed.
@_cdecl("stage_read")
func read(_ out: UnsafeMutablePointer<Double>) {
    let figures = MainActor.assumeIsolated { () -> [Double] in
        guard let stage else { return [] }
        defer { stage.owed = abs(stage.list.controller.lastUpdate?.pending ?? 0) }
        let hasFailed = stage.list.controller.batchError() != nil
        return [
            stage.list.written, stage.owed, Double(stage.list.controller.count), hasFailed ? 1 : 0,
        ]
    }
    for (place, figure) in figures.enumerated() { out[place] = figure }
}
