internal import CRangeCore

// Each call's indices mean the list as the call before left it.
extension Extents {
    /// Inserts items that are not measured.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - index: of the first of them afterwards, 0 … count.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n), whatever the count.
    public mutating func insert(_ count: Int = 1, at index: Int) throws(RangeCoreError) {
        try check(rc_extents_insert(extents, Int64(index), Int64(count)))
    }

    /// Inserts measured items.
    ///
    /// - Parameters:
    ///   - lengths: their extents, in points, not negative.
    ///   - index: of the first of them afterwards, 0 … count.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + count).
    public mutating func insert(extents lengths: Span<Double>, at index: Int) throws(RangeCoreError)
    {
        let status = lengths.withUnsafeBufferPointer {
            rc_extents_insert_measured(extents, Int64(index), $0.address, Int64($0.count))
        }
        try check(status)
    }

    /// Inserts measured items.
    ///
    /// - Parameters:
    ///   - lengths: their extents, in points, not negative.
    ///   - index: of the first of them afterwards, 0 … count.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + count).
    public mutating func insert(extents lengths: [Double], at index: Int) throws(RangeCoreError) {
        try lengths.withUnsafeBufferPointer { items throws(RangeCoreError) in
            try insert(extents: items.span, at: index)
        }
    }

    /// Removes items.
    ///
    /// - Parameter items: their indices.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + measured items removed).
    public mutating func remove(_ items: Range<Int>) throws(RangeCoreError) {
        try check(rc_extents_remove(extents, Int64(items.lowerBound), Int64(items.upperBound)))
    }

    /// Moves items.
    ///
    /// - Parameters:
    ///   - items: their indices.
    ///   - index: of the first of them afterwards, 0 … count − items.count.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n).
    public mutating func move(_ items: Range<Int>, to index: Int) throws(RangeCoreError) {
        try check(
            rc_extents_move(
                extents, Int64(items.lowerBound), Int64(items.upperBound), Int64(index)))
    }

    /// Measures consecutive items.
    ///
    /// - Parameters:
    ///   - index: of the first.
    ///   - lengths: their extents, in points, not negative.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + count).
    public mutating func measure(
        from index: Int, _ lengths: Span<Double>
    ) throws(RangeCoreError) {
        let status = lengths.withUnsafeBufferPointer {
            rc_extents_set(extents, Int64(index), $0.address, Int64($0.count))
        }
        try check(status)
    }

    /// Measures consecutive items.
    ///
    /// - Parameters:
    ///   - index: of the first.
    ///   - lengths: their extents, in points, not negative.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + count).
    public mutating func measure(from index: Int, _ lengths: [Double]) throws(RangeCoreError) {
        try lengths.withUnsafeBufferPointer { items throws(RangeCoreError) in
            try measure(from: index, items.span)
        }
    }

    /// Forgets the measurements of items; they have the estimate again.
    ///
    /// - Parameter items: their indices.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + measured items forgotten).
    public mutating func forget(_ items: Range<Int>) throws(RangeCoreError) {
        try check(rc_extents_forget(extents, Int64(items.lowerBound), Int64(items.upperBound)))
    }

    /// Changes the extent of all items that are not measured, in points.
    ///
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``.
    /// - Complexity: O(1).
    public mutating func setEstimate(_ estimate: Double) throws(RangeCoreError) {
        try check(rc_extents_set_estimate(extents, estimate))
    }
}

extension UnsafeBufferPointer<Double> {
    // C takes no NULL, but an empty buffer may have no address.
    var address: UnsafePointer<Double> {
        baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Double>.alignment)!
    }
}
