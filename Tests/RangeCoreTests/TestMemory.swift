import CRangeCore
import Foundation
import Testing

@testable import RangeCore

/// Memory of engines that a test takes away.
final class TestMemory {
    private let state: UnsafeMutablePointer<Bool>

    var isThere: Bool {
        get { state.pointee }
        set { state.pointee = newValue }
    }

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: true)
    }

    // An engine may go later, but gives its memory back without asking for this.
    deinit { state.deallocate() }

    func list() throws -> ListEngine {
        ListEngine(adopting: try made { rc_list_create(nil, $0, $1) })
    }

    func store(_ source: rc_store_source, pageSize: Int = 5) throws -> StoreEngine {
        var options = try rc_store_options(
            source: source, pageSize: pageSize, total: nil, hasPlaceholders: true,
            looksAhead: false)
        return StoreEngine(adopting: try made { rc_store_create(&options, $0, $1) })
    }

    func tickets() throws -> TicketEngine {
        TicketEngine(adopting: try made { rc_tickets_create($0, $1) })
    }

    private func made(
        _ create: (UnsafePointer<rc_allocator>, UnsafeMutablePointer<OpaquePointer?>) -> rc_status
    ) throws -> OpaquePointer {
        var allocator = rc_allocator(context: state) { context, block, _, size in
            if size == 0 {
                free(block)
                return nil
            }
            return context!.assumingMemoryBound(to: Bool.self).pointee ? realloc(block, size) : nil
        }
        var created: OpaquePointer?
        try check(create(&allocator, &created))
        return try #require(created)
    }
}
