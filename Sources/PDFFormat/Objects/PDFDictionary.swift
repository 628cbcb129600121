/// A dictionary object that keeps the order of its entries (ISO 32000-2 §7.3.7).
///
/// If a file repeats a key, the last entry counts. An entry whose value is `null` counts as absent.
public struct PDFDictionary: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    package struct Entry: Sendable, Hashable {
        package var key: String
        package var value: PDFObject
    }

    package private(set) var entries: [Entry]

    /// An empty dictionary.
    public init() {
        entries = []
    }

    /// Takes the entries in the order of the literal.
    public init(dictionaryLiteral elements: (String, PDFObject)...) {
        entries = elements.map { Entry(key: $0.0, value: $0.1) }
    }

    /// The value of a key, its last one if the file repeats the key; `nil` if it is missing.
    /// Setting `nil` or `null` removes all entries of the key. A new key goes to the end.
    public subscript(key: String) -> PDFObject? {
        get { entries.last { $0.key == key }?.value }
        set {
            guard let newValue, !newValue.isNull else {
                entries.removeAll { $0.key == key }
                return
            }
            if let index = entries.lastIndex(where: { $0.key == key }) {
                entries[index].value = newValue
            } else {
                entries.append(Entry(key: key, value: newValue))
            }
        }
    }

    /// The keys in the order of the file; a repeated one is there as often as in the file.
    public var keys: [String] { entries.map(\.key) }
    /// Whether there is no entry.
    public var isEmpty: Bool { entries.isEmpty }

    /// Appends an entry without searching for an earlier one with the same key. The parser would otherwise take
    /// quadratic time for a hostile dictionary.
    package mutating func append(key: String, value: PDFObject) {
        entries.append(Entry(key: key, value: value))
    }
}
