/// Copies objects of a document with everything they lead to into a new file.
struct ObjectCopier {
    private let document: PDFDocument
    private var copies: [PDFReference: PDFReference] = [:]
    private var waiting: [PDFReference] = []

    /// What belongs to the old file's structure and is not taken along.
    private static let leftOut: Set<String> = ["Page", "Pages", "Catalog", "StructTreeRoot", "StructElem"]

    init(_ document: PDFDocument) {
        self.document = document
    }

    /// The object with its references leading to the copies; these are made by ``finish(_:)``.
    mutating func copy(_ object: PDFObject, to file: inout FileWriter) -> PDFObject {
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

    private mutating func copy(_ dictionary: PDFDictionary, to file: inout FileWriter) -> PDFDictionary {
        var result = PDFDictionary()
        for entry in dictionary.entries { result.append(key: entry.key, value: copy(entry.value, to: &file)) }
        return result
    }

    /// Copies what the objects copied so far lead to.
    mutating func finish(_ file: inout FileWriter) throws(PDFError) {
        while let reference = waiting.popLast() {
            guard let copy = copies[reference] else { continue }
            let object = try document.object(reference)
            if let type = object.dictionaryValue?["Type"]?.nameValue, Self.leftOut.contains(type) { continue }
            file.set(copy, to: self.copy(object, to: &file))
        }
    }
}
