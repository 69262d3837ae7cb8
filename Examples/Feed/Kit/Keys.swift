/// What the reader asks for.
enum Key: Equatable, Sendable {
    case up, down, pageUp, pageDown, home, end
    case quit, suspend
    case enter, backspace, escape
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
            guard let (key, length) = first == 0x1b ? escape() : character(first) else {
                return nil
            }
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

    private static let typed: [UInt8: Key] = [
        0x0a: .enter, 0x0d: .enter, 0x08: .backspace, 0x7f: .backspace, 0x03: .escape,
        0x1a: .suspend,
    ]

    private static let commands: [Character: Key] = [
        "\u{3}": .quit, "q": .quit, "Q": .quit, "\u{1a}": .suspend, "k": .up, "\u{10}": .up,
        "j": .down, "\u{e}": .down, "\r": .down, "\n": .down, " ": .pageDown, "f": .pageDown,
        "\u{6}": .pageDown, "b": .pageUp, "\u{2}": .pageUp, "g": .home, "<": .home, "G": .end,
        ">": .end,
    ]

    /// What follows Escape.
    private static let sequences: [String: Key] = [
        "[A": .up, "OA": .up, "[B": .down, "OB": .down, "[H": .home, "OH": .home, "[F": .end,
        "OF": .end, "[1~": .home, "[7~": .home, "[4~": .end, "[8~": .end, "[5~": .pageUp,
        "[6~": .pageDown,
    ]

    /// The key of a character of one to four bytes, and its length; nil while it is unfinished.
    private func character(_ first: UInt8) -> (Key?, Int)? {
        if isTyping, let key = Self.typed[first] { return (key, 1) }
        let length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        guard length > 0, first < 0xf5 else { return (nil, 1) }
        guard bytes.count >= length else { return nil }
        let text = String(decoding: bytes.prefix(length), as: UTF8.self)
        let character = text.count == 1 ? Character(text) : " "
        if !isTyping, let key = Self.commands[character] { return (key, length) }
        let isText = text.count == 1 && first >= 0x20 && first != 0x7f
        return (isText ? .character(character) : nil, length)
    }

    /// The key of the sequence at the front and its length; nil while it is unfinished.
    private func escape() -> (Key?, Int)? {
        guard bytes.count >= 2 else { return nil }
        if bytes[1] == 0x1b { return (nil, 1) }
        let isShort = bytes[1] != UInt8(ascii: "[")
        if isShort, bytes[1] != UInt8(ascii: "O") { return (nil, 2) }
        guard let end = bytes[2...].firstIndex(where: { isShort || !(0x20..<0x40).contains($0) })
        else {
            // No terminal sends that much; do not wait for an end that never comes.
            return bytes.count > 64 ? (nil, bytes.count) : nil
        }
        let sequence = String(decoding: bytes[1...end], as: UTF8.self)
        // The keys that are held, as in "[1;5F", do not matter.
        let parts = sequence.split(separator: ";")
        let start = parts.count == 1 || sequence.last == "~" ? String(parts[0]) : "["
        let plain = parts.count == 1 ? sequence : start + String(sequence.suffix(1))
        return (Self.sequences[plain], end + 1)
    }
}
