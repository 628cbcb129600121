import Envelopes
import Foundation
import Words

/// The text that a person agrees to before signing electronically (in the United States 15 U.S.C. §7001(c)).
///
/// The shown text is stored as a blob, and the history names its hash.
public struct Disclosure: Sendable, Hashable, Codable {
    /// One line of plain text.
    public let title: String
    /// Plain text, one paragraph an element, without line feeds.
    public let paragraphs: [String]

    /// A line feed within a paragraph would change the paragraphs that ``init(bytes:)`` reads.
    public init(title: String, paragraphs: [String]) {
        self.title = title
        self.paragraphs = paragraphs
    }

    /// Parses ``bytes``; returns `nil` if they are not text, or have no line but a title.
    public init?(bytes: Data) {
        guard let text = String(data: bytes, encoding: .utf8) else { return nil }
        var lines = text.components(separatedBy: "\n")
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count > 1, lines.contains(where: { $0.contains { !$0.isWhitespace } }) else { return nil }
        self.init(title: lines[0], paragraphs: Array(lines.dropFirst()))
    }

    /// The hashed bytes: the title and the paragraphs, each followed by a line feed, in UTF-8.
    public var bytes: Data {
        Data(([title] + paragraphs).map { $0 + "\n" }.joined().utf8)
    }

    /// Returns the text for a sender's documents that are signed in a browser.
    public static func standard(
        sender: Sender, terms: DisclosureTerms = DisclosureTerms(), in language: Language = .english
    ) -> Disclosure {
        standard(sender: sender, terms: terms, needs: "browser", records: "browserRecords", Catalog.of(language))
    }

    /// Returns the text for a sender's documents that are signed on a device, online or offline.
    public static func onDevice(
        sender: Sender, terms: DisclosureTerms = DisclosureTerms(), in language: Language = .english
    ) -> Disclosure {
        standard(sender: sender, terms: terms, needs: "device", records: "deviceRecords", Catalog.of(language))
    }

    private static func standard(
        sender: Sender, terms: DisclosureTerms, needs: String, records: String, _ catalog: Catalog
    ) -> Disclosure {
        let contact = terms.contact ?? sender.email
        func words(_ section: Catalog.Section, _ key: String, _ facts: [String: String] = [:]) -> String {
            // Apps and services of other versions know the texts from left to right by their bytes, which have no marks.
            catalog.sentence(
                section, key, facts.mapValues { .text($0) },
                isolation: catalog.language.isRightToLeft ? .isolates : .none) ?? ""
        }
        func say(_ key: String, _ facts: [String: String] = [:]) -> String { words(.disclosure, key, facts) }
        return Disclosure(
            title: say("title"),
            paragraphs: [
                say("asks", ["sender": sender.name]),
                say("covers", ["more": words(.page, "action.more"), "decline": words(.page, "action.decline")]),
                say("withdraw", ["withdrawal": terms.withdrawal ?? say("withdrawal", ["contact": contact])]),
                say("paper", ["contact": contact, "costs": terms.paperCopies ?? say("free")]),
                say("questions", ["contact": contact]), say(needs), say(records),
            ])
    }
}

extension Disclosure {
    /// Returns the texts that people may have agreed to on a device, in every language.
    public static func known(sender: Sender, terms: DisclosureTerms) -> [Disclosure] {
        Language.all.flatMap { language in
            [DisclosureTerms(), terms].flatMap {
                [onDevice(sender: sender, terms: $0, in: language), standard(sender: sender, terms: $0, in: language)]
            }
        }
    }
}
