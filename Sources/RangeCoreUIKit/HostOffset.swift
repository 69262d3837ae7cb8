/// The scroll offset of a view that applies corrections later, and says so by its offset alone.
///
///     read 500, a correction of 40 is asked for     the offset is 540
///     read 500: not applied yet                     the offset is 540
///     read 540, or anything else: applied           the offset is what was read
struct HostOffset {
    private(set) var seen: Double?
    private var owed = 0.0
    /// What the view takes only once the updates in progress have ended.
    private var staged = 0.0

    /// Returns the offset to update with, given what the view has now.
    mutating func offset(reading offset: Double) -> Double {
        if offset != seen { owed = 0 }
        seen = offset
        return offset + owed + staged
    }

    /// Notes a correction that the view has been asked to apply.
    mutating func owe(_ correction: Double) { owed += correction }

    /// Notes a correction to ask for later.
    mutating func stage(_ correction: Double) { staged += correction }

    /// Returns what has been staged, for the view to apply.
    mutating func takeStaged() -> Double {
        defer { staged = 0 }
        return staged
    }
}
