/// What the reader asks for.
enum Key: Equatable, Sendable {
    case up, down, pageUp, pageDown, home, end
    case whole, memory, more, fewer, retry, help, quit, suspend, other
}

/// Makes keys of the bytes that a terminal sends.
///
/// A sequence may arrive in pieces; what is unfinished waits for the rest.
struct KeyParser {
    private var bytes: [UInt8] = []

    private static let keys: [String: Key] = [
        "k": .up, "\u{1b}[A": .up, "\u{1b}OA": .up, "j": .down, "\r": .down, "\n": .down,
        "\u{1b}[B": .down, "\u{1b}OB": .down, "b": .pageUp, "\u{1b}[5~": .pageUp, "f": .pageDown,
        " ": .pageDown, "\u{1b}[6~": .pageDown, "g": .home, "\u{1b}[H": .home, "\u{1b}OH": .home,
        "\u{1b}[1~": .home, "G": .end, "\u{1b}[F": .end, "\u{1b}OF": .end, "\u{1b}[4~": .end,
        "v": .whole, "m": .memory, "+": .more, "=": .more, "-": .fewer, "t": .retry, "?": .help,
        "h": .help, "q": .quit, "\u{3}": .quit, "\u{1a}": .suspend,
    ]

    /// The keys that are complete now.
    mutating func keys(of input: [UInt8]) -> [Key] {
        bytes += input
        var keys: [Key] = []
        while let length {
            keys.append(Self.keys[String(decoding: bytes.prefix(length), as: UTF8.self)] ?? .other)
            bytes.removeFirst(length)
        }
        return keys
    }

    /// The bytes of the key at the front; nil while it is unfinished.
    private var length: Int? {
        guard bytes.first == 0x1b else { return bytes.isEmpty ? nil : 1 }
        guard bytes.count >= 2 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "O"): return bytes.count >= 3 ? 3 : nil
        case UInt8(ascii: "["):
            return bytes[2...].firstIndex { !(0x20..<0x40).contains($0) }.map { $0 + 1 }
        default: return 1  // the Escape key
        }
    }
}
