import Envelopes
import Foundation
import HTTPMessages

/// The texts of the pages behind links, and of the last page of a visit, in one language.
package struct PageSentences: Sendable {
    /// The language's tag, as HTML has it.
    package let language: String
    package var isRightToLeft = false
    /// Words for numbers, from zero; larger numbers are written in digits.
    var numbers: [String] = []
    let texts: [PageText: String]

    /// The available languages. Whoever wants another one gets the first.
    package static let all: [PageSentences] = [.english, .german, .french, .spanish, .japanese, .arabic]

    /// Returns the sentences for a person: in the language that the sender chose for them, or else in one that their
    /// browser asks for.
    package static func `for`(_ recipient: Recipient?, _ headers: HTTPFields) -> PageSentences {
        let chosen = [recipient?.emailNotification?.language].compactMap(\.self)
        return best(for: chosen + accepted(headers[.acceptLanguage] ?? ""))
    }

    /// Returns the sentences for the first of these language tags (RFC 5646; with underscores too) that there are any
    /// for, with or without its region and script.
    static func best(for tags: [String]) -> PageSentences {
        for tag in tags {
            let primary = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
            if let found = all.first(where: { $0.language == primary }) { return found }
        }
        return .english
    }

    /// Returns the language tags of an `Accept-Language` (RFC 9110 §12.5.4), the most wanted first.
    static func accepted(_ header: String) -> [String] {
        let wishes = header.prefix(500).split(separator: ",").prefix(20).compactMap {
            part -> (tag: String, q: Double)? in
            let pieces = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = pieces.first, !tag.isEmpty, tag != "*" else { return nil }
            let quality = pieces.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map {
                Double($0.dropFirst(2)) ?? 0
            }
            return (tag, quality ?? 1)
        }
        return wishes.filter { $0.q > 0 }.enumerated()
            .sorted { ($1.element.q, $0.offset) < ($0.element.q, $1.offset) }.map(\.element.tag)
    }

    /// Returns a text with names filled in. A name with braces of its own is filled in as it is.
    package func callAsFunction(_ key: PageText, _ names: [String: String] = [:]) -> String {
        var output = ""
        var rest = (texts[key] ?? Self.english.texts[key] ?? "")[...]
        while let start = rest.range(of: "{{"), let end = rest[start.upperBound...].range(of: "}}") {
            let name = names[String(rest[start.upperBound..<end.lowerBound])] ?? ""
            // A name in Latin letters keeps its own direction within a sentence from right to left (UAX #9).
            output += rest[..<start.lowerBound] + (isRightToLeft ? "\u{2068}\(name)\u{2069}" : name)
            rest = rest[end.upperBound...]
        }
        return output + rest
    }

    /// Returns a text about a number: one of two, with `{{count}}` in it.
    package func callAsFunction(_ one: PageText, _ more: PageText, _ count: Int) -> String {
        self(count == 1 ? one : more, ["count": numbers.indices.contains(count) ? numbers[count] : String(count)])
    }

    /// Returns a day as the language writes it.
    package func day(_ date: Date, in zone: TimeZone) -> String {
        guard language != "en" else { return SignedDate.day(date, in: zone) }
        var style = Date.FormatStyle(date: .long, time: .omitted)
        style.timeZone = zone
        style.locale = Locale(identifier: language)
        return date.formatted(style)
    }
}
