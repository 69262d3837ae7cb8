import Foundation
import RangeCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The bytes of addresses, by `URLSession`, whose priorities follow those of a ``Preloader``.
///
/// ```swift
/// let images = WebImages()
/// let preloader = images.preloader()
/// try preloader.attach(to: list) { index in photos[index].url }
/// ```
public final class WebImages: @unchecked Sendable {
    /// A reply that is not one of success.
    public struct Refusal: Error, Equatable {
        public let status: Int
    }

    private let session: URLSession
    // `Mutex` needs newer systems than the package does.
    private let lock = NSLock()
    /// The last load of each address. One that was cancelled may end after the next has begun.
    private var loads: [URL: (number: Int, task: URLSessionTask)] = [:]
    private var count = 0

    public init(session: URLSession = .shared) { self.session = session }

    /// Creates a preloader of this session's; costs are bytes.
    ///
    /// - Parameter settings: Its limits.
    @MainActor
    public func preloader(
        settings: PreloadSettings = PreloadSettings()
    ) -> Preloader<URL, Data> {
        let preloader = Preloader(
            settings: settings, estimatedCost: 100_000, cost: { $0.count }, load: load)
        preloader.onPriority = { [weak self] url, priority in self?.setPriority(priority, of: url) }
        return preloader
    }

    /// The priority of the task that loads an address; nil if there is none.
    public func priority(of url: URL) -> Float? { lock.withLock { loads[url]?.task }?.priority }

    private func setPriority(_ priority: PreloadPriority, of url: URL) {
        lock.withLock { loads[url]?.task }?.priority = Self.priority(priority)
    }

    private static func priority(_ priority: PreloadPriority) -> Float {
        switch priority {
        case .visible: URLSessionTask.highPriority
        case .display: URLSessionTask.defaultPriority
        case .preload: URLSessionTask.lowPriority
        }
    }

    /// The task of a load, for whoever asks first: a task can be cancelled once only.
    @discardableResult
    private func take(_ number: Int, of url: URL) -> URLSessionTask? {
        lock.withLock {
            guard let load = loads[url], load.number == number else { return nil }
            loads[url] = nil
            return load.task
        }
    }

    @concurrent
    private func load(_ url: URL, _ priority: PreloadPriority) async throws -> Data {
        let number = lock.withLock {
            count += 1
            return count
        }
        defer { take(number, of: url) }
        let (data, response) = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = session.dataTask(with: url) { data, response, error in
                    if let data, let response {
                        continuation.resume(returning: (data, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                task.priority = Self.priority(priority)
                lock.withLock { loads[url] = (number, task) }
                task.resume()
                if Task.isCancelled { take(number, of: url)?.cancel() }
            }
        } onCancel: {
            take(number, of: url)?.cancel()
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 200
        guard status == 200 else { throw Refusal(status: status) }
        return data
    }
}
