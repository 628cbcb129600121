import Foundation

/// The encryption of one file: the standard security handler and the file's key (ISO 32000-2 §7.6).
package struct DocumentEncryption: Sendable {
    /// The address of the encryption dictionary, which itself is not encrypted.
    package let reference: PDFReference?
    /// The password as given; empty if none was.
    package let password: String
    package let permissions: DocumentPermissions
    let isOwner: Bool
    private let fileKey: [UInt8]
    private let filters: CryptFilters
    private let dictionary: PDFDictionary
    private let identifier: PDFObject

    /// - Parameters:
    ///   - dictionary: the encryption dictionary
    ///   - identifier: the trailer's `/ID`
    ///   - document: resolves values that are references
    /// - Throws: `PDFError.encrypted` if the password does not open the file, `.unsupported` for other security
    ///   handlers
    init(
        _ dictionary: PDFDictionary, at reference: PDFReference?, identifier: PDFObject, password: String?,
        in document: PDFDocument
    ) throws(PDFError) {
        self.reference = reference
        self.dictionary = dictionary
        self.identifier = identifier
        self.password = password ?? ""
        let values = EncryptionDictionary(dictionary, document)
        guard try values.name("Filter") == "Standard" else {
            throw .unsupported("it is encrypted for certain certificates or by a special method, not with a password")
        }
        filters = try CryptFilters(values)
        let revision = try values.integer("R") ?? 0
        var bits = UInt32(truncatingIfNeeded: try values.integer("P") ?? 0)
        let key: FileKey?
        switch revision {
        case 2...4:
            key = LegacyKeyDerivation(
                revision: revision, keyLength: filters.keyLength, owner: try values.bytes("O", count: 32),
                user: try values.bytes("U", count: 32), permissions: bits,
                identifier: Array(identifier.arrayValue?.first?.stringValue ?? Data()),
                encryptsMetadata: filters.encryptsMetadata
            ).key(password: self.password)
        case 5, 6:
            key = AES256KeyDerivation(
                revision: revision, owner: try values.bytes("O", count: 48), user: try values.bytes("U", count: 48),
                ownerKey: try values.bytes("OE", count: 32), userKey: try values.bytes("UE", count: 32)
            ).key(password: self.password)
            // Anybody can change `/P`; `/Perms` is the same number, encrypted.
            if let key, let sealed = try Self.sealedPermissions(values, key) { bits &= sealed }
        default:
            throw .unsupported("its encryption has the revision \(revision), which is not known here")
        }
        guard let key else { throw .encrypted }
        fileKey = key.bytes
        isOwner = key.isOwner
        permissions = DocumentPermissions(bits: bits, revision: revision)
    }

    /// Whether another file is encrypted identically, so that its key need not be derived again.
    package func holds(for dictionary: PDFDictionary, at reference: PDFReference?, identifier: PDFObject) -> Bool {
        self.reference == reference && self.dictionary == dictionary && self.identifier == identifier
            && !dictionary.entries.contains { $0.value.referenceValue != nil }
    }

    /// Algorithm 13 (ISO 32000-2 §7.6.4.4.12). Returns `nil` if `/Perms` fails its check.
    private static func sealedPermissions(_ values: EncryptionDictionary, _ key: FileKey) throws(PDFError) -> UInt32? {
        let zeros = [UInt8](repeating: 0, count: CBCCipher.blockSize)
        guard let sealed = try values.optionalBytes("Perms", count: 16),
            let plain = CBCCipher.raw(Data(sealed), key: key.bytes, vector: zeros, isEncrypting: false).map(Array.init),
            plain.count == 16, plain[9..<12].elementsEqual("adb".utf8)
        else { return nil }
        return plain[0..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    // MARK: Objects

    /// Returns the object with its strings and its stream decrypted.
    package func decrypted(_ object: PDFObject, of reference: PDFReference, meter: ReadingMeter) throws(PDFError)
        -> PDFObject
    {
        guard reference.number != self.reference?.number else { return object }
        guard case .stream(let stream) = object else {
            return mapped(object) { filters.strings.decrypted($0, fileKey: fileKey, of: reference) }
        }
        guard stream.dictionary["Type"] != .name("XRef") else { return object }
        try meter.charge(stream.encodedBytes.count)
        let filter = filters.filter(of: stream.dictionary)
        let bytes = filter.decrypted(stream.encodedBytes, fileKey: fileKey, of: reference)
        let dictionary = mapped(stream.dictionary) {
            filters.strings.decrypted($0, fileKey: fileKey, of: reference)
        }
        return .stream(PDFStream(dictionary: dictionary, encodedBytes: bytes))
    }

    /// Returns the object encrypted for writing at its address.
    func encrypted(_ object: PDFObject, of reference: PDFReference) -> PDFObject {
        guard reference.number != self.reference?.number else { return object }
        guard case .stream(let stream) = object else {
            return mapped(object) { filters.strings.encrypted($0, fileKey: fileKey, of: reference) }
        }
        guard stream.dictionary["Type"] != .name("XRef") else { return object }
        let filter = filters.filter(of: stream.dictionary)
        let bytes = filter.encrypted(stream.encodedBytes, fileKey: fileKey, of: reference)
        let dictionary = mapped(stream.dictionary) {
            filters.strings.encrypted($0, fileKey: fileKey, of: reference)
        }
        return .stream(PDFStream(dictionary: dictionary, encodedBytes: bytes))
    }

    private func mapped(_ object: PDFObject, _ change: (Data) -> Data) -> PDFObject {
        if filters.strings == .identity { return object }
        switch object {
        case .string(let bytes): return .string(change(bytes))
        case .array(let elements): return .array(elements.map { mapped($0, change) })
        case .dictionary(let dictionary): return .dictionary(mapped(dictionary, change))
        default: return object
        }
    }

    private func mapped(_ dictionary: PDFDictionary, _ change: (Data) -> Data) -> PDFDictionary {
        if filters.strings == .identity { return dictionary }
        // The value of a signature stays unencrypted (ISO 32000-2 §7.6.2).
        let isSignature = Self.isSignature(dictionary)
        var result = PDFDictionary()
        for entry in dictionary.entries {
            let isValue = isSignature && entry.key == "Contents"
            result.append(key: entry.key, value: isValue ? entry.value : mapped(entry.value, change))
        }
        return result
    }

    private static func isSignature(_ dictionary: PDFDictionary) -> Bool {
        guard dictionary["Contents"]?.stringValue != nil, dictionary["ByteRange"] != nil else { return false }
        let type = dictionary["Type"]?.nameValue
        return type == nil || type == "Sig" || type == "DocTimeStamp"
    }
}
