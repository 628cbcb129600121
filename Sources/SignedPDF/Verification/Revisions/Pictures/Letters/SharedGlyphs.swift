/// Characters that fonts may show with the same glyph, so that the glyph and an alternative text may name different
/// ones.
enum SharedGlyphs {
    /// Characters that look alike in every font.
    private static let alike = classes([
        "AАΑ", "BВΒ", "CС", "EЕΕ", "HНΗ", "IІΙӀ", "JЈ", "KКΚ", "MМΜ", "NΝ", "OОΟ", "PРΡ", "SЅ", "TТΤ", "XХΧ", "YΥҮ",
        "ZΖ",
        "aа", "cсϲ", "dԁ", "eе", "hһ", "iі", "jј", "oоο", "pр", "qԛ", "sѕ", "vν", "wԝ", "xх", "yу", "ГΓ", "ПΠ", "ФΦ",
        "ĐÐƉ", "ƏӘ", "əә", "∆Δ", "∏Π", "∑Σ", "-‐‑", "ʻ‘", "ʼ’", "‒–", "—―", "…⋯", "·∙", "‧・", "/⁄∕", "~〜", "`‵", "➡⮕",
        "يیى", "كکڪ", "هہەھ", "ةۃ", "ۀۂ", "ൺണ", "ൻന", "ർര", "ൽല", "ൾള", "ൿക",
    ])

    private static func classes(_ groups: [String]) -> [Unicode.Scalar: Set<Int>] {
        var classes: [Unicode.Scalar: Set<Int>] = [:]
        for (number, group) in groups.enumerated() {
            for scalar in group.unicodeScalars { classes[scalar, default: []].insert(number) }
        }
        return classes
    }

    /// Whether the glyphs of one text may show another, character by character. An invisible character, such as a
    /// joiner, shares the glyph of a space.
    static func share(_ text: String, _ other: String) -> Bool {
        if isBlank(text), isBlank(other) { return true }
        guard text.unicodeScalars.count == other.unicodeScalars.count else { return false }
        return zip(text.unicodeScalars, other.unicodeScalars).allSatisfy { $0 == $1 || share($0, $1) }
    }

    private static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    }

    private static func share(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
        // A radical shares the glyph of the ideograph that it is or derives from.
        func isRadical(_ scalar: Unicode.Scalar) -> Bool { (0x2E80..<0x2FE0).contains(scalar.value) }
        if isRadical(one) && other.properties.isIdeographic || isRadical(other) && one.properties.isIdeographic {
            return true
        }
        return !alike[one, default: []].isDisjoint(with: alike[other, default: []])
    }
}
