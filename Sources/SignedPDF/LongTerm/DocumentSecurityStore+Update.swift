import Essentials
import Foundation

extension DocumentSecurityStore {
    /// Returns the key of a signature in `/VRI`: the SHA-1 of its `/Contents`, including the padding zeros, in
    /// upper-case hexadecimal digits (ISO 32000-2 table 262).
    static func key(of contents: Data) -> String {
        Hexadecimal.text(DigestAlgorithm.sha1.digest(ofPieces: [contents]).bytes).uppercased()
    }
}

extension PDFDocument {
    /// Returns one incremental update that adds validation data to the document security store. Existing data stay, and
    /// nothing is stored twice.
    ///
    /// - Parameters:
    ///   - data: the data for each signature, with the value of its `/Contents`
    ///   - date: the time when the data were gathered (`/TU`)
    /// - Returns: the bytes to append, or `nil` if the store already has everything
    func addingValidationData(
        _ data: [(contents: Data, data: ValidationData)], at date: Date
    ) throws(PDFError) -> Data? {
        var writer = try SecurityStoreWriter(self)
        for (contents, data) in data { try writer.add(data, for: DocumentSecurityStore.key(of: contents), at: date) }
        return try writer.emitted()
    }
}

/// Extends a document's security store, or creates one.
private struct SecurityStoreWriter {
    private var update: IncrementalUpdate
    private let root: PDFReference
    private let document: PDFDocument
    private var store: PDFDictionary
    private var information: PDFDictionary
    private var known: [String: [[UInt8]: PDFReference]] = [:]
    private var added: [String: [PDFObject]] = [:]

    init(_ document: PDFDocument) throws(PDFError) {
        self.document = document
        update = try IncrementalUpdate(document, purpose: .validationData)
        guard let root = document.trailer["Root"]?.referenceValue else {
            throw .damaged("the trailer's /Root is not a reference", offset: document.newestSection.offset)
        }
        self.root = root
        let present = try DocumentSecurityStore(document)
        store = present?.dictionary ?? ["Type": .name("DSS")]
        information = try document.value("VRI", in: store).dictionaryValue ?? [:]
        for (key, items) in [
            ("Certs", present?.certificates), ("OCSPs", present?.responses), ("CRLs", present?.lists),
        ] {
            var references: [[UInt8]: PDFReference] = [:]
            for item in items ?? [] {
                if let reference = item.reference { references[item.bytes] = reference }
            }
            known[key] = references
        }
    }

    mutating func add(_ data: ValidationData, for key: String, at date: Date) throws(PDFError) {
        var entry = try update.resolve(information[key] ?? .null).dictionaryValue ?? [:]
        let before = entry
        for (list, own, values) in [
            ("Certs", "Cert", data.certificates), ("OCSPs", "OCSP", data.responses), ("CRLs", "CRL", data.lists),
        ] {
            var references: [PDFObject] = []
            for value in values { references.append(.reference(try reference(to: value, in: list))) }
            let present = try update.resolve(entry[own] ?? .null).arrayValue ?? []
            let missing = references.filter { !present.contains($0) }
            if !missing.isEmpty { entry[own] = .array(present + missing) }
        }
        guard entry != before else { return }
        entry["TU"] = .text(PDFDate.string(from: date))
        information[key] = .dictionary(entry)
    }

    /// Returns the stream that holds the bytes: the existing one, or a new one.
    private mutating func reference(to bytes: [UInt8], in list: String) throws(PDFError) -> PDFReference {
        if let reference = known[list]?[bytes] { return reference }
        let data = try FlateFilter.deflate(Data(bytes))
        let reference = update.add(
            .stream(PDFStream(dictionary: ["Filter": .name("FlateDecode")], encodedBytes: data)))
        known[list, default: [:]][bytes] = reference
        added[list, default: []].append(.reference(reference))
        return reference
    }

    mutating func emitted() throws(PDFError) -> Data? {
        let before = try document.value("VRI", in: store).dictionaryValue ?? [:]
        guard !added.isEmpty || information != before else { return nil }
        for list in ["Certs", "OCSPs", "CRLs"] {
            if let elements = added[list] { try update.append(elements, toArray: list, of: &store) }
        }
        if information != before {
            if case .reference(let reference) = store["VRI"] {
                update.set(reference, to: .dictionary(information))
            } else {
                store["VRI"] = .dictionary(information)
            }
        }
        var catalog = try update.dictionary(root)
        if case .reference(let reference) = catalog["DSS"] {
            update.set(reference, to: .dictionary(store))
        } else {
            catalog["DSS"] = .reference(update.add(.dictionary(store)))
            update.set(root, to: .dictionary(catalog))
        }
        return Data(try update.emitted().bytes)
    }
}
