import Crypto
import Foundation

/// A document rewritten as a new file.
public struct RepairedFile: Sendable {
    /// The whole new file.
    public let bytes: Data
    /// The names of the fields whose signatures were removed, because they covered the bytes of the old file.
    public let lostSignatures: [String]
    /// The objects that were left out, because they could not be read.
    public let dropped: [DroppedObject]
}

extension PDFDocument {
    /// Rewrites the document as a new file with a clean cross-reference table. It contains the objects reachable from
    /// the catalog, as they were read, encrypted as before.
    ///
    /// A signature in the old file does not cover the new one, so signatures are removed, with their appearances and
    /// any certification. Unreadable objects are dropped, and lists no longer name them.
    ///
    /// - Throws: `PDFError`, for instance `.beyondLimits`
    public func repaired() throws(PDFError) -> RepairedFile {
        var writer = try CleanFileWriter(self)
        try writer.collect()
        return RepairedFile(
            bytes: try writer.data(), lostSignatures: writer.lostSignatures,
            dropped: try described(writer.unreadable))
    }
}

/// Numbers and writes the objects reachable from a document's trailer.
private struct CleanFileWriter {
    let document: PDFDocument
    let lostSignatures: [String]
    private let signed: Set<PDFReference>
    private let root: PDFReference
    private let form: PDFReference?
    private var numbers: [PDFReference: Int] = [:]
    private var order: [PDFReference] = []
    private(set) var unreadable: [PDFReference: PDFError] = [:]
    /// The arrays that may lose elements: those whose elements have no fixed places.
    private var lists: Set<PDFReference> = []

    init(_ document: PDFDocument) throws(PDFError) {
        self.document = document
        guard let root = document.trailer["Root"]?.referenceValue else {
            throw .damaged("the trailer's /Root is not a reference", offset: document.newestSection.offset)
        }
        self.root = root
        form = try document.catalog()["AcroForm"]?.referenceValue
        var names: [String] = []
        var signed: Set<PDFReference> = []
        let tree = try document.readable { () throws(PDFError) in try FieldTree(document) }
        for field in tree?.fields ?? [] where field.type == "Sig" && field.attributes["V"] != nil {
            names.append(field.name)
            signed.formUnion([field.reference].compactMap { $0 } + field.annotationReferences)
        }
        lostSignatures = names
        self.signed = signed
    }

    private var trailer: PDFDictionary {
        var trailer: PDFDictionary = ["Root": .reference(root)]
        for key in ReachableObjects.trailerKeys.dropFirst() { trailer[key] = document.trailer[key] }
        return trailer
    }

    /// Collects every object reachable from the trailer.
    mutating func collect() throws(PDFError) {
        var walk = ReachableObjects(document)
        try walk.run(kept)
        unreadable = walk.unreadable
        order = walk.order.filter { unreadable[$0] == nil }
        for (index, reference) in order.enumerated() { numbers[reference] = index + 1 }
        for reference in unreadable.isEmpty ? [] : order {
            guard let dictionary = try document.object(reference).dictionaryValue else { continue }
            lists.formUnion(Self.lists(in: dictionary).compactMap { dictionary[$0]?.referenceValue })
        }
    }

    /// Returns the keys of a dictionary's lists of fields and annotations.
    private static func lists(in dictionary: PDFDictionary) -> [String] {
        ["Annots", "Fields", "CO", "Kids"].filter { key in
            dictionary[key] != nil && (key != "Kids" || dictionary["Type"] != .name("Pages"))
        }
    }

    private static func withoutLength(_ dictionary: PDFDictionary) -> PDFDictionary {
        var dictionary = dictionary
        dictionary["Length"] = nil
        return dictionary
    }

    /// Returns an object as the new file holds it.
    private func kept(_ reference: PDFReference, _ object: PDFObject) -> PDFObject {
        guard case .dictionary(var dictionary) = object else { return object }
        if signed.contains(reference) {
            for key in ["V", "AP"] { dictionary[key] = nil }
        }
        if reference == root {
            for key in ["Perms", "DSS"] { dictionary[key] = nil }
            if case .dictionary(var form)? = dictionary["AcroForm"] {
                form["SigFlags"] = nil
                dictionary["AcroForm"] = .dictionary(form)
            }
        }
        if reference == form { dictionary["SigFlags"] = nil }
        return .dictionary(dictionary)
    }

    // MARK: Writing

    func data() throws(PDFError) -> Data {
        var writer = ObjectWriter()
        writer.append("%PDF-\(version)\n%")
        writer.append([0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
        var offsets: [Int] = []
        for (index, reference) in order.enumerated() {
            let new = PDFReference(number: index + 1)
            var object = renumbered(
                kept(reference, try document.object(reference)), isList: lists.contains(reference))
            if let encryption = document.encryption, reference != encryption.reference {
                object = encryption.encrypted(object, of: new)
            }
            offsets.append(writer.bytes.count)
            writer.write(object, as: new)
        }
        let start = writer.bytes.count
        writer.append("xref\n0 \(order.count + 1)\n0000000000 65535 f\r\n")
        for offset in offsets {
            let digits = String(offset)
            writer.append(String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n\r\n")
        }
        writer.append("trailer\n")
        var trailer = trailer
        trailer["Size"] = .integer(order.count + 1)
        trailer["ID"] = identifier(writer.bytes)
        writer.write(renumbered(.dictionary(trailer)))
        writer.append("\nstartxref\n\(start)\n%%EOF\n")
        return Data(writer.bytes)
    }

    /// Keeps the first part of the old identifier, because an encryption key may depend on it.
    private func identifier(_ bytes: [UInt8]) -> PDFObject? {
        let old = (try? document.value("ID", in: document.trailer))?.arrayValue?.first?.stringValue
        if old == nil, document.encryption != nil { return nil }
        let new = Data(SHA256.hash(data: bytes).prefix(16))
        return .array([.string(old ?? new), .string(new)])
    }

    /// The version in the old header, such as `1.7`.
    private var version: String {
        let text = document.bytes.slice(document.headerOffset + 5..<document.headerOffset + 8)
        let bytes = Array(text)
        guard bytes.count == 3, Lexer.isDigit(Int(bytes[0])), bytes[1] == 0x2E, Lexer.isDigit(Int(bytes[2])) else {
            return "1.7"
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func renumbered(_ object: PDFObject, isList: Bool = false) -> PDFObject {
        switch object {
        case .reference(let reference):
            numbers[reference].map { .reference(PDFReference(number: $0)) } ?? .null
        case .array(let elements):
            .array(elements.filter { !isList || !isDropped($0) }.map { renumbered($0) })
        case .dictionary(let dictionary): .dictionary(renumbered(dictionary))
        case .stream(let stream):
            .stream(
                PDFStream(
                    dictionary: renumbered(Self.withoutLength(stream.dictionary)), encodedBytes: stream.encodedBytes))
        default: object
        }
    }

    private func renumbered(_ dictionary: PDFDictionary) -> PDFDictionary {
        var result = PDFDictionary()
        let lists = unreadable.isEmpty ? [] : Self.lists(in: dictionary)
        for entry in dictionary.entries where !isDropped(entry.value) {
            result.append(key: entry.key, value: renumbered(entry.value, isList: lists.contains(entry.key)))
        }
        return result
    }

    private func isDropped(_ object: PDFObject) -> Bool { object.referenceValue.map { unreadable[$0] != nil } ?? false }
}
