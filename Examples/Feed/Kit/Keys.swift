/// What the reader asks for.
enum Key: Equatable, Sendable {
    case up, down, pageUp, pageDown, home, end
    case wheelUp, wheelDown
    case quit, suspend
    case enter, backspace, escape
    /// The mouse, from 1.
    case click(column: Int, row: Int)
    case character(Character)
}

/// Makes keys of the bytes that a terminal sends.
///
/// A sequence may arrive in pieces; what is unfinished waits for the rest.
struct KeyParser {
    private var bytes: [UInt8] = []
    /// Whether letters stand for themselves, as in a text that is searched for.
    var isTyping = false

    /// Takes what was typed; `next` has the keys of it.
    mutating func append(_ input: [UInt8]) {
        bytes += input
    }

    /// The next key that is complete.
    mutating func next() -> Key? {
        while let first = bytes.first {
            guard let (key, length) = first == 0x1b ? escape() : isTyping ? typed() : plain(first)
            else { return nil }
            bytes.removeFirst(length)
            if let key { return key }
        }
        return nil
    }

    /// Gives up on an unfinished sequence, and returns whether it was the Escape key.
    mutating func flush() -> Bool {
        defer { bytes = [] }
        return bytes == [0x1b]
    }

    /// A character of one to four bytes, or a key that edits; nil while it is unfinished.
    private func typed() -> (Key?, Int)? {
        switch bytes[0] {
        case 0x0a, 0x0d: return (.enter, 1)
        case 0x08, 0x7f: return (.backspace, 1)
        case 0x03: return (.escape, 1)
        case 0x1a: return (.suspend, 1)
        case 0..<0x20, 0x80..<0xc2, 0xf5...: return (nil, 1)
        case let first:
            let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
            guard bytes.count >= length else { return nil }
            let character = String(decoding: bytes.prefix(length), as: UTF8.self)
            return (character.count == 1 ? .character(Character(character)) : nil, length)
        }
    }

    private func plain(_ byte: UInt8) -> (Key?, Int) { (command(byte), 1) }

    private func command(_ byte: UInt8) -> Key? {
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
        case UInt8(ascii: "M") where parameters.hasPrefix("<"): return (mouse(parameters), length)
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

    private func mouse(_ parameters: String) -> Key? {
        let words = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
        guard words.count == 3 else { return nil }
        // Bits 2 to 4 are the modifier keys.
        switch words[0] & ~0b11100 {
        case 0: return .click(column: words[1], row: words[2])
        case 64: return .wheelUp
        case 65: return .wheelDown
        default: return nil
        }
    }
}
