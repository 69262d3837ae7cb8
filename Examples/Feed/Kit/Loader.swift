import Foundation

/// The way to a source: it lets requests through at once, late, or not at all.
@MainActor
protocol Loader: AnyObject, Sendable {
    /// Seconds since the start.
    var time: Double { get }

    /// Returns when a request for a page has come through; throws if it is lost.
    func pass(_ page: Int) async throws
}

extension BadNetwork {
    static let failure = SourceError("the network lost it (--fail-rate)")
}

/// Lets requests through in real time.
@MainActor
final class LiveLoader: Loader {
    private let network: BadNetwork
    private let start = ContinuousClock.now
    private var requests = 0

    init(network: BadNetwork) {
        self.network = network
    }

    var time: Double { (ContinuousClock.now - start) / .seconds(1) }

    func pass(_ page: Int) async throws {
        requests += 1
        let fate = network.fate(of: requests)
        if fate.latency > 0 { try await Task.sleep(for: .milliseconds(fate.latency)) }
        if fate.fails { throw BadNetwork.failure }
    }
}

/// Lets requests through in virtual time: one when the clock is moved to its time, so the same steps
/// give the same answers in the same order, however long a source really takes.
@MainActor
final class VirtualLoader: Loader {
    private struct Request {
        var number: Int
        var page: Int
        /// In milliseconds; nil until `begin`.
        var due: Int?
        var fails = false
        var continuation: CheckedContinuation<Void, any Error>
    }

    private let network: BadNetwork
    private var requests = 0
    private var begun = 0
    private var waiting: [Request] = []
    /// Told when a request comes, or is given up.
    var onChange: (() -> Void)?
    /// In milliseconds.
    private(set) var now = 0

    init(network: BadNetwork) {
        self.network = network
    }

    var time: Double { Double(now) / 1000 }

    /// How many requests have yet to come through.
    var count: Int { waiting.count }

    /// When the next one does, in milliseconds.
    var nextAnswer: Int? { waiting.compactMap(\.due).min() }

    func pass(_ page: Int) async throws {
        requests += 1
        let number = requests
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            try await withCheckedThrowingContinuation { continuation in
                waiting.append(Request(number: number, page: page, continuation: continuation))
                onChange?()
            }
        } onCancel: {
            Task { @MainActor in self.giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: place).continuation.resume(throwing: CancellationError())
        onChange?()
    }

    /// Begins the requests that have come: tasks that begin together come in any order.
    func begin() {
        waiting.sort { ($0.due ?? .max, $0.page) < ($1.due ?? .max, $1.page) }
        for index in waiting.indices where waiting[index].due == nil {
            begun += 1
            let fate = network.fate(of: begun)
            (waiting[index].due, waiting[index].fails) = (now + fate.latency, fate.fails)
        }
    }

    /// Moves the clock.
    func advance(to time: Int) {
        now = max(now, time)
    }

    /// Lets the first request through that is due, and returns whether there was one.
    func passNext() -> Bool {
        let due = waiting.indices.filter { waiting[$0].due.map { $0 <= now } ?? false }
        guard let place = due.min(by: { waiting[$0].due! < waiting[$1].due! }) else { return false }
        let request = waiting.remove(at: place)
        if request.fails {
            request.continuation.resume(throwing: BadNetwork.failure)
        } else {
            request.continuation.resume()
        }
        return true
    }
}
