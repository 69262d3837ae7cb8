/// Whether a lazy stack has kept its place through an edit, and what restores it if not.
///
/// A toolkit may only attempt to keep it: its offset follows the rows. Where a row that stays is, and the
/// offset, are read before the edit, and some times after it, a frame apart:
///
///     shift = start after − before      moved = offset after − before      loss = shift − moved
///
///     kept            the loss is 0
///     lost            the offset stays where it was, or as far from it as the user scrolls meanwhile
///     kept roughly    the loss is less than a row, which is on screen, though not where it was
///     anything else   somebody has scrolled elsewhere, which stands
///
/// A toolkit may move rows and offset in two steps, so a loss counts once it has been seen twice.
package struct PlaceKeeper: Sendable {
    /// Where a row and the viewport are, in points, in coordinates of the stack's content.
    package struct Reading: Hashable, Sendable {
        /// The start and the extent of the row.
        package var start, extent: Double
        /// The start of the viewport behind its inset, and its length without insets.
        package var offset, length: Double

        package init(start: Double, extent: Double, offset: Double, length: Double) {
            (self.start, self.extent, self.offset, self.length) = (start, extent, offset, length)
        }

        /// The fraction of the row that is at the same fraction of the viewport once it has been scrolled
        /// by a distance.
        package func fraction(scrolledBy distance: Double = 0) -> Double {
            // start + fraction × extent = fraction × length
            let room = length - extent
            return room == 0 ? 0 : (start - offset - distance) / room
        }
    }

    /// What to do after a look at the stack.
    package enum Step: Hashable, Sendable {
        /// Look again after a frame.
        case wait
        /// The place is kept, or somebody else's.
        case done
        /// Scroll by a distance, or until the row is at a fraction, and look again after a frame. The
        /// distance is nil if it is not known, or has not led there.
        case restore(distance: Double?, fraction: Double)
    }

    private enum Verdict: Equatable {
        case kept, elsewhere
        // By nil if the row is not laid out.
        case lost(by: Double?)
    }

    /// Where the row was, or is to be.
    var before: Reading
    private let isKeptBySystem: Bool
    // How many points less than which are no loss.
    private let tolerance: Double
    // The verdict of the last look, and how many in succession were the same.
    private var last = Verdict.elsewhere
    private var repeats = 0
    private var looks = 0
    private var restorations = 0

    /// Creates one before an edit.
    ///
    /// - Parameters:
    ///   - reading: Where a row is that stays in the list.
    ///   - isKeptBySystem: Whether the toolkit attempts to keep the place.
    ///   - tolerance: A loss of less is none, in points.
    package init(before reading: Reading, isKeptBySystem: Bool, tolerance: Double = 1) {
        (before, self.isKeptBySystem, self.tolerance) = (reading, isKeptBySystem, tolerance)
    }

    /// Looks at the stack after the edit.
    ///
    /// - Parameters:
    ///   - row: Where the row is; nil if it is not laid out.
    ///   - offset: The start of the viewport behind its inset.
    ///   - isUserDriven: Whether the user scrolls, as far as the toolkit says.
    package mutating func look(_ row: Reading?, offset: Double, isUserDriven: Bool) -> Step {
        looks += 1
        let verdict = verdict(row, offset, isUserDriven)
        repeats = agrees(verdict, last) ? repeats + 1 : 1
        last = verdict
        // Two restorations take six looks.
        if looks > 10 { return .done }
        switch verdict {
        // Offset and rows may be told one after the other.
        case .elsewhere: return repeats < 2 ? .wait : .done
        // The layout may come after the first look, and the offset later still.
        case .kept: return repeats < 3 ? .wait : .done
        case .lost(let distance):
            if repeats < (isKeptBySystem || restorations > 0 ? 2 : 1) { return .wait }
            (repeats, restorations) = (0, restorations + 1)
            let isFirst = restorations == 1
            // As near as the stack can get.
            if restorations > 2 { return .done }
            if let row, let distance {
                return .restore(
                    distance: isFirst ? distance : nil,
                    fraction: row.fraction(scrolledBy: distance))
            }
            // What the offset has moved is the user's part.
            let moved = isFirst ? offset - before.offset : 0
            return .restore(distance: nil, fraction: before.fraction(scrolledBy: moved))
        }
    }

    private func verdict(_ row: Reading?, _ offset: Double, _ isUserDriven: Bool) -> Verdict {
        let moved = offset - before.offset
        // A user gets less far in a few frames; without one, an offset that stays does not move at all.
        let reach = isUserDriven || !isKeptBySystem ? before.length / 2 : 1
        // A user may have scrolled on since.
        let isRestoring = restorations > 0 && !isUserDriven
        guard let row else {
            return isRestoring || abs(moved) <= reach ? .lost(by: nil) : .elsewhere
        }
        let shift = row.start - before.start
        let loss = shift - moved
        if abs(loss) < tolerance { return .kept }
        if isUserDriven {
            // Some of the loss is the user's. So only what tears the rows away can be told, and all of the
            // shift is restored, which leaves the user's part.
            let isTorn = abs(shift) >= reach && abs(moved) <= abs(shift) / 2
            return isTorn ? .lost(by: shift) : .kept
        }
        let isLost = isRestoring || abs(moved) <= reach || abs(loss) < row.extent
        return isLost ? .lost(by: loss) : .elsewhere
    }

    private func agrees(_ verdict: Verdict, _ other: Verdict) -> Bool {
        if case (.lost(let distance?), .lost(let last?)) = (verdict, other) {
            return abs(distance - last) < 1
        }
        return verdict == other
    }
}
