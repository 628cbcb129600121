/// A language that Countersign speaks.
public struct Language: Hashable, Sendable {
    /// The language's tag (RFC 5646), such as `de` or `zh-Hant`.
    public let tag: String
    /// What the language calls itself.
    public let ownName: String
    /// Whether its script runs from right to left.
    public let isRightToLeft: Bool

    private init(_ tag: String, _ ownName: String, isRightToLeft: Bool = false) {
        self.tag = tag
        self.ownName = ownName
        self.isRightToLeft = isRightToLeft
    }

    /// The language of everybody for whom there is no better one.
    public static let english = Language("en", "English")

    /// All languages, in the order in which people choose from them.
    public static let all: [Language] = [
        english, Language("de", "Deutsch"), Language("es", "Español"), Language("fr", "Français"),
        Language("it", "Italiano"), Language("nl", "Nederlands"), Language("pt", "Português"),
        Language("pt-BR", "Português (Brasil)"), Language("ru", "Русский"), Language("ja", "日本語"),
        Language("ko", "한국어"), Language("zh-Hans", "简体中文"), Language("zh-Hant", "繁體中文"),
        Language("ar", "العربية", isRightToLeft: true), Language("he", "עברית", isRightToLeft: true),
    ]

    /// The tag by which CLDR's data knows the language: without a region, it takes Portuguese for Brazil's.
    public var locale: String { tag == "pt" ? "pt-PT" : tag }

    /// What stands between the names of a list.
    var separator: String {
        switch tag {
        case "ja", "zh-Hans", "zh-Hant": "、"
        case "ar": "، "
        default: ", "
        }
    }

    /// Returns a text of Latin letters and digits that keeps its order on paper among sentences of the language: a time
    /// with its zone, an address in brackets. In a language that runs from left to right, the text as it is.
    package func island(_ text: String) -> String {
        isRightToLeft ? "\u{200F}\u{200E}\(text)\u{200E}\u{200F}" : text
    }

    /// The value of `dir` in HTML.
    public var direction: String { isRightToLeft ? "rtl" : "ltr" }

    /// Returns the language for the first of these tags that there is one for, or English.
    ///
    /// - Parameter tags: language tags (RFC 5646) with hyphens or underscores, the most wanted first
    public static func best(for tags: [String]) -> Language {
        tags.lazy.compactMap(of).first ?? english
    }

    /// Returns the language that a tag asks for; `nil` if there is none. Script and region count: `zh-HK` is
    /// traditional, `pt` without a region is European. A language that most of its readers share is taken before
    /// English, such as Dutch for Afrikaans.
    public static func of(_ tag: String) -> Language? {
        let parts = tag.replacing("_", with: "-").lowercased().split(separator: "-").prefix(8).map(String.init)
        guard let primary = parts.first, (2...8).contains(primary.count) else { return nil }
        let rest = Set(parts.dropFirst())
        let wanted =
            switch primary {
            case "zh", "cmn", "yue":
                rest.contains("hans")
                    ? "zh-Hans"
                    : rest.isDisjoint(with: ["hant", "tw", "hk", "mo"]) && primary != "yue" ? "zh-Hans" : "zh-Hant"
            case "pt": rest.contains("br") ? "pt-BR" : "pt"
            default: neighbours[primary] ?? primary
            }
        return all.first { $0.tag == wanted }
    }

    /// Languages whose readers read another one well, and older codes of languages.
    private static let neighbours = [
        "iw": "he", "gsw": "de", "lb": "de", "nds": "de", "af": "nl", "fy": "nl", "ca": "es", "gl": "es", "eu": "es",
        "br": "fr", "oc": "fr", "be": "ru", "nb": "en", "nn": "en", "no": "en",
    ]

    /// Returns the language tags of an `Accept-Language` (RFC 9110 §12.5.4), the most wanted first.
    public static func accepted(_ header: String) -> [String] {
        let wishes = header.prefix(500).split(separator: ",").prefix(20).compactMap {
            part -> (tag: String, quality: Double)? in
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let tag = pieces.first, !tag.isEmpty, tag != "*" else { return nil }
            let quality = pieces.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map {
                Double($0.dropFirst(2)) ?? 0
            }
            return (tag, quality ?? 1)
        }
        return wishes.filter { $0.quality > 0 }.enumerated()
            .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }.map(\.element.tag)
    }
}
