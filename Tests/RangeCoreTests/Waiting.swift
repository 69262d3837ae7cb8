import Dispatch
import Foundation
import Testing

// The main actor is the main queue, which need not stay on one thread.
private let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

func isOnMainActor() -> Bool { DispatchQueue.getSpecific(key: mainKey) == true }

/// Waits until something is so, or fails after half a minute.
@MainActor
func eventually(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: @MainActor () -> Bool
) async {
    for _ in 0..<10_000 {
        if condition() { return }
        try? await Task.sleep(for: .milliseconds(2))
    }
    Issue.record("never: \(what)", sourceLocation: sourceLocation)
}

/// Holds this thread until something is so elsewhere, and a little longer for what follows it.
func holdUntil(_ condition: () -> Bool) {
    for _ in 0..<5000 where !condition() { Thread.sleep(forTimeInterval: 0.002) }
    Thread.sleep(forTimeInterval: 0.02)
}

/// A value behind a lock: `Mutex` needs newer systems than the package does.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        try lock.withLock { try body(&value) }
    }
}

extension Locked where Value == Int {
    func increment() -> Int {
        withLock {
            $0 += 1
            return $0
        }
    }
}

/// Holds callers back until it is opened, then lets them through, also those to come.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Ignores cancellation, as many network layers do.
    func pass() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
