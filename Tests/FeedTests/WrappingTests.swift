import Testing

@testable import FeedKit

@Suite("Text on the terminal")
struct WrappingTests {
    @Test("A scalar is as wide as in terminals")
    func columns() {
        #expect(DisplayWidth.columns(of: "a") == 1)
        #expect(DisplayWidth.columns(of: "é") == 1)
        #expect(DisplayWidth.columns(of: "e\u{301}") == 1)
        #expect(DisplayWidth.columns(of: "界") == 2)
        #expect(DisplayWidth.columns(of: "🙂") == 2)
        #expect(DisplayWidth.columns(of: "한") == 2)
        #expect(DisplayWidth.columns(of: "Ａ｡") == 3)
        #expect(DisplayWidth.columns(of: "\u{1112}\u{1161}\u{11ab}") == 2)
        #expect(DisplayWidth.columns(of: "\u{200b}\u{200d}\u{feff}") == 0)
        #expect(DisplayWidth.columns(of: "…·█") == 3)
    }

    @Test("A prefix never exceeds its columns")
    func prefix() {
        #expect(DisplayWidth.prefix(of: "a界b", columns: 2) == "a")
        #expect(DisplayWidth.prefix(of: "a界b", columns: 3) == "a界")
        #expect(DisplayWidth.prefix(of: "abc", columns: 0) == "")
    }

    @Test("Words stay whole if they fit in a line")
    func words() {
        #expect(
            Wrapping(columns: 11).lines(of: "the quick brown fox") == ["the quick", "brown fox"])
        #expect(Wrapping(columns: 9).lines(of: "the quick brown") == ["the quick", "brown"])
        #expect(Wrapping(columns: 5).lines(of: "abcdefghijkl mn") == ["abcde", "fghij", "kl mn"])
        #expect(Wrapping(columns: 4).lines(of: "a bcdefgh") == ["a", "bcde", "fgh"])
        #expect(Wrapping(columns: 6).lines(of: "well-known") == ["well-", "known"])
        #expect(Wrapping(columns: 10).lines(of: "") == [""])
        #expect(Wrapping(columns: 10).lines(of: "    in") == ["    in"])
        #expect(Wrapping(columns: 4).lines(of: "one     two") == ["one", "two"])
    }

    @Test("A wide character is never cut in half")
    func wide() {
        #expect(Wrapping(columns: 5).lines(of: "世界見範囲") == ["世界", "見範", "囲"])
        #expect(Wrapping(columns: 1).lines(of: "世界") == ["世", "界"])
        #expect(Wrapping(columns: 4).lines(of: "ab 世界") == ["ab", "世界"])
    }

    @Test("A mark stays with its character")
    func marks() {
        #expect(Wrapping(columns: 2).lines(of: "ae\u{301}b") == ["ae\u{301}", "b"])
        #expect(Wrapping(columns: 4).lines(of: "\u{301}a") == ["a"])
    }

    @Test("Tabs stop at every fourth column, within the line")
    func tabs() {
        #expect(Wrapping(columns: 20).lines(of: "\ta\tb") == ["    a   b"])
        #expect(Wrapping(columns: 6).lines(of: "abcde\tf") == ["abcde", "f"])
    }

    @Test("Every kind of line ending ends a line once")
    func lineEnds() {
        #expect(
            Wrapping(columns: 9).lines(of: "a\r\nb\nc\rd\u{2028}e") == ["a", "b", "c", "d", "e"])
        #expect(Wrapping(columns: 9).lines(of: "a\n\nb") == ["a", "", "b"])
    }

    @Test("No control character reaches the terminal")
    func controls() {
        let every = String(String.UnicodeScalarView((0..<0xa1).compactMap { Unicode.Scalar($0) }))
        for scalar in Wrapping(columns: 40).lines(of: every).joined().unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7f..<0xa0).contains(scalar.value))
        }
        #expect(Wrapping(columns: 20).lines(of: "\u{1b}[2J\u{7}") == ["␛[2J␇"])
        #expect(Wrapping(columns: 20).lines(of: "a\u{202e}b\u{200d}c") == ["abc"])
    }

    @Test("No line is wider than the terminal, and no text is lost")
    func widths() {
        let pieces = ["a", "bc", " ", "-", "界", "🙂", "\t", "e\u{301}", "word ", "longerword"]
        var state: UInt64 = 7
        for _ in 0..<400 {
            var text = ""
            for _ in 0..<30 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            for columns in [2, 3, 7, 20] {
                let lines = Wrapping(columns: columns).lines(of: text)
                for line in lines {
                    #expect(DisplayWidth.columns(of: line) <= columns, "\(text)")
                }
                let solid = { (s: String) in s.filter { !" \t".contains($0) } }
                #expect(solid(lines.joined()) == solid(text))
            }
        }
    }
}
