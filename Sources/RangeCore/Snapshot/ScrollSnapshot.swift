internal import CRangeCore

/// Where a list was, to be there again tomorrow: at the same row, and the same point.
///
/// ```swift
/// let surface = Surface()
/// let host = ListHost(surface: surface, controller: list)
/// host.scroll(toOffset: 1000)
/// let saved = try host.snapshot { index in photos[index].id }
///
/// let another = RangeController(estimate: 120) { index in PhotoNode(photos[index]) }
/// let other = Surface()
/// let later = ListHost(surface: other, controller: another)
/// if let saved { later.restore(saved) { index in photos[index].id } }
/// try another.insertItems(count: photos.count, at: 0)
/// later.update()
/// print(saved?.visibleIDs.first == another.lastUpdate?.visible.first)  // true
/// ```
///
/// It has the rows that were on screen by their ids, and whether that was the start or the end; and the
/// extents of rows that were measured. So the place is found again whatever came or went meanwhile, and
/// exactly, also while nothing is measured. Encode it with the app's other state: what was damaged, or written
/// by a newer version of the library, is refused when it is decoded. See <doc:TheSamePlace>.
public struct ScrollSnapshot<ID: Hashable & Codable & Sendable>: Sendable, Hashable, Codable {
    /// The ids of the rows that were on screen, from the first on, 16 at most: a store loads what is around
    /// one of them.
    public let visibleIDs: [ID]
    /// The index that the first of them had; nil if there was none. By it a store of positions finds it again.
    public let index: Int?
    /// Whether the list was at its start: there it will be again, whatever has come.
    public let isAtStart: Bool
    /// Whether the list was at its end: there it will be again if it sticks to it
    /// (``ListSettings/sticksToTail``).
    public let isAtEnd: Bool

    // Those of the core, with numbers, and the ids of these, each of which may come twice.
    let bytes: [UInt8]
    let ids: [ID]

    init(_ engine: borrowing SnapshotEngine, ids: [ID]) {
        let place = engine.place ?? (isAtStart: true, isAtEnd: false, indices: [])
        (isAtStart, isAtEnd, index) = (place.isAtStart, place.isAtEnd, place.indices.first)
        visibleIDs = Array(ids.prefix(place.indices.count))
        (bytes, self.ids) = (engine.bytes, ids)
    }

    // -- encoding --

    private enum CodingKeys: CodingKey {
        case ids, bytes
    }

