/// What the reader asks for.
enum Key: Equatable, Sendable {
    case up, down, pageUp, pageDown, home, end
    case wheelUp, wheelDown
    case quit, suspend
    case character(Character)
}

/// Makes keys of the bytes that a terminal sends.
///
/// A sequence may arrive in pieces; what is unfinished waits for the rest.
struct KeyParser {
    private var bytes: [UInt8] = []

    /// The keys that are complete now.
    mutating func keys(of input: [UInt8]) -> [Key] {
        bytes += input
        var keys: [Key] = []
        while let first = bytes.first {
            if first == 0x1b {
                guard let (key, length) = escape() else { break }
                bytes.removeFirst(length)
                if let key { keys.append(key) }
            } else {
                bytes.removeFirst()
                if let key = plain(first) { keys.append(key) }
            }
        }
        return keys
    }

    /// Gives up on an unfinished sequence: it was the Escape key.
    mutating func flush() {
        bytes = []
    }

    private func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x03, UInt8(ascii: "q"), UInt8(ascii: "Q"): return .quit
        case 0x1a: return .suspend
        case UInt8(ascii: "k"), 0x10: return .up
        case UInt8(ascii: "j"), 0x0e, 0x0d, 0x0a: return .down
        case UInt8(ascii: " "), UInt8(ascii: "f"), 0x06: return .pageDown
        case UInt8(ascii: "b"), 0x02: return .pageUp
        case UInt8(ascii: "g"), UInt8(ascii: "<"): return .home
        case UInt8(ascii: "G"), UInt8(ascii: ">"): return .end
        case 0x20..<0x7f: return .character(Character(Unicode.Scalar(byte)))
        default: return nil
        }
    }

    /// The key of the sequence at the front and its length; nil while it is unfinished.
    private func escape() -> (Key?, Int)? {
        guard bytes.count >= 2 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"):
            guard bytes.count >= 3 else { return nil }
            return (named(bytes[2]), 3)
        case 0x1b: return (nil, 1)
        default: return (nil, 2)
        }
    }

    private func controlSequence() -> (Key?, Int)? {
        guard let end = bytes[2...].firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
            // No terminal sends that much; do not wait for an end that never comes.
            return bytes.count > 64 ? (nil, bytes.count) : nil
        }
        let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
        let length = end + 1
        switch bytes[end] {
        case UInt8(ascii: "~"): return (numbered(parameters), length)
        // The old form of a mouse report has three bytes more; we do not ask for it.
        case UInt8(ascii: "M") where parameters.hasPrefix("<"): return (wheel(parameters), length)
        case let final: return (named(final), length)
        }
    }

    private func named(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    private func numbered(_ parameters: String) -> Key? {
        switch parameters.prefix(while: { $0 != ";" }) {
        case "1", "7": .home
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }

    private func wheel(_ parameters: String) -> Key? {
        // Bits 2 to 4 are the modifier keys.
        guard let code = Int(parameters.dropFirst().prefix { $0 != ";" }) else { return nil }
        switch code & ~0b11100 {
        case 64: return .wheelUp
        case 65: return .wheelDown
        default: return nil
        }
    }
}
