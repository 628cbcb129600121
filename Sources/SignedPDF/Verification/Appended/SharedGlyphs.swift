/// Which characters fonts show with one glyph, so that the glyph says the one and a text beside it the other.
enum SharedGlyphs {
    /// Characters that look alike, whatever font they stand in.
    private static let alike = classes([
        "AАΑ", "BВΒ", "CС", "EЕΕ", "HНΗ", "IІΙӀ", "JЈ", "KКΚ", "MМΜ", "NΝ", "OОΟ", "PРΡ", "SЅ", "TТΤ", "XХΧ", "YΥҮ",
        "ZΖ",
        "aа", "cсϲ", "dԁ", "eе", "hһ", "iі", "jј", "oоο", "pр", "qԛ", "sѕ", "vν", "wԝ", "xх", "yу", "ГΓ", "ПΠ", "ФΦ",
        "ĐÐƉ", "ƏӘ", "əә", "∆Δ", "∏Π", "∑Σ", "-‐‑", "ʻ‘", "ʼ’", "‒–", "—―", "…⋯", "·∙", "‧・", "/⁄∕", "~〜", "`‵", "➡⮕",
        "يیى", "كکڪ", "هہەھ", "ةۃ", "ۀۂ", "ൺണ", "ൻന", "ർര", "ൽല", "ൾള", "ൿക",
    ])

    /// Letters that are one and the same but for dots and the like, which some fonts have as glyphs of their own; and
    /// vowels that begin with the sign of another one.
    private static let skeletons = classes([
        "بتثپٹٮنںيیىئېڀٺٻٿڻڽ", "جحخچڃڄڇڿ", "دذڈڊڌڍڎ", "رزژڑړڕږڙ", "سشښڜ", "صضڝڞ", "طظڟ", "عغڠ", "فقڡٯڤڦڢڣ",
        "كکگڪڭګڬڲڳڴڱ",
        "ةهہەھۃۀۂ", "وؤۆۇۈۋۅۉۏ", "اأإآٱ",
        "\u{17C1}\u{17BE}\u{17BF}\u{17C0}\u{17C4}\u{17C5}",
    ])

    private static func classes(_ groups: [String]) -> [Unicode.Scalar: Set<Int>] {
        var classes: [Unicode.Scalar: Set<Int>] = [:]
        for (number, group) in groups.enumerated() {
            for scalar in group.unicodeScalars { classes[scalar, default: []].insert(number) }
        }
        return classes
    }

    /// Whether the glyph of one character may show one of others.
    static func share(_ scalar: Unicode.Scalar, _ others: Set<Unicode.Scalar>) -> Bool {
        // A radical has the glyph of the ideograph that it is, or was made of.
        let isRadical = (0x2E80..<0x2FE0).contains(scalar.value)
        return others.contains { other in
            isRadical && other.properties.isIdeographic
                || (0x2E80..<0x2FE0).contains(other.value) && scalar.properties.isIdeographic
        } || have(scalar, others, in: alike)
    }

    /// Whether the glyphs of one text may show another, character by character.
    static func share(_ text: String, _ other: String) -> Bool {
        guard text.unicodeScalars.count == other.unicodeScalars.count else { return false }
        return zip(text.unicodeScalars, other.unicodeScalars).allSatisfy { $0 == $1 || share($0, [$1]) }
    }

    /// Whether the glyph of one letter may be a part of one of others.
    static func areOfOneSkeleton(_ scalar: Unicode.Scalar, _ others: Set<Unicode.Scalar>) -> Bool {
        have(scalar, others, in: skeletons)
    }

    private static func have(
        _ scalar: Unicode.Scalar, _ others: Set<Unicode.Scalar>, in classes: [Unicode.Scalar: Set<Int>]
    ) -> Bool {
        guard let own = classes[scalar] else { return false }
        return others.contains { classes[$0].map { !$0.isDisjoint(with: own) } ?? false }
    }

    /// Digits are never exchanged. Those of Arabic and of Persian have some glyphs in common.
    static func isSameDigit(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
        if one == other { return true }
        let both = [one, other].map { (0x6F0..<0x6FA).contains($0.value) ? $0.value - 0x90 : $0.value }
        return both[0] == both[1] && (0x660..<0x66A).contains(both[0])
    }
}