    /// Decodes a snapshot; throws a `DecodingError` for one that was damaged, or that a newer version of the
    /// library has encoded.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let ids = try values.decode([ID].self, forKey: .ids)
        let digits = Array(try values.decode(String.self, forKey: .bytes).utf8)
        func refused(_ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: .bytes, in: values, debugDescription: reason)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for position in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let high = Self.value(ofDigit: digits[position]),
                let low = Self.value(ofDigit: digits[position + 1])
            else { throw refused("they are no digits") }
            bytes.append(high << 4 | low)
        }
        guard digits.count % 2 == 0 else { throw refused("it is not complete") }
        let engine: SnapshotEngine
        do throws(RangeCoreError) {
            engine = try SnapshotEngine(bytes)
        } catch {
            throw refused(error.description)
        }
        guard engine.numbers.count == ids.count else { throw refused("they have other ids") }
        self.init(engine, ids: ids)
    }

    /// Encodes the snapshot: its ids, and the bytes of the library.
    public func encode(to encoder: any Encoder) throws {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(ids, forKey: .ids)
        try values.encode(String(decoding: text, as: UTF8.self), forKey: .bytes)
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension ScrollSnapshot: CustomStringConvertible {
    /// Such as `at 7, 8, 9; 120 extents`.
    public var description: String {
        let place =
            isAtStart
            ? "start" : isAtEnd ? "end" : visibleIDs.map { "\($0)" }.joined(separator: ", ")
        return "at \(place); \(ids.count - visibleIDs.count) extents"
    }
}

// -- lists --

extension RangeController {
    /// Notes where the list is, as of its last update, and the extents of its measured rows.
    ///
    /// ```swift
    /// _ = try list.update(ListViewport(offset: 500, length: 480))
    /// let saved = try list.snapshot { index in photos[index].id }
    /// print(saved?.visibleIDs.first ?? -1)  // 4
    /// ```
    ///
    /// - Parameters:
    ///   - key: A number for what extents depend on, such as the list's width and the size of text; with
    ///     another one they are not restored.
    ///   - capacity: The most extents to keep, those at the end of the list.
    ///   - id: A closure that returns the id of the item at an index; nil for one that has none.
    /// - Returns: Nil if the list is empty, hidden, or was changed since its last update: keep the one before.
    /// - Precondition: `capacity` is not negative.
    /// - Throws: ``RangeCoreError/limitExceeded`` for the capacity; ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(n), with a call of the closure for each item.
    public func snapshot<ID>(
        key: Int = 0, capacity: Int = 10_000, id: (Int) -> ID?
    ) throws(RangeCoreError) -> ScrollSnapshot<ID>? {
        try hasUpdated ? core.snapshot(key: key, capacity: capacity, id: id) : nil
    }

    /// Measures the rows whose extents are in a snapshot, and finds where it was.
    ///
    /// ```swift
    /// let list = RangeController(estimate: 100)
    /// try list.insertItems(count: 50, at: 0)
    /// _ = try list.update(ListViewport(offset: 730, length: 480))
    /// let saved = try list.snapshot { $0 }
    /// let later = RangeController(estimate: 100)
    /// try later.insertItems(count: 60, at: 0)
    /// if let saved, let offset = try later.restore(saved, length: 480, id: { $0 - 10 }) {
    ///     print(offset, try later.update(ListViewport(offset: offset, length: 480)).visible)
    /// }
    /// // prints:
    /// // 1730.0 17..<23
    /// ```
    ///
    /// For a list without a ``ListHost``, which does all of this by itself.
    ///
    /// - Parameters:
    ///   - snapshot: What was noted.
    ///   - key: As it was noted with, or extents are not restored.
    ///   - length: The length of the viewport without its insets; 0 if it is not known.
    ///   - id: A closure that returns the id of the item at an index.
    /// - Returns: The offset to scroll to, as ``setScrollTarget(_:at:)`` has it; nil if none of the rows that
    ///   were on screen is in the list yet: try again when items have come.
    /// - Precondition: `length` is finite and not negative.
    /// - Throws: ``RangeCoreError/limitExceeded``; ``RangeCoreError/outOfMemory``.
    public func restore<ID>(
        _ snapshot: ScrollSnapshot<ID>, key: Int = 0, length: Double = 0, id: (Int) -> ID?
    ) throws(RangeCoreError) -> Double? {
        guard let goal = try find(snapshot, key: key, length: length, id: id) else { return nil }
        let alignment: ScrollAlignment
        let index: Int
        switch goal {
        case .start:
            (index, alignment) = (
                0, ScrollAlignment(fraction: 0, shift: -settings.extraLengthAtHead)
            )
        case .end:
            (index, alignment) = (
                count - 1, ScrollAlignment(fraction: 1, shift: settings.extraLengthAtTail)
            )
        case .item(let item, let place): (index, alignment) = (item, place)
        }
        return try core.setScrollTarget(index, at: alignment)
    }

    func find<ID>(
        _ snapshot: ScrollSnapshot<ID>, key: Int, length: Double, id: (Int) -> ID?
    ) throws(RangeCoreError) -> SnapshotEngine.Goal? {
        try valid(try core.find(snapshot, key: key, length: length, id: id))
    }
}

extension ListEngine {
    /// Notes where the list is as of its last update, and the extents of its measured rows; nil if there is
    /// no place to note.
    package func snapshot<ID>(
        key: Int, capacity: Int, id: (Int) -> ID?
    ) throws(RangeCoreError) -> ScrollSnapshot<ID>? {
        let ids = (0..<count).map(id)
        let numbers = ids.enumerated().map { $1 == nil ? noID : rc_id($0) }
        if capacity < 0 { trap(.argument("capacity", capacity)) }
        let engine = try SnapshotEngine(capacity: capacity)
        guard try engine.savePlace(of: self, numbers: numbers) else { return nil }
        try engine.saveExtents(of: self, numbers: numbers, key: key)
        return ScrollSnapshot(engine, ids: engine.numbers.compactMap { ids[Int($0)] })
    }

    /// Measures the rows whose extents are known, and finds the place; nil if it is not there yet.
    package mutating func find<ID>(
        _ snapshot: ScrollSnapshot<ID>, key: Int, length: Double, id: (Int) -> ID?
    ) throws(RangeCoreError) -> SnapshotEngine.Goal? {
        if count == 0 { return nil }
        let engine = try SnapshotEngine(snapshot.bytes)
        let known = Dictionary(zip(snapshot.ids, engine.numbers)) { first, _ in first }
        let numbers = (0..<count).map { index in id(index).flatMap { known[$0] } ?? noID }
        try restoreExtents(from: engine, numbers: numbers, key: key)
        return try engine.findPlace(in: self, numbers: numbers, length: length)
    }
}
