import Foundation

/// What a catalog has under a key: a sentence with the names of facts in braces, such as `{sender}`, or one for each
/// plural category.
public enum CatalogEntry: Hashable, Sendable, Codable {
    case always(String)
    case counted([PluralCategory: String])

    /// Reads a text, or an object of plural forms.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .always(text)
        } else {
            self = .counted(try value.decode([PluralCategory: String].self))
        }
    }

    /// Writes a text, or an object of plural forms.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .always(let text): try value.encode(text)
        case .counted(let forms): try value.encode(forms)
        }
    }

    /// Its texts: one, or one for each plural category.
    public var texts: [String] {
        switch self {
        case .always(let text): [text]
        case .counted(let forms): Array(forms.values)
        }
    }

    /// The names of the facts in a text.
    static func names(in text: String) -> Set<String> {
        Set(text.matches(of: /\{(\w+)\}/).map { String($0.1) })
    }
}

/// The entries of a catalog by section and key.
public typealias CatalogEntries = [Catalog.Section: [String: CatalogEntry]]

extension Language {
    /// The entries that the program has, without an operator's own wording.
    public var builtInEntries: CatalogEntries {
        let json = Data((CatalogFiles.all[tag] ?? "{}").utf8)
        // A catalog is part of the program, and the tests read each.
        let read = (try? JSONDecoder().decode([String: [String: CatalogEntry]].self, from: json)) ?? [:]
        return Dictionary(
            read.compactMap { name, entries in Catalog.Section(rawValue: name).map { ($0, entries) } },
            uniquingKeysWith: { first, _ in first })
    }
}
