import Envelopes
import HTTPMessages
import Words

extension Language {
    /// The header in which the page names the language that it was shown in.
    private static let header = "Countersign-Language"

    /// Returns the language of a person at a page: the one that the address of the page names, or that they chose on the
    /// page, or that the sender chose for them, or that their browser asks for, or the account's, or English.
    ///
    /// - Parameters:
    ///   - chosen: the tag in the address of the page, if any
    ///   - account: the tag of the account's language, if it has one
    package static func of(
        _ recipient: Recipient?, _ headers: HTTPFields, chosen: String? = nil, otherwise account: String? = nil
    ) -> Language {
        best(for: wishes(of: recipient, headers, chosen: chosen) + [account].compactMap(\.self))
    }

    /// Whether a request asks for a language that there is.
    static func isWished(in headers: HTTPFields, chosen: String?) -> Bool {
        wishes(of: nil, headers, chosen: chosen).contains { of($0) != nil }
    }

    private static func wishes(of recipient: Recipient?, _ headers: HTTPFields, chosen: String?) -> [String] {
        [chosen, headers[named: header], recipient?.emailNotification?.language].compactMap(\.self)
            + accepted(headers[.acceptLanguage] ?? "")
    }
}
