import Foundation
import Testing

@testable import PageImages

@Suite("Finding texts on pages")
struct TextFinderTests {
    /// Words in lines; each character is ten points wide and high, and lines are twenty points apart. Words that a `|`
    /// divides touch each other.
    private static func words(_ lines: String...) -> [WordBox] {
        lines.enumerated().flatMap { line, text in
            var x = 0.0
            return text.split(separator: " ").flatMap { word in
                defer { x += 10 }
                return word.split(separator: "|").map { part in
                    defer { x += Double(part.count) * 10 }
                    return WordBox(
                        text: String(part), x: x, y: Double(line) * 20, width: Double(part.count) * 10, height: 10,
                        line: line)
                }
            }
        }
    }

    private static func found(_ patterns: TextPattern..., in words: [WordBox]) throws -> [[MatchBox]] {
        var finder = TextFinder(patterns)
        return try finder.matches(in: words).map(\.lines)
    }

    private static func count(_ text: String, in words: [WordBox]) throws -> Int {
        try found(TextPattern(text), in: words).count
    }

    @Test(
        "Every match on a page is found, across words, fonts and the ends of lines",
        arguments: [
            ("/sn1/", 2), ("/SN1/", 2), ("  sign   here ", 1), ("here Tenant", 1), ("sn1", 2), ("n", 6), ("/sn2/", 0),
            ("signhere", 0),
        ])
    func everyMatch(text: String, count: Int) throws {
        let words = Self.words("Please sign", "here Tenant /s|n1|/", "Landlord:/sn1/")
        #expect(try Self.count(text, in: words) == count)
    }

    @Test("Matches do not overlap", arguments: [("aa", 2), ("aaa", 1), ("a", 5)])
    func overlap(text: String, count: Int) throws {
        #expect(try Self.count(text, in: Self.words("aaaaa")) == count)
    }

    @Test(
        "A word that a hyphen divides matches whole, with its hyphen, and in its parts",
        arguments: ["signature", "sig-nature", "nature", "sig", "the signature of"])
    func hyphens(text: String) throws {
        for hyphen in ["-", "\u{AD}", "\u{2010}"] {
            let words = Self.words("the sig\(hyphen)", "nature of")
            // A soft hyphen is no character of a text.
            let isThere = text != "sig-nature" || hyphen != "\u{AD}"
            #expect(try Self.count(text, in: words) == (isThere ? 1 : 0))
        }
        #expect(try Self.count("wellknown", in: Self.words("well-known")) == 0)
        #expect(try Self.count("well known", in: Self.words("well-", "known")) == 0)
        #expect(try Self.count("well- known", in: Self.words("well-", "known")) == 1)
        #expect(try Self.count("here - Bo", in: Self.words("Sign here -", "Bo")) == 1)
    }

    @Test(
        "Texts that look alike match",
        arguments: [
            ("office", "oﬃce"), ("oﬃce", "office"), ("fi", "ﬁ"), ("é", "e\u{301}"), ("e\u{301}", "é"),
            ("Straße", "STRASSE"), ("ΣΊΣΥΦΟΣ", "Σίσυφος"), ("ＡＢＣ", "abc"), ("سلام", "ﺳﻼﻡ"), ("سلام", "ســلام"),
            ("co-operate", "co‑operate"), ("ab", "a\u{200B}b"),
            ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
        ])
    func alike(text: String, onPage: String) throws {
        #expect(try Self.count(text, in: Self.words(onPage)) == 1)
    }

    @Test(
        "A letter with a mark is another letter, also at the end of a text",
        arguments: [("e", "é"), ("e", "e\u{301}"), ("cafe", "café"), ("क", "कि"), ("é", "e")])
    func marks(text: String, onPage: String) throws {
        #expect(try Self.count(text, in: Self.words(onPage)) == 0)
    }

    @Test("Case counts where it is asked for")
    func caseSensitive() throws {
        let words = Self.words("Sign SIGN sign ﬁ")
        #expect(try Self.found(TextPattern("SIGN", isCaseSensitive: true), in: words).count == 1)
        #expect(try Self.found(TextPattern("fi", isCaseSensitive: true), in: words).count == 1)
        #expect(try Self.found(TextPattern("SIGN"), in: words).count == 3)
    }

    @Test(
        "A whole word has no letter or digit beside it",
        arguments: [
            ("man", "man", true), ("man", "manpower", false), ("man", "fireman,", false), ("man", "penmanship", false),
            ("man", "(man)", true), ("man", "one-man-show", true), ("man", "man1", false), ("/s/", "x/s/y", true),
            ("契約", "本契約書", true), ("fire man", "fire man", true), ("man", "m|an", true), ("man", "wo|man", false),
        ])
    func wholeWord(text: String, onPage: String, isFound: Bool) throws {
        let pattern = TextPattern(text, isWholeWord: true)
        #expect(try Self.found(pattern, in: Self.words(onPage)).isEmpty == !isFound)
    }

