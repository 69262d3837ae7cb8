public import RangeCore

extension ListEngine {
    /// Records the list from here on: what it is told, as text.
    ///
    /// A recording is a session as `Examples/Session/README.md` describes it, so every language can
    /// play it, and `swift run replay` plays it with other settings. It has indices and numbers, and
    /// nothing of what the items are:
    ///
    /// ```swift
    /// var engine = try ListEngine(estimate: 100)
    /// try engine.record { text in print(text, terminator: "") }
    /// try engine.insertItems(count: 1000, at: 0)
    /// _ = try engine.update(ListViewport(offset: 150.0004, length: 480, time: 0.016))
    /// engine.flushRecording()
    /// // prints:
    /// // create 1 96000 0 list 0
    /// // insert 0 1000
    /// // update 144000 460800 time 16000
    /// ```
    ///
    /// Lengths and velocities are rounded to 1/960 point, times to microseconds, screenfuls, fractions
    /// and jitter to thousandths, *before* the engine uses them: what is written is what ran, and every
    /// result of a replay has the same bits. Calls that fail change nothing, and are not recorded; nor are
    /// names, and queries. An update takes some 50 bytes.
    ///
    /// Begin right after the list was created; settings and tunings may have been changed. Give
    /// each viewport its `ListViewport.time`. The list is recorded until it is deinitialised. A list
    /// that is not recorded loses no time.
    ///
    /// - Parameter sink: A closure that takes the next lines, some 8 KB at a time, and the last ones
    ///   when the list is deinitialised; called during calls, on their thread. It must not use the list.
    /// - Throws: `RangeCoreError.invalidArgument` if the list has been edited or updated, or is
    ///   recorded already; `RangeCoreError.outOfMemory`.
    public mutating func record(
        to sink: @escaping @Sendable (String) -> Void
    ) throws(RangeCoreError) {
        try beginRecording(to: sink)
    }

    /// Gives what has been recorded so far to the closure that takes it.
    public func flushRecording() { recorder?.flush() }
}

extension RangeController {
    /// Records the list from here on; see `ListEngine.record(to:)`.
    ///
    /// Call it right after the controller was created. What a `Preloader` loads for the list is recorded
    /// as well, and what a `ListHost` does to it. While `schedulesUpdates` is true, all times are those of
    /// the controller's clock.
    ///
    /// ```swift
    /// let list = RangeController(estimate: 120)
    /// try list.record { text in print(text, terminator: "") }  // or to a file
    /// list.flushRecording()
    /// // prints:
    /// // create 1 115200 0 list 0
    /// ```
    ///
    /// - Parameter sink: A closure that takes the next lines. It must not use the list.
    /// - Throws: As `ListEngine.record(to:)`: also once a `ListHost` has updated the list.
    public func record(to sink: @escaping @Sendable (String) -> Void) throws(RangeCoreError) {
        try core.beginRecording(to: sink)
    }

    /// Gives what has been recorded so far to the closure that takes it.
    public func flushRecording() { core.flushRecording() }
}
