package import RangeCore

/// How a ``ListScrollView`` animates rows that edits insert, remove or move.
///
/// ```swift
/// rows.editAnimation = [.fade, .slide]
/// ```
///
/// What an update keeps in place on screen does not move, whatever the animation.
public struct RowAnimation: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Rows that are inserted fade in, rows that are removed fade out.
    public static let fade = RowAnimation(rawValue: 1)
    /// Rows that have another place on screen slide there. Not if the user has asked to reduce motion.
    public static let slide = RowAnimation(rawValue: 2)
}

/// What moves on screen in an update after edits, and from where: an update gives rows new places in the
/// content and moves the content by a correction, which cancel each other out for the row that is kept.
///
///     before the update     on screen at 40     place 1040, offset 1000
///     100 points inserted   on screen at 40     place 1140, offset 1100     nothing moves
///     another row           on screen at 90     place 1090, offset 1100     slides from 1190
package struct EditMotion<Row: Hashable> {
    /// What an update has done to the rows on screen.
    package struct Motion {
        /// Where rows come from, in the coordinates of after the update.
        package var moved: [Row: ItemFrame] = [:]
        package var appeared: Set<Row> = []
        /// Where rows were that have gone, in the coordinates of after the update.
        package var gone: [Row: ItemFrame] = [:]
        /// Rows that have gone out of sight, whose views are not needed any more.
        package var released: Set<Row> = []

        package var isEmpty: Bool {
            moved.isEmpty && appeared.isEmpty && gone.isEmpty && released.isEmpty
        }
    }

    /// Whether rows are followed; otherwise nothing is known and nothing moves.
    package var isOn = false {
        didSet { if !isOn { (frames, before, gone, isEdited) = ([:], [:], [:], false) } }
    }
    private var frames: [Row: ItemFrame] = [:]
    // In this update.
    private var isEdited = false
    private var correction = 0.0
    private var before: [Row: ItemFrame?] = [:]
    private var gone: [Row: ItemFrame] = [:]

    package init() {}

    package mutating func noteEdit() { isEdited = isOn }

    /// Notes by how much the update moves the offset.
    package mutating func correct(by distance: Double) { correction += distance }

    package mutating func place(_ row: Row, at frame: ItemFrame) {
        guard isOn else { return }
        let old = frames.updateValue(frame, forKey: row)
        if before[row] == nil { before[row] = .some(old) }
    }

    /// Notes that a row is no longer needed, and returns whether its view is to stay until the update is
    /// over: then it is in ``Motion/gone`` or ``Motion/released``.
    package mutating func recycle(_ row: Row) -> Bool {
        let frame = frames.removeValue(forKey: row)
        before[row] = nil
        guard isEdited, let frame, !frame.isPinned else { return false }
        gone[row] = frame
        return true
    }

    /// Ends an update whose viewport is now between these offsets, and returns what has moved in sight.
    package mutating func endUpdate(visible: ClosedRange<Double>) -> Motion {
        defer { (isEdited, correction, before, gone) = (false, 0, [:], [:]) }
        var motion = Motion()
        guard isEdited else { return motion }
        for (row, frame) in frames where !frame.isPinned {
            let old = before[row] ?? .some(frame)
            guard var from = old else {
                if Self.isIn(visible, frame) { motion.appeared.insert(row) }
                continue
            }
            // What comes from far away comes from beyond the edge.
            from.start = min(
                max(from.start + correction, visible.lowerBound - from.extent), visible.upperBound)
            if Self.isAt(from, frame) || from.isPinned { continue }
            if Self.isIn(visible, frame) || Self.isIn(visible, from) { motion.moved[row] = from }
        }
        for (row, frame) in gone {
            var from = frame
            from.start += correction
            if Self.isIn(visible, from) {
                motion.gone[row] = from
            } else {
                motion.released.insert(row)
            }
        }
        return motion
    }

    private static func isIn(_ visible: ClosedRange<Double>, _ frame: ItemFrame) -> Bool {
        frame.start < visible.upperBound && frame.start + frame.extent > visible.lowerBound
    }

    // Offsets can be rounded to pixels.
    private static func isAt(_ from: ItemFrame, _ to: ItemFrame) -> Bool {
        abs(from.start - to.start) < 0.5 && from.column == to.column && from.columns == to.columns
    }
}