    @Test(
        "More spaces on the page do not matter where that is asked for",
        arguments: [
            ("DocuSign", "Docu Sign", true), ("DocuSign", "D o c u S i g n", true), ("Docu Sign", "DocuSign", false),
            ("/s1/", "/ s1 /", true),
        ])
    func moreSpaces(text: String, onPage: String, isFound: Bool) throws {
        let words = Self.words(onPage)
        #expect(try Self.found(TextPattern(text, allowsMoreSpaces: true), in: words).isEmpty == !isFound)
        #expect(try Self.found(TextPattern(text), in: words).isEmpty)
    }

    @Test("The end of a line divides no text of a script without spaces, and every other text")
    func unspaced() throws {
        for text in ["契約書", "ลงชื่อ", "署名欄"] {
            let characters = Array(text)
            let words = Self.words(String(characters[..<1]), String(characters[1...]))
            #expect(try Self.count(text, in: words) == 1)
        }
        #expect(try Self.count("sign", in: Self.words("si", "gn")) == 0)
    }

    @Test("A match has a box for each line, of its letters alone")
    func boxes() throws {
        let words = Self.words("Please sign", "here:/sn1/now")
        #expect(
            try Self.found(TextPattern("sign here"), in: words) == [
                [
                    MatchBox(x: 70, y: 0, width: 40, height: 10), MatchBox(x: 0, y: 20, width: 40, height: 10),
                ]
            ])
        #expect(
            try Self.found(TextPattern("/sn1/"), in: words) == [[MatchBox(x: 50, y: 20, width: 50, height: 10)]])
        // A half of a ligature.
        #expect(
            try Self.found(TextPattern("i"), in: [WordBox(text: "ﬁn", x: 0, y: 0, width: 20, height: 10, line: 0)])
                == [[MatchBox(x: 5, y: 0, width: 5, height: 10)]])
    }

    @Test("Inside of a word, characters take the widths that are given")
    func widths() throws {
        var finder = TextFinder([TextPattern("b")]) { $0 == "a" ? 3 : 1 }
        let word = WordBox(text: "abaa", x: 100, y: 0, width: 100, height: 10, line: 0)
        let box = try #require(try finder.matches(in: [word]).first?.lines.first)
        #expect(abs(box.x - 130) < 0.001 && abs(box.width - 10) < 0.001)
    }

    @Test("In a word that runs to the left, the first letters are on the right")
    func toLeft() throws {
        let word = WordBox(text: "שלוםעולם", x: 0, y: 0, width: 80, height: 10, line: 0)
        #expect(
            try Self.found(TextPattern("של"), in: [word]) == [[MatchBox(x: 60, y: 0, width: 20, height: 10)]])
    }

    @Test("A part of a turned word has the box of the whole word")
    func turned() throws {
        let word = WordBox(text: "Sign:/sn1/", x: 5, y: 10, width: 12, height: 80, line: 0)
        #expect(
            try Self.found(TextPattern("/sn1/"), in: [word]) == [[MatchBox(x: 5, y: 10, width: 12, height: 80)]])
    }

    @Test("Texts without a visible character match nothing", arguments: ["", "  ", "\u{200B}", "\u{AD}"])
    func empty(text: String) throws {
        #expect(try Self.count(text, in: Self.words("a b", "c")) == 0)
    }

    @Test("Several patterns are told apart by their index")
    func several() throws {
        var finder = TextFinder([
            TextPattern("b"), TextPattern("A", isCaseSensitive: true), TextPattern("a"), TextPattern("b c"),
        ])
        let matches = try finder.matches(in: Self.words("a b c"))
        #expect(matches.map(\.pattern) == [2, 0, 3])
        #expect(try finder.matches(in: Self.words("A")).map(\.pattern) == [2, 1])
    }

    @Test("A search ends at its limits")
    func limits() throws {
        let long = Self.words(String(repeating: "a", count: 3000))
        var slow = TextFinder([TextPattern(String(repeating: "a", count: 400) + "b")], mostSteps: 100_000)
        #expect(throws: TextFinder.Excess.work) { try slow.matches(in: long) }
        for isLate in [true, false] {
            var search = TextFinder(
                [TextPattern(String(repeating: "a", count: 400) + "b")], isLate: { isLate })
            var end: TextFinder.Excess?
            do throws(TextFinder.Excess) { _ = try search.matches(in: long) } catch { end = error }
            #expect(end == (isLate ? .time : nil))
        }
        var many = TextFinder([TextPattern("a")])
        #expect(throws: TextFinder.Excess.matches) {
            for _ in 0..<8 {
                _ = try many.matches(in: Self.words(Array(repeating: "a", count: 3000).joined(separator: " ")))
            }
        }
    }
}
