import RangeCore
import RangeCoreParts
import Testing

// What the compiler says of isolation. What it must refuse cannot be said here.

private func isSendable<T: Sendable>(_: T.Type) -> Bool { true }
private func isHashable<T: Hashable & Sendable>(_: T.Type) -> Bool { true }

@Suite("Isolation")
struct SendableTests {
    @Test("Values are Sendable and Hashable")
    func values() {
        #expect(isHashable(InterfaceState.self) && isHashable(RangeMode.self))
        #expect(isHashable(RangeKind.self) && isHashable(RangeTuning.self))
        #expect(isHashable(ScrollDirection.self) && isHashable(ScrollAlignment.self))
        #expect(isHashable(ListSettings.Presence.self) && isHashable(ListViewport.self))
        #expect(isHashable(ListSettings.MemoryPressure.self) && isHashable(ListSettings.self))
        #expect(isHashable(ListUpdate.self) && isHashable(ListEngine.Change.self))
        #expect(isHashable(ListItem.self) && isHashable(BatchInput.self))
        #expect(isHashable(BatchEnd.self) && isHashable(BatchDecision.self))
        #expect(isHashable(BatchContext.Outcome.self) && isHashable(BatchDecision.Reason.self))
        #expect(isHashable(RangeCoreError.self) && isHashable(ListEdit.self))
        #expect(isHashable(PreloadSettings.self) && isHashable(PreloadCounters.self))
        #expect(isHashable(PreloadPriority.self) && isHashable(PreloadState.self))
        #expect(isSendable(Preloader<Int, String>.self))
        #expect(isSendable(PageReply<Int, String>.self) && isSendable(PageEdit.self))
    }

    @Test("Main-actor types can be passed between tasks, and so can a context")
    func objects() {
        #expect(isSendable(BatchContext.self) && isSendable((any BatchFetchingDelegate).self))
        #expect(isSendable(RangeController.self) && isSendable(RangeNode.self))
        #expect(isSendable(PageStore<PageRow>.self) && isSendable(PageSnapshot<PageRow>.self))
    }

    @Test("A context can leave the delegate for any task")
    @MainActor
    func delegate() async throws {
        final class Fetcher: BatchFetchingDelegate {
            let (stream, continuation) = AsyncStream.makeStream(of: BatchContext.self)

            nonisolated func willBeginBatchFetch(with context: BatchContext) {
                continuation.yield(context)
            }
        }
        let fetcher = Fetcher()
        let controller = RangeController { _ in RangeNode() }
        controller.setBatchFetcher(fetcher)
        _ = try controller.update(ListViewport(offset: 0, length: 100))
        var contexts = fetcher.stream.makeAsyncIterator()
        let context = await contexts.next()
        #expect(context?.isFetching == true && context?.end == .tail)
        #expect(context?.decline() == true)
    }

    @Test("Contexts finished on many threads at once have one outcome")
    @MainActor
    func manyThreads() async throws {
        let controller = RangeController { _ in RangeNode() }
        for _ in 0..<50 {
            let context = try controller.beginBatch(at: .tail)
            let wins = await withTaskGroup(of: Bool.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        switch task % 4 {
                        case 0: context.complete()
                        case 1: context.fail()
                        case 2: context.cancel()
                        default: context.decline()
                        }
                    }
                }
                var wins = 0
                for await won in group where won { wins += 1 }
                return wins
            }
            #expect(wins == 1 && !context.isFetching)
            _ = try controller.update(ListViewport(offset: 0, length: 100))
        }
    }
}
