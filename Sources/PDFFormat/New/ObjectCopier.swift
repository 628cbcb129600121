/// Copies a document's objects, and all objects that they refer to, into a new file or an update.
struct ObjectCopier {
    private let document: PDFDocument
    private var copies: [PDFReference: PDFReference] = [:]
    private var waiting: [PDFReference] = []

    /// The types that belong to the old file's structure and are not copied.
    private static let leftOut: Set<String> = ["Page", "Pages", "Catalog", "StructTreeRoot", "StructElem"]

    init(_ document: PDFDocument) {
        self.document = document
    }

    /// Returns the object with its references pointing to the copies, which ``finish(_:)`` writes.
    mutating func copy(_ object: PDFObject, to file: inout some ObjectSink) -> PDFObject {
        switch object {
        case .reference(let reference):
            if let known = copies[reference] { return .reference(known) }
            let copy = file.reserve()
            copies[reference] = copy
            waiting.append(reference)
            return .reference(copy)
        case .array(let elements):
            return .array(elements.map { copy($0, to: &file) })
        case .dictionary(let dictionary):
            return .dictionary(copy(dictionary, to: &file))
        case .stream(let stream):
            var dictionary = stream.dictionary
            dictionary["Length"] = nil
            return .stream(PDFStream(dictionary: copy(dictionary, to: &file), encodedBytes: stream.encodedBytes))
        default:
            return object
        }
    }

    private mutating func copy(_ dictionary: PDFDictionary, to file: inout some ObjectSink) -> PDFDictionary {
        var result = PDFDictionary()
        for entry in dictionary.entries { result.append(key: entry.key, value: copy(entry.value, to: &file)) }
        return result
    }

    /// Copies the objects that the copied objects refer to.
    mutating func finish(_ file: inout some ObjectSink) throws(PDFError) {
        while let reference = waiting.popLast() {
            guard let copy = copies[reference] else { continue }
            let object = try document.object(reference)
            if let type = object.dictionaryValue?["Type"]?.nameValue, Self.leftOut.contains(type) { continue }
            file.set(copy, to: self.copy(object, to: &file))
        }
    }
}
