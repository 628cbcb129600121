import Envelopes
import HTTPMessages
import Words

extension Language {
    /// The header in which the page names the language that it was shown in.
    private static let header = "Countersign-Language"

    /// Returns the language of a person at a page: the one that the address of the page names, or that they chose on the
    /// page, or that the sender chose for them, or that their browser asks for, or English.
    ///
    /// - Parameter chosen: the tag in the address of the page, if any
    package static func of(_ recipient: Recipient?, _ headers: HTTPFields, chosen: String? = nil) -> Language {
        let wishes = [chosen, headers[named: header], recipient?.emailNotification?.language]
        return best(for: wishes.compactMap(\.self) + accepted(headers[.acceptLanguage] ?? ""))
    }
}
