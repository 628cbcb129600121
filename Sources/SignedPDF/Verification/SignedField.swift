import Foundation

/// A signature in a signed file, with its signature dictionary (ISO 32000-2 §12.8.1).
struct SignedField: Sendable {
    /// Where a signature stands.
    enum Place: Sendable {
        /// It is the value of a signature field of the form, where it belongs.
        case field
        /// `/V` or `/FT` stands at a widget of a field.
        case widget
        /// Its widget is on a page, but the form does not list it.
        case unlisted
        /// Something else refers to it.
        case outside
        /// It grants usage rights (ISO 32000-2 §12.8.2.3), and is no signature of a person.
        case usageRights
        /// Nothing leads to it.
        case unreached
    }

    /// The fully qualified name of the field; "object N" for a signature outside any field.
    var name: String
    var dictionary: PDFDictionary
    /// The indirect object that is or contains the signature dictionary.
    var object: PDFReference?
    /// The field's `/Lock` (ISO 32000-2 table 236).
    var lock: PDFObject?
    var place = Place.field
    /// The bytes of `/Contents` with their delimiters, for a signature outside the fields.
    private var value: Range<Int>?

    /// Returns all signed fields of the document, in the order of the field tree.
    static func all(in document: PDFDocument, tree: FieldTree) throws(PDFError) -> [SignedField] {
        var result: [SignedField] = []
        for field in tree.fields {
            if let signed = try SignedField(field, in: document) { result.append(signed) }
        }
        return result
    }

    /// Returns `nil` for an unsigned field, or one that is not a signature field.
    init?(_ field: FieldNode, in document: PDFDocument) throws(PDFError) {
        guard field.type == "Sig", let value = field.attributes["V"] else { return nil }
        let resolved = try document.resolve(value)
        if resolved.isNull { return nil }
        name = field.name
        dictionary = resolved.dictionaryValue ?? [:]
        object = value.referenceValue ?? field.reference
        lock = field.dictionary["Lock"]
    }

    /// - Parameter found: a signature that is not the value of a field
    init(_ found: SignatureDictionary, name: String, place: Place, lock: PDFObject? = nil) {
        self.name = name
        self.place = place
        self.lock = lock
        dictionary = found.dictionary
        object = found.object
        value = found.value
    }

    /// The CMS structure, or whatever is in its place, including the padding zeros.
    var contents: Data? { dictionary["Contents"]?.stringValue }

    /// The offset of the value according to the byte range; the highest possible offset if it is missing.
    var gapStart: Int {
        let numbers = dictionary["ByteRange"]?.arrayValue ?? []
        return numbers.count == 4 ? numbers[1].integerValue ?? .max : .max
    }

    /// The encoding of the signature.
    var subFilter: String? { dictionary["SubFilter"]?.nameValue }

    /// Whether this is a document timestamp (ISO 32000-2 §12.8.5), or claims to be one.
    var isTimestamp: Bool { Self.isTimestamp(dictionary) }

    static func isTimestamp(_ dictionary: PDFDictionary) -> Bool {
        dictionary["SubFilter"] == .name(SignatureEncoding.timestamp.rawValue)
            || dictionary["Type"] == .name("DocTimeStamp")
    }

    /// Returns the bytes of `/Contents` with their delimiters, or `nil` if they are not in the file as plain bytes.
    func valueRange(in document: PDFDocument) -> Range<Int>? {
        place == .field ? SignatureValueLocation.find(in: document, object: object) : value
    }
}
