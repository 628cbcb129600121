import Foundation

/// An operator's own sentences in one language. They come instead of the program's; all others stay.
public struct Wording: Hashable, Sendable {
    /// The language of the sentences.
    public let language: Language
    /// The sentences that differ from the program's.
    public private(set) var entries: CatalogEntries
    /// The English that sentences were written from, where it is known.
    public private(set) var english: CatalogEntries

    /// Checks nothing; see ``problems``.
    public init(_ language: Language, entries: CatalogEntries = [:], english: CatalogEntries = [:]) {
        self.language = language
        self.entries = entries
        self.english = english
    }

    /// What a catalog holds besides sentences, and a wording need not.
    private static let head: Set<String> = ["made", "glossary", "translated"]
    private static let englishKey = "english"

    /// Reads the form that catalogs have: a JSON object of sections, and in each a sentence by its key. What cannot be
    /// read is left out and named.
    public static func read(_ json: Data, in language: Language) -> (wording: Wording, problems: [WordingProblem]) {
        var wording = Wording(language)
        guard let whole = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] else {
            return (wording, [.notACatalog])
        }
        var problems: [WordingProblem] = []
        for (name, value) in whole.sorted(by: { $0.key < $1.key }) where !head.contains(name) {
            if name == englishKey {
                for (name, value) in value as? [String: Any] ?? [:] {
                    guard let section = Catalog.Section(rawValue: name) else { continue }
                    wording.english[section] = entries(of: value)?.read
                }
                continue
            }
            guard let section = Catalog.Section(rawValue: name) else {
                problems.append(.unknownSection(name))
                continue
            }
            guard let found = entries(of: value) else {
                problems.append(.notASection(name))
                continue
            }
            wording.entries[section] = found.read
            problems += found.unread.sorted().map { .notASentence(WordingPlace(section, $0)) }
        }
        return (wording, problems + wording.problems)
    }

    private static func entries(of section: Any) -> (read: [String: CatalogEntry], unread: [String])? {
        guard let section = section as? [String: Any] else { return nil }
        var read: [String: CatalogEntry] = [:]
        var unread: [String] = []
        for (key, value) in section {
            if let text = value as? String {
                read[key] = .always(text)
            } else if let forms = value as? [String: String],
                forms.keys.allSatisfy({ PluralCategory(rawValue: $0) != nil })
            {
                read[key] = .counted(
                    Dictionary(
                        uniqueKeysWithValues: forms.map { (PluralCategory(rawValue: $0.key) ?? .other, $0.value) }))
            } else {
                unread.append(key)
            }
        }
        return (read, unread)
    }

    /// Puts a sentence in the place of the program's; one like the program's changes nothing.
    ///
    /// - Parameter english: the English that it was written from
    public mutating func set(
        _ entry: CatalogEntry, _ section: Catalog.Section, _ key: String, from english: CatalogEntry?
    ) {
        let isOwn = language.builtInEntries[section]?[key] != entry
        entries[section, default: [:]][key] = isOwn ? entry : nil
        self.english[section, default: [:]][key] = isOwn ? english : nil
    }

    /// The file that ``read(_:in:)`` reads.
    public var json: Data {
        func named(_ entries: CatalogEntries) -> [String: Any] {
            var sections: [String: Any] = [:]
            for (section, entries) in entries where !entries.isEmpty {
                sections[section.rawValue] = entries.mapValues(\.plain)
            }
            return sections
        }
        var whole = named(entries)
        if !english.values.allSatisfy(\.isEmpty) { whole[Self.englishKey] = named(english) }
        let text = try? JSONSerialization.data(
            withJSONObject: whole, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return (text ?? Data("{}".utf8)) + Data("\n".utf8)
    }
}

extension CatalogEntry {
    /// As JSON has it.
    var plain: Any {
        switch self {
        case .always(let text): text
        case .counted(let forms):
            Dictionary(uniqueKeysWithValues: forms.map { ($0.key.rawValue, $0.value) })
        }
    }
}
