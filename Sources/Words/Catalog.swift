import Essentials
import Foundation

/// The sentences of one language. A key and its facts go in, a whole sentence comes out.
public struct Catalog: Sendable {
    /// A part of the catalog, for one surface.
    public enum Section: String, Sendable, CaseIterable {
        /// The signing page.
        case page
        /// Why the signing page does not do something, by the codes of its errors.
        case refusals
        /// What a person agrees to before they sign.
        case disclosure
        /// The pages behind links, and the last page of a visit.
        case links
        /// Messages by mail: `invitation.heading`, `label.greeting` and the like.
        case letters
        /// The page on which a sender composes.
        case composing
        /// The sign-in page and the account page.
        case signin
        /// The certificate of completion.
        case certificate
        /// What happened to an envelope, in sentences of the certificate.
        case events
        /// The windows in which an app shows a page: their controls and questions.
        case sdk
        /// What stands in signed documents: days, and the line below a signature. A device writes the same as the service.
        case paper
    }

    /// The language of the sentences.
    public let language: Language
    private let entries: CatalogEntries

    /// - Parameter wording: an operator's own sentences
    init(_ language: Language, wording: Wording? = nil) {
        self.language = language
        entries = language.builtInEntries.merging(wording?.entries ?? [:]) { builtIn, own in
            builtIn.merging(own) { _, own in own }
        }
    }

    /// The catalogs that were read, and what they are read with.
    private struct Shelf {
        var wordings: [Language: Wording] = [:]
        var read: [Language: Catalog] = [:]
    }

    private static let shelf = Locked(Shelf())

    /// Returns a language's catalog, which is read once, with the operator's own sentences.
    public static func of(_ language: Language) -> Catalog {
        shelf.withLock { shelf in
            if let known = shelf.read[language] { return known }
            let catalog = Catalog(language, wording: shelf.wordings[language])
            shelf.read[language] = catalog
            return catalog
        }
    }

    /// Sets an operator's own sentences for this process, at its start: what has read a catalog keeps it, so nothing may
    /// have read one yet.
    ///
    /// - Parameter wordings: those without ``Wording/problems``, one a language
    /// - Returns: whether they were set; `false` after a catalog was read
    public static func use(_ wordings: [Wording]) -> Bool {
        shelf.withLock { shelf in
            guard shelf.read.isEmpty else { return false }
            shelf.wordings = Dictionary(wordings.map { ($0.language, $0) }, uniquingKeysWith: { first, _ in first })
            return true
        }
    }

    /// Returns the sentence for a key; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - count: chooses the plural form, and is the fact `count`; without it, the fact `count` or `names` does
    ///   - isolation: how texts that may run in the other direction are kept apart
    public func sentence(
        _ section: Section, _ key: String, _ facts: [String: Fact] = [:], count: Int? = nil,
        isolation: Isolation = .isolates
    ) -> String? {
        guard let entry = entries[section]?[key] else { return nil }
        var facts = facts
        if let count { facts["count"] = .number(count) }
        switch entry {
        case .always(let text): return filled(text, facts, isolation)
        case .counted(let forms):
            let number = facts["count"]?.count ?? facts["names"]?.count ?? 0
            let text = forms[language.category(of: number)] ?? forms[.other] ?? ""
            return filled(text, facts, isolation)
        }
    }

    /// The texts of a key, with the names of facts in braces: one, or one for each plural category.
    func texts(of section: Section, _ key: String) -> [String] { entries[section]?[key]?.texts ?? [] }

    /// The keys of a section.
    public func keys(of section: Section) -> Set<String> { Set((entries[section] ?? [:]).keys) }

    /// A script that hands a page its sentences, as `countersignWords`.
    public func script(_ section: Section) -> String {
        let table: [String: Any] = [
            "language": language.tag, "locale": language.locale, "direction": language.direction,
            "strings": (entries[section] ?? [:]).mapValues(\.plain),
            "languages": Language.all.map { ["tag": $0.tag, "name": $0.ownName] },
        ]
        let text =
            (try? JSONSerialization.data(withJSONObject: table, options: [.sortedKeys, .withoutEscapingSlashes]))
        return "globalThis.countersignWords = \(String(decoding: text ?? Data("{}".utf8), as: UTF8.self));\n"
    }

    /// How a text that may run in the other direction is kept apart from the sentence around it.
    public enum Isolation: Sendable {
        case none
        /// By isolates (U+2068, U+2069), as on pages.
        case isolates
        /// By marks of the sentence's direction (U+200E, U+200F) on both sides, as on paper, where isolates are not set
        /// because they could hide what a name is.
        case marks
    }

    // MARK: Facts in sentences

    /// A fact with braces of its own is filled in as it is. An unknown name leaves nothing.
    package func filled(_ text: String, _ facts: [String: Fact], _ isolation: Isolation = .isolates) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: start)..<end])
            output += rest[..<start] + (facts[name].map { written($0, isolation) } ?? "")
            rest = rest[rest.index(after: end)...]
        }
        return output + rest
    }

    private func written(_ fact: Fact, _ isolation: Isolation) -> String {
        switch fact {
        case .text(let text): isolated(text, isolation)
        case .number(let number): String(number)
        case .names(let names): names.map { isolated($0, isolation) }.joined(separator: language.separator)
        }
    }

    /// A text that may run in the other direction than the sentence keeps its own, and does not reorder what is around it
    /// (UAX #9 §2.4).
    private func isolated(_ text: String, _ isolation: Isolation) -> String {
        guard !text.isEmpty, language.isRightToLeft || text.unicodeScalars.contains(where: \.runsFromRightToLeft) else {
            return text
        }
        switch isolation {
        case .none: return text
        case .isolates: return "\u{2068}\(text)\u{2069}"
        case .marks:
            let mark = language.isRightToLeft ? "\u{200F}" : "\u{200E}"
            return mark + text + mark
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character is of a script that runs from right to left: Hebrew, Arabic and their like.
    fileprivate var runsFromRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
