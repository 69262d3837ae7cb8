import RangeCore

struct PageRow: Identifiable, Sendable, Hashable {
    let id: Int
    var text = ""
}

struct SourceFailure: Error, Equatable {}

/// A source of rows in ascending order, which shifts as a test inserts and deletes rows.
///
/// While it holds its replies, each is given when the test says, with the rows of then.
final class ScriptedSource: Sendable {
    enum Ask: Sendable, Hashable {
        case position(Int)
        case target(KeyRequest<Int, String>.Target)
    }

    struct Waiting: Sendable {
        let number: Int
        let ask: Ask
        let count: Int
        let continuation: CheckedContinuation<(any Error)?, Never>
    }

    let rows: Locked<[Int]>
    /// All that it was asked for, in order.
    let asked = Locked<[Ask]>([])
    let waiting = Locked<[Waiting]>([])
    let cancelled = Locked<[Ask]>([])
    let holds = Locked(false)
    let tellsTotal = Locked(true)
    /// The outcome of a request by its number; nil for a reply.
    let outcome = Locked<(@Sendable (Int) -> (any Error)?)?>(nil)
    let version = Locked(0)
    let wasOnMain = Locked(false)
    let wrongCursors = Locked<[String]>([])

    init(_ rows: some Sequence<Int>) { self.rows = Locked(Array(rows)) }

    // -- the test's side --

    var asks: [Ask] { asked.withLock { $0 } }
    var waitingAsks: [Ask] { waiting.withLock { $0.map(\.ask) } }

    /// Replies to the request that waits at an index.
    func answer(_ index: Int = 0, _ error: (any Error)? = nil) {
        waiting.withLock { $0.remove(at: index) }.continuation.resume(returning: error)
    }

    func answerAll() {
        while !waitingAsks.isEmpty { answer() }
    }

    // -- the source's side --

    func positions(_ request: PositionRequest) async throws -> PageReply<PageRow, Never> {
        try await note(.position(request.position), request.count)
        let all = rows.withLock { $0 }
        let lower = min(request.position, all.count)
        let items = all[lower..<min(lower + request.count, all.count)]
        return PageReply(items.map(row), total: tellsTotal.withLock { $0 } ? all.count : nil)
    }

    func keys(_ request: KeyRequest<Int, String>) async throws -> PageReply<PageRow, String> {
        try await note(.target(request.target), request.count)
        let all = rows.withLock { $0 }
        var lower = 0
        switch request.target {
        case .first: break
        case .last: lower = max(0, all.count - request.count)
        case .after(let id):
            check(request.cursor, "after \(id)")
            lower = all.firstIndex { $0 > id } ?? all.count
        case .before(let id):
            check(request.cursor, "before \(id)")
            let upper = all.firstIndex { $0 >= id } ?? all.count
            return reply(all, max(0, upper - request.count)..<upper)
        case .around(let id):
            lower = max(0, (all.firstIndex { $0 >= id } ?? all.count) - request.count / 2)
        case .position(let position): lower = min(position, all.count)
        }
        return reply(all, lower..<min(lower + request.count, all.count))
    }

    private func reply(_ all: [Int], _ range: Range<Int>) -> PageReply<PageRow, String> {
        let told = tellsTotal.withLock { $0 }
        let after = all.count - range.upperBound
        return PageReply(
            all[range].map(row), before: told ? .count(range.lowerBound) : .unknown,
            after: told ? .count(after) : after > 0 ? .some : .none,
            previous: all[range].first.map { "before \($0)" },
            next: all[range].last.map { "after \($0)" })
    }

    private func row(_ id: Int) -> PageRow {
        PageRow(id: id, text: "\(id) of version \(version.withLock { $0 })")
    }

    private func check(_ cursor: String?, _ expected: String) {
        if cursor != expected {
            wrongCursors.withLock { $0.append("\(cursor ?? "none"), not \(expected)") }
        }
    }

    private func note(_ ask: Ask, _ count: Int) async throws {
        if isOnMainActor() { wasOnMain.withLock { $0 = true } }
        let number = asked.withLock { asks in
            asks.append(ask)
            return asks.count
        }
        var error = outcome.withLock { $0 }?(number)
        if holds.withLock({ $0 }) {
            error = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let new = Waiting(
                        number: number, ask: ask, count: count, continuation: continuation)
                    waiting.withLock { $0.append(new) }
                }
            } onCancel: {
                // And goes on, as many network layers do.
                cancelled.withLock { $0.append(ask) }
            }
        }
        if let error { throw error }
    }
}

/// Runs the jobs of tasks when a test says, in any order.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ManualExecutor: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    var count: Int { jobs.withLock { $0.count } }

    /// Runs the job at an index.
    func run(_ index: Int) {
        let job = jobs.withLock { $0.remove(at: index) }
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// Lets the main actor's other tasks run.
@MainActor
func settle() async {
    for _ in 0..<12 { await Task.yield() }
}
