/// Brings a source's pages: at once, late, or not at all.
@MainActor
protocol Loader: AnyObject {
    /// Seconds since the start.
    var time: Double { get }

    /// Reads a page and tells what came of it, never within this call.
    ///
    /// - Parameters:
    ///   - counting: whether the source may count the pages after it, to get ahead.
    ///   - delay: milliseconds before it begins.
    func load(
        _ page: Int, counting: Bool, after delay: Int,
        then tell: @escaping @MainActor (Answer) -> Void)
}

typealias Answer = Result<SourcePage, any Error>

extension BadNetwork {
    static let failure = SourceError("the network lost it (--fail-rate)")
}

/// Loads in real time, off the main actor.
@MainActor
final class LiveLoader: Loader {
    private let source: any Source
    private let network: BadNetwork
    private let start = ContinuousClock.now
    private var requests = 0

    init(source: any Source, network: BadNetwork) {
        self.source = source
        self.network = network
    }

    var time: Double {
        let elapsed = ContinuousClock.now - start
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    }

    func load(
        _ page: Int, counting: Bool, after delay: Int,
        then tell: @escaping @MainActor (Answer) -> Void
    ) {
        requests += 1
        let fate = network.fate(of: requests)
        Task.detached { [source] in
            let pause = delay + fate.latency
            if pause > 0 { try? await Task.sleep(for: .milliseconds(pause)) }
            var answer = Answer.failure(BadNetwork.failure)
            if !fate.fails {
                do { answer = .success(try await source.page(page, counting: counting)) } catch {
                    answer = .failure(error)
                }
            }
            await tell(answer)
        }
    }
}

/// Loads in virtual time: an answer is told when the clock is moved to its time, so the same steps
/// give the same answers in the same order, however long a source really takes.
@MainActor
final class VirtualLoader: Loader {
    private struct Request {
        var due: Int
        var page: Int
        var counting: Bool
        var fails: Bool
        var tell: @MainActor (Answer) -> Void
    }

    private let source: any Source
    private let network: BadNetwork
    private var requests = 0
    private var waiting: [Request] = []
    /// In milliseconds.
    private(set) var now = 0

    init(source: any Source, network: BadNetwork) {
        self.source = source
        self.network = network
    }

    var time: Double { Double(now) / 1000 }

    /// When the next answer comes, in milliseconds.
    var nextAnswer: Int? { waiting.first?.due }

    func load(
        _ page: Int, counting: Bool, after delay: Int,
        then tell: @escaping @MainActor (Answer) -> Void
    ) {
        requests += 1
        let fate = network.fate(of: requests)
        let request = Request(
            due: now + delay + fate.latency, page: page, counting: counting, fails: fate.fails,
            tell: tell)
        // Those that are due at the same time are answered in the order of asking.
        let place = waiting.firstIndex { $0.due > request.due } ?? waiting.count
        waiting.insert(request, at: place)
    }

    /// Moves the clock.
    func advance(to time: Int) {
        now = max(now, time)
    }

    private func read(_ request: Request) async throws -> SourcePage {
        try await source.page(request.page, counting: request.counting)
    }

    /// Delivers the first answer that is due, and returns whether there was one.
    func tellNext() async -> Bool {
        guard let request = waiting.first, request.due <= now else { return false }
        waiting.removeFirst()
        var answer = Answer.failure(BadNetwork.failure)
        if !request.fails {
            do { answer = .success(try await read(request)) } catch {
                answer = .failure(error)
            }
        }
        request.tell(answer)
        return true
    }
}
