import Foundation

/// The language of signing pages, by the eSignature API's code: `fr_CA`, `ja`.
public struct SigningLanguage: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The code in the API's spelling: the language in lower case, the region after an underscore in upper case.
    public let rawValue: String

    /// Creates a language from two or three letters, optionally followed by an underscore and two letters. A hyphen is
    /// read as an underscore. Returns `nil` for anything else.
    public init?(rawValue: String) {
        let parts = rawValue.replacing("-", with: "_").split(separator: "_", omittingEmptySubsequences: false)
        let isWellFormed = parts.allSatisfy { $0.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A } }
        guard isWellFormed, (1...2).contains(parts.count), (2...3).contains(parts[0].count),
            parts.count == 1 || parts[1].count == 2
        else { return nil }
        self.rawValue = ([parts[0].lowercased()] + parts.dropFirst().map { $0.uppercased() }).joined(separator: "_")
    }

    private init(known: String) { rawValue = known }

    /// The languages that the API documents.
    public static let allCases: [SigningLanguage] = [
        "ar", "hy", "id", "ms", "bg", "zh_CN", "zh_TW", "hr", "cs", "da", "nl", "en_GB", "en", "et", "fa", "fi", "fr",
        "fr_CA", "de", "el", "he", "hi", "hu", "it", "ja", "ko", "lv", "lt", "no", "pl", "pt", "pt_BR", "ro", "ru",
        "sr", "sk", "sl", "es", "es_MX", "sv", "th", "tr", "uk", "vi",
    ].map(SigningLanguage.init(known:))

    /// Returns the documented language nearest to this device's, or else English.
    ///
    /// Languages are looked up as in RFC 4647 §3.4, in the script that people read. That is the locale's script, or the
    /// usual one of its language and region (Unicode Technical Standard #35, likely subtags). So Hong Kong gets
    /// `zh_TW`, and Brazilian Portuguese does not get Portugal's. A region for formats alone (`-u-rg-`) is ignored.
    public static func nearest(to locale: Locale = .current) -> SigningLanguage {
        // The tag names each language by its one current code: `he` for `iw`.
        let wanted = Locale.Language(identifier: locale.identifier(.bcp47))
        let named = wanted.languageCode?.identifier ?? ""
        let language = parentLanguages[named] ?? named
        let region = wanted.region?.identifier ?? ""
        let candidates =
            if language == "zh" {
                [wanted.script == .hanTraditional ? "zh_TW" : "zh_CN"]
            } else {
                ["\(language)_\(language == "es" && latinAmerica.contains(region) ? "MX" : region)", language]
            }
        let found = candidates.compactMap { code in allCases.first { $0.rawValue == code } }.first
        guard let found, found.isRead(in: wanted.script) else { return SigningLanguage(known: "en") }
        return found
    }

    /// Whether people who read a script can read the language's. Serbian has two scripts, and its readers read both.
    private func isRead(in script: Locale.Script?) -> Bool {
        guard let script, !["sr", "zh_CN", "zh_TW"].contains(rawValue) else { return true }
        let language = rawValue.prefix { $0 != "_" }
        return Locale.Language(identifier: String(language)).script == script
    }

    /// Languages that the API has under another language's code.
    private static let parentLanguages = ["nb": "no", "nn": "no", "cmn": "zh", "yue": "zh"]

    /// Regions whose Spanish is nearer to Mexico's than to Spain's (Unicode Technical Standard #35, parent locales of
    /// `es-419`).
    private static let latinAmerica: Set = [
        "419", "AR", "BO", "BR", "BZ", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA", "PE", "PR",
        "PY", "SV", "US", "UY", "VE",
    ]
}
