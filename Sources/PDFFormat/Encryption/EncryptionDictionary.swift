import Foundation

/// The entries of an encryption dictionary (ISO 32000-2 tables 20 and 21).
struct EncryptionDictionary {
    let dictionary: PDFDictionary
    private let document: PDFDocument

    init(_ dictionary: PDFDictionary, _ document: PDFDocument) {
        self.dictionary = dictionary
        self.document = document
    }

    private var damage: PDFError {
        .damaged("the encryption dictionary is not complete", offset: document.newestSection.offset)
    }

    func name(_ key: String) throws(PDFError) -> String? { try document.value(key, in: dictionary).nameValue }
    func integer(_ key: String) throws(PDFError) -> Int? { try document.value(key, in: dictionary).integerValue }
    func bool(_ key: String) throws(PDFError) -> Bool? { try document.value(key, in: dictionary).boolValue }

    func dictionary(_ key: String) throws(PDFError) -> EncryptionDictionary? {
        try document.value(key, in: dictionary).dictionaryValue.map { EncryptionDictionary($0, document) }
    }

    /// Returns the first bytes of a string; some programs pad strings.
    func bytes(_ key: String, count: Int) throws(PDFError) -> [UInt8] {
        guard let bytes = try optionalBytes(key, count: count) else { throw damage }
        return bytes
    }

    func optionalBytes(_ key: String, count: Int) throws(PDFError) -> [UInt8]? {
        guard let bytes = try document.value(key, in: dictionary).stringValue, bytes.count >= count else { return nil }
        return Array(bytes.prefix(count))
    }
}
