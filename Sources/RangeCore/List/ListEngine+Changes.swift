internal import CRangeCore

extension ListEngine {
    /// A run of consecutive items with the same change of state.
    ///
    /// ```swift
    /// var engine = try ListEngine()
    /// try engine.insertItems(count: 100, at: 0)
    /// _ = try engine.update(ListViewport(offset: 0, length: 440))
    /// engine.withChanges { changes in
    ///     let first = changes[0]
    ///     print(first.items, first.after.contains(.visible))  // 0..<10 true
    /// }
    /// ```
    public struct Change: Sendable, Hashable {
        /// The items; for removed items their indices at the previous update.
        public let items: Range<Int>
        /// From the viewport to the nearest of the items, in points, if they enter a range;
        /// otherwise 0.
        public let distance: Double
        /// The state at the previous update; empty for items that are new since then.
        public let before: InterfaceState
        /// The state now; empty for removed items.
        public let after: InterfaceState

        /// Whether the items were removed from the list.
        public var isRemoval: Bool { after.isEmpty }

        /// Whether any bit is cleared.
        public var clearsState: Bool { !before.isSubset(of: after) }

        /// Returns whether the items now have a state that they did not have before.
        public func enters(_ state: InterfaceState) -> Bool {
            after.isSuperset(of: state) && !before.isSuperset(of: state)
        }

        /// Returns whether the items no longer have a state that they had before.
        public func leaves(_ state: InterfaceState) -> Bool {
            before.isSuperset(of: state) && !after.isSuperset(of: state)
        }
    }

    /// What changed in an update: removed items, then what left a range, then what entered one.
    ///
    /// ```swift
    /// var engine = try ListEngine()
    /// try engine.insertItems(count: 100, at: 0)
    /// _ = try engine.update(ListViewport(offset: 0, length: 440))
    /// try engine.removeItems(0..<1)
    /// _ = try engine.update(ListViewport(offset: 0, length: 440))
    /// engine.withChanges { changes in
    ///     for position in changes.removed { print(changes[position]) }
    /// }
    /// // prints:
    /// // 0..<1: [measureLayout, preload, display, visible] → []
    /// ```
    ///
    /// Only items whose state changed are listed, each once; changes of
    /// ``InterfaceState/measureLayout`` alone are not. Order: removed items by previous index;
    /// changes that clear a bit, by index; items that become visible; the rest by distance from the
    /// viewport. Adjacent changes are merged.
    @safe
    public struct Changes: ~Copyable {
        // Lent, as `withChanges(_:)` says: the compiler keeps it there, and edits out.
        @safe private let c: rc_changes
        // For the names. Nil without changes.
        private let list: OpaquePointer?

        init() { unsafe (c, list) = (rc_changes(), nil) }

        init(_ c: rc_changes, of list: OpaquePointer) { unsafe (self.c, self.list) = (c, list) }

        /// The number of changes.
        public var count: Int { c.count }

        /// Whether nothing changed.
        public var isEmpty: Bool { c.count == 0 }

        /// The indices of all changes in this collection.
        public var indices: Range<Int> { 0..<c.count }

        /// The indices of the changes of removed items.
        public var removed: Range<Int> { 0..<c.removed_count }

        /// The indices of the changes that clear a bit of items that are still in the list.
        public var left: Range<Int> { c.removed_count..<(c.removed_count + c.left_count) }

        /// The indices of the changes that only set bits.
        public var entered: Range<Int> { (c.removed_count + c.left_count)..<c.count }

        /// The change at an index, which must be one of ``indices``.
        ///
        /// - Complexity: O(1).
        public subscript(index: Int) -> Change {
            precondition(indices.contains(index), "index out of bounds")
            return Change(unsafe c.items[index])
        }

        /// Returns the names of the items of the change at an index, which must be one of
        /// ``indices``: those that they have or, if they were removed, that they had; see
        /// ``ListEngine/setNames(_:ofItems:)``.
        ///
        /// - Returns: A name per item, nil for an item without one.
        /// - Complexity: O(items × log names).
        public func names(at index: Int) -> [Int64?] {
            var names = [rc_id](repeating: noID, count: self[index].items.count)
            mustSucceed(unsafe rc_list_copy_change_names(list, index, &names))
            return names.map { $0 == noID ? nil : $0 }
        }
    }
}

extension ListEngine.Change: CustomStringConvertible {
    /// Such as `3..<5: [measureLayout] → [measureLayout, preload]`.
    public var description: String { "\(items): \(before) → \(after)" }
}
