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
    }

    /// A sentence with the names of facts in braces, such as `{sender}`, or one for each plural category.
    enum Entry: Sendable, Decodable {
        case always(String)
        case counted([PluralCategory: String])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .always(text)
            } else {
                self = .counted(try value.decode([PluralCategory: String].self))
            }
        }
    }

    /// The language of the sentences.
    public let language: Language
    private let sections: [String: [String: Entry]]
    /// The whole catalog as JSON.
    private let json: Data

    private init(_ language: Language) {
        self.language = language
        json = Data((CatalogFiles.all[language.tag] ?? "{}").utf8)
        // A catalog is part of the program, and the tests read each.
        sections = (try? JSONDecoder().decode([String: [String: Entry]].self, from: json)) ?? [:]
    }

    private static let read = Locked<[Language: Catalog]>([:])

    /// Returns a language's catalog, which is read once.
    public static func of(_ language: Language) -> Catalog {
        if let known = read.withLock({ $0[language] }) { return known }
        let catalog = Catalog(language)
        read.withLock { $0[language] = catalog }
        return catalog
    }

    /// Returns the sentence for a key; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - count: chooses the plural form, and is the fact `count`; without it, the fact `count` or `names` does
    ///   - isolating: whether texts that may run in the other direction are kept apart
    public func sentence(
        _ section: Section, _ key: String, _ facts: [String: Fact] = [:], count: Int? = nil, isolating: Bool = true
    ) -> String? {
        guard let entry = sections[section.rawValue]?[key] else { return nil }
        var facts = facts
        if let count { facts["count"] = .number(count) }
        switch entry {
        case .always(let text): return filled(text, facts, isolating: isolating)
        case .counted(let forms):
            let number = facts["count"]?.count ?? facts["names"]?.count ?? 0
            let text = forms[language.category(of: number)] ?? forms[.other] ?? ""
            return filled(text, facts, isolating: isolating)
        }
    }

    /// The texts of a key, with the names of facts in braces: one, or one for each plural category.
    func texts(of section: Section, _ key: String) -> [String] {
        switch sections[section.rawValue]?[key] {
        case .always(let text): [text]
        case .counted(let forms): Array(forms.values)
        case nil: []
        }
    }

    /// The keys of a section.
    public func keys(of section: Section) -> Set<String> { Set((sections[section.rawValue] ?? [:]).keys) }

    /// A script that hands a page its sentences, as `countersignWords`.
    public func script(_ section: Section) -> String {
        let whole = try? JSONSerialization.jsonObject(with: json) as? [String: Any]
        let table: [String: Any] = [
            "language": language.tag, "locale": language.locale, "direction": language.direction,
            "strings": whole?[section.rawValue] ?? [:],
            "languages": Language.all.map { ["tag": $0.tag, "name": $0.ownName] },
        ]
        let text =
            (try? JSONSerialization.data(withJSONObject: table, options: [.sortedKeys, .withoutEscapingSlashes]))
        return "globalThis.countersignWords = \(String(decoding: text ?? Data("{}".utf8), as: UTF8.self));\n"
    }

    // MARK: Facts in sentences

    /// A fact with braces of its own is filled in as it is. An unknown name leaves nothing.
    package func filled(_ text: String, _ facts: [String: Fact], isolating: Bool = true) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: start)..<end])
            output += rest[..<start] + (facts[name].map { written($0, isolating: isolating) } ?? "")
            rest = rest[rest.index(after: end)...]
        }
        return output + rest
    }

    private func written(_ fact: Fact, isolating: Bool) -> String {
        switch fact {
        case .text(let text): isolating ? isolated(text) : text
        case .number(let number): String(number)
        case .names(let names): names.map(isolated).joined(separator: language.separator)
        }
    }

    /// A text that may run in the other direction than the sentence keeps its own, and does not reorder what is around it
    /// (UAX #9 §2.4).
    private func isolated(_ text: String) -> String {
        guard !text.isEmpty, language.isRightToLeft || text.unicodeScalars.contains(where: \.runsFromRightToLeft) else {
            return text
        }
        return "\u{2068}\(text)\u{2069}"
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
