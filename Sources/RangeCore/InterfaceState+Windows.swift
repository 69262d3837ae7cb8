internal import CRangeCore

// Windows of states, a byte an item: how a grid combines its two axes, and how a host that wants a
// bit field per item gets one.
extension InterfaceState {
    /// Keeps of each state what another window has as well, as the two axes of a grid do.
    ///
    /// - Parameters:
    ///   - states: what is changed.
    ///   - others: as many states.
    /// - Complexity: O(count), as a compiler vectorises it.
    public static func formIntersection(
        _ states: inout [InterfaceState], _ others: [InterfaceState]
    ) {
        precondition(states.count == others.count, "windows of different lengths")
        let count = states.count
        states.withUnsafeMutableBytes { states in
            others.withUnsafeBytes { others in
                let to = states.bytes
                rc_state_bytes_and(to, others.bytes, count, to)
            }
        }
    }

    /// The bits in which each state differs from that of another window, and how many items do.
    ///
    /// - Parameters:
    ///   - before: some states.
    ///   - after: as many.
    /// - Complexity: O(count), as a compiler vectorises it.
    public static func difference(
        _ before: [InterfaceState], _ after: [InterfaceState]
    ) -> (bits: [InterfaceState], count: Int) {
        precondition(before.count == after.count, "windows of different lengths")
        var bits = [InterfaceState](repeating: [], count: before.count)
        let size = before.count
        let count = bits.withUnsafeMutableBytes { bits in
            before.withUnsafeBytes { before in
                after.withUnsafeBytes { after in
                    rc_state_bytes_diff(before.bytes, after.bytes, size, bits.bytes)
                }
            }
        }
        return (bits, count)
    }

    /// How many states of a window have all of some bits, and 1 for each that has, else 0.
    ///
    /// - Parameters:
    ///   - states: some states.
    ///   - bits: what they are to have.
    /// - Complexity: O(count), as a compiler vectorises it.
    public static func select(
        _ states: [InterfaceState], having bits: InterfaceState
    ) -> (selected: [UInt8], count: Int) {
        var selected = [UInt8](repeating: 0, count: states.count)
        let count = states.withUnsafeBytes { states in
            rc_state_bytes_select(states.bytes, states.count, bits.rawValue, &selected)
        }
        return (selected, count)
    }
}

extension UnsafeRawBufferPointer {
    // A state is its one byte.
    fileprivate var bytes: UnsafePointer<rc_state>? {
        baseAddress?.assumingMemoryBound(to: rc_state.self)
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate var bytes: UnsafeMutablePointer<rc_state>? {
        baseAddress?.assumingMemoryBound(to: rc_state.self)
    }
}
