import Testing

@testable import PDFFormat

@Suite("The standard fonts' widths and encodings")
struct StandardFontTests {
    /// Widths as the fonts' published metrics have them.
    @Test(
        "Widths match the real fonts",
        arguments: [
            (StandardFont.helvetica, "A", 667.0), (.helvetica, "i", 222), (.helvetica, "€", 556),
            (.helvetica, "—", 1000),
            (.helveticaBold, "A", 722), (.helveticaOblique, "W", 944), (.timesRoman, "A", 722),
            (.timesRoman, "fi", 611),
            (.timesBold, "m", 833), (.timesItalic, "A", 611), (.timesBoldItalic, "&", 778), (.courier, "iW", 1200),
            (.courierBold, "é", 600), (.symbol, "α", 631), (.zapfDingbats, "✓", 755), (.helvetica, "²", 333),
        ])
    func widths(font: StandardFont, text: String, expected: Double) throws {
        #expect(try font.width(of: text, size: 1000) == expected)
    }

    @Test("Every Latin font can show all of code page 1252", arguments: StandardFont.allCases.prefix(12))
    func codePage(font: StandardFont) throws {
        let text = "Zażółć".filter { "Za".contains($0) } + "ÀÿŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™¡¿ß"
        #expect(try font.encode(text).count == text.count)
        for code in 32...255 { #expect(font.width(ofCodes: [UInt8(code)], size: 1) > 0 || code == 127) }
    }

    @Test("Letters with combining marks equal their composed forms")
    func combiningMarks() throws {
        #expect(try StandardFont.helvetica.encode("u\u{308}") == [0xFC])
        #expect(StandardFont.unshowableCharacter(in: "u\u{308}n") == nil)
    }

    @Test("The first unsupported character is found", arguments: [("añb", nil), ("aŁb", "Ł"), ("x😀", "😀")])
    func unshowable(text: String, expected: String?) {
        #expect(StandardFont.unshowableCharacter(in: text).map(String.init) == expected)
    }
}
