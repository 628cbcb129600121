import Foundation

/// The language of signing pages, by the eSignature API's code: `fr_CA`, `ja`.
public struct SigningLanguage: RawRepresentable, Sendable, Hashable, CaseIterable {
    public let rawValue: String

    /// Two or three letters, optionally an underscore and two letters; anything else gives nil. A hyphen is taken for
    /// an underscore.
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

    /// The documented language nearest to this device's; English where there is none.
    public static func nearest(to locale: Locale = .current) -> SigningLanguage {
        let language = locale.language.languageCode?.identifier ?? "en"
        let region = locale.region?.identifier ?? ""
        let codes = Set(allCases.map(\.rawValue))
        let found = ["\(language)_\(region)", language].first(where: codes.contains)
        return SigningLanguage(known: found ?? (language == "zh" ? "zh_CN" : "en"))
    }
}
