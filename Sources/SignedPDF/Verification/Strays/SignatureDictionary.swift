import Foundation

/// A signature dictionary that was found by its entries, wherever it stands.
struct SignatureDictionary: Sendable {
    /// The indirect object that is or contains the dictionary.
    var object: PDFReference
    /// Whether readers find that object here, rather than another one of its number or none.
    var isCurrent: Bool
    var dictionary: PDFDictionary
    /// The bytes of `/Contents` with their delimiters, unless the dictionary is compressed or has several.
    var value: Range<Int>?

    var contents: Data? { dictionary["Contents"]?.stringValue }

    /// Whether a dictionary is a signature or a document timestamp with a `/ByteRange`; `/Type` is optional.
    static func isSignature(_ dictionary: PDFDictionary) -> Bool {
        guard dictionary["ByteRange"] != nil else { return false }
        switch dictionary["Type"] {
        case .name("Sig"), .name("DocTimeStamp"): return true
        default: return dictionary["Contents"]?.stringValue != nil && dictionary["SubFilter"] != nil
        }
    }

    /// Returns the signature dictionaries within an object.
    static func all(in object: PDFObject) -> [PDFDictionary] {
        switch object {
        case .array(let elements): return elements.flatMap(all)
        case .stream(let stream): return all(in: .dictionary(stream.dictionary))
        case .dictionary(let dictionary):
            return (isSignature(dictionary) ? [dictionary] : []) + dictionary.entries.flatMap { all(in: $0.value) }
        default: return []
        }
    }
}

extension ObjectParser {
    /// Returns the dictionary that has a key at a place, and the byte range of its only `/Contents`, if the object at
    /// the position contains it.
    mutating func dictionary(
        withKeyAt place: Int
    ) throws(PDFError) -> (dictionary: PDFDictionary, contents: Range<Int>?)? {
        lexer.skipBlank()
        let start = lexer.position
        let isDictionary = lexer.matches("<<", at: start)
        guard isDictionary || lexer.byte(start) == 0x5B else { return nil }
        lexer.position += isDictionary ? 2 : 1
        var contents: [Range<Int>] = []
        var isFound = false
        while true {
            lexer.skipBlank()
            var key: String?
            if isDictionary {
                guard lexer.byte(lexer.position) == 0x2F else { break }
                isFound = isFound || lexer.position == place
                key = name()
                lexer.skipBlank()
            } else if lexer.isAtEnd || lexer.byte(lexer.position) == 0x5D {
                return nil
            }
            let valueStart = lexer.position
            _ = try object()
            let value = valueStart..<lexer.position
            if value.contains(place) {
                lexer.position = valueStart
                return try dictionary(withKeyAt: place)
            }
            if key == "Contents" { contents.append(value) }
        }
        guard isFound else { return nil }
        lexer.position = start
        guard case .dictionary(let dictionary) = try object() else { return nil }
        return (dictionary, contents.count == 1 ? contents.first : nil)
    }
}
