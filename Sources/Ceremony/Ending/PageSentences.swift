import Envelopes
import Foundation
import HTTPMessages
import Words

/// The texts of the pages behind links, and of the last page of a visit, in one language.
package struct PageSentences: Sendable {
    package let language: Language
    private let catalog: Catalog

    package init(_ language: Language) {
        self.language = language
        catalog = Catalog.of(language)
    }

    /// Returns the sentences for a person: in the language that they chose on the page, or else that the sender chose for
    /// them, or else that their browser asks for, or else the account's.
    package static func `for`(
        _ recipient: Recipient?, _ headers: HTTPFields, chosen: String? = nil, otherwise account: String? = nil
    ) -> PageSentences {
        PageSentences(.of(recipient, headers, chosen: chosen, otherwise: account))
    }

    /// Returns a text with names filled in. A name with braces of its own is filled in as it is.
    package func callAsFunction(_ key: LinkText, _ names: [String: String] = [:]) -> String {
        catalog.sentence(.links, key.rawValue, names.mapValues { .text($0) }) ?? key.rawValue
    }

    /// Returns a text about a number, in the language's plural form.
    package func callAsFunction(_ key: LinkText, count: Int) -> String {
        catalog.sentence(.links, key.rawValue, count: count) ?? key.rawValue
    }

    /// Returns a day as the language writes it.
    package func day(_ date: Date, in zone: TimeZone) -> String {
        guard language != .english else { return SignedDate.day(date, in: zone) }
        var style = Date.FormatStyle(date: .long, time: .omitted)
        style.timeZone = zone
        style.locale = Locale(identifier: language.locale)
        return date.formatted(style)
    }
}
