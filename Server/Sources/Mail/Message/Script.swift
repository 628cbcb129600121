/// The scripts whose letters a domain may show (Unicode's Script property, UAX #24). Letters of all others are shown in
/// Punycode.
enum Script: Hashable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, devanagari, bengali, tamil, thai, georgian, hangul
    case hiragana, katakana, bopomofo, han
    /// Digits and hyphens.
    case common

    /// Whether people read the letters of a label as what they are: one script, or scripts that one language mixes
    /// (UTS #39 §5.2, “Highly Restrictive”), and not only letters that look like Latin ones.
    static func areReadable(together label: String) -> Bool {
        var scripts: Set<Script> = []
        for scalar in label.unicodeScalars {
            guard let script = of(scalar) else { return false }
            scripts.insert(script)
        }
        scripts.remove(.common)
        let mixed: [Set<Script>] = [
            [.latin, .han, .hiragana, .katakana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
        ]
        guard scripts.count <= 1 || mixed.contains(where: scripts.isSubset) else { return false }
        return !label.unicodeScalars.allSatisfy { latinLookalikes.contains($0) || of($0) == .common }
            || scripts == [.latin]
    }

    private static func of(_ scalar: Unicode.Scalar) -> Script? {
        ranges.first { $0.range.contains(scalar.value) }?.script
    }

    private static let ranges: [(range: ClosedRange<UInt32>, script: Script)] = [
        (0x2D...0x2D, .common), (0x30...0x39, .common), (0x61...0x7A, .latin), (0xDF...0xF6, .latin),
        // Without the letters of phonetic alphabets and the i without a dot, which look like others.
        (0xF8...0x130, .latin), (0x132...0x17F, .latin), (0x1A1...0x1A1, .latin), (0x1B0...0x1B0, .latin),
        (0x1CE...0x1DC, .latin),
        (0x218...0x21B, .latin), (0x1E00...0x1EFF, .latin),
        (0x3AC...0x3CE, .greek), (0x430...0x45F, .cyrillic), (0x491...0x491, .cyrillic), (0x561...0x586, .armenian),
        (0x5D0...0x5EA, .hebrew), (0x620...0x64A, .arabic), (0x66E...0x6D3, .arabic), (0x901...0x963, .devanagari),
        (0x981...0x9E3, .bengali), (0xB82...0xBD7, .tamil), (0xE01...0xE4E, .thai), (0x10D0...0x10FA, .georgian),
        (0x3041...0x3096, .hiragana), (0x309D...0x309E, .hiragana), (0x30A1...0x30FA, .katakana),
        (0x30FC...0x30FE, .katakana), (0x3105...0x312F, .bopomofo), (0x3005...0x3007, .han), (0x3400...0x4DBF, .han),
        (0x4E00...0x9FFF, .han), (0x20000...0x2FA1F, .han), (0xAC00...0xD7A3, .hangul),
    ]

    /// Letters of other scripts that look like Latin letters or digits in common fonts.
    private static let latinLookalikes = Set("асԁеһіјӏорԛѕԝхуъьҽпгѵѡαγηικνορτυωցհոսօ".unicodeScalars)
}
