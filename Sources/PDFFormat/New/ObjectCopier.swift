/// Copies a document's objects, and all objects that they refer to, into a new file or an update.
///
/// Signatures are left out: a copy of one would be broken. An object that cannot be read is copied as `null`.
struct ObjectCopier {
    private let document: PDFDocument
    private let leftOut: Set<String>
    private var copies: [PDFReference: PDFReference] = [:]
    private var changed: [PDFReference: PDFObject] = [:]
    private var waiting: [PDFReference] = []
    /// Added to the keys of the structure's parent tree (ISO 32000-2 §14.7.5.4); `nil` drops them with the structure.
    var structureOffset: Int?

    private static let structureKeys: Set<String> = ["StructParent", "StructParents"]

    /// - Parameter types: the types that belong to the old file's structure and are not copied
    init(
        _ document: PDFDocument,
        leavingOut types: Set<String> = ["Page", "Pages", "Catalog", "StructTreeRoot", "StructElem"]
    ) {
        self.document = document
        leftOut = types
    }

    // MARK: Before copying

    /// Makes references to an object point to an object of the new file that is written otherwise.
    mutating func place(_ reference: PDFReference, at copy: PDFReference) { copies[reference] = copy }

    /// Returns the object as it will be copied.
    func current(_ reference: PDFReference) throws(PDFError) -> PDFObject {
        if let object = changed[reference] { return object }
        return try document.readable(.reference(reference))
    }

    mutating func change(_ reference: PDFReference, to entries: PDFDictionary) {
        changed[reference] = .dictionary(entries)
    }

    mutating func leaveOut(_ reference: PDFReference) { changed[reference] = .null }

    func leavesOut(_ reference: PDFReference) -> Bool { changed[reference]?.isNull == true }

    // MARK: Copying

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
            return SignaturePicture.isSignature(dictionary) ? .null : .dictionary(copy(dictionary, to: &file))
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
        for entry in dictionary.entries {
            if Self.structureKeys.contains(entry.key), let key = entry.value.integerValue {
                if let offset = structureOffset, (0..<1 << 24).contains(key) {
                    result.append(key: entry.key, value: .integer(offset + key))
                }
            } else {
                result.append(key: entry.key, value: copy(entry.value, to: &file))
            }
        }
        return result
    }

    /// Copies the objects that the copied objects refer to.
    mutating func finish(_ file: inout some ObjectSink) throws(PDFError) {
        while let reference = waiting.popLast() {
            guard let copy = copies[reference] else { continue }
            let object = try current(reference)
            if let type = object.dictionaryValue?["Type"]?.nameValue, leftOut.contains(type) { continue }
            file.set(copy, to: self.copy(object, to: &file))
        }
    }
}
