import Foundation

/// What a file holds for its validation in later years: the document security store (ISO 32000-2 §12.8.4.3).
///
/// The store's own lists count for all signatures; what `/VRI` says of single ones only points into them.
struct DocumentSecurityStore: Sendable {
    /// A certificate, an OCSP response or a revocation list.
    struct Item: Sendable {
        var reference: PDFReference?
        /// DER.
        var bytes: [UInt8]
        /// Where it stands in the file.
        var position: Int
    }

    /// A store of many renewals has a few hundred; a hostile one could have millions.
    private static let mostItems = 4096
    private static let mostBytes = 128 << 20

    private(set) var certificates: [Item] = []
    private(set) var responses: [Item] = []
    private(set) var lists: [Item] = []
    /// The keys of `/VRI`.
    private(set) var signatures: Set<String> = []
    /// The dictionary as it stands in the file.
    let dictionary: PDFDictionary

    /// - Returns: Nothing if the document has no store.
    init?(_ document: PDFDocument) throws(PDFError) {
        guard case .dictionary(let dictionary) = try document.value("DSS", in: document.catalog()) else { return nil }
        self.dictionary = dictionary
        var budget = Self.mostBytes
        certificates = Self.items("Certs", of: dictionary, in: document, &budget)
        responses = Self.items("OCSPs", of: dictionary, in: document, &budget)
        lists = Self.items("CRLs", of: dictionary, in: document, &budget)
        signatures = Set((try document.value("VRI", in: dictionary).dictionaryValue ?? [:]).keys)
    }

    /// The streams of an array; what is none, or cannot be read, is passed over.
    private static func items(
        _ key: String, of dictionary: PDFDictionary, in document: PDFDocument, _ budget: inout Int
    ) -> [Item] {
        var seen: Set<PDFReference> = []
        var items: [Item] = []
        for element in ((try? document.value(key, in: dictionary).arrayValue) ?? []).prefix(mostItems) {
            let reference = element.referenceValue
            if let reference, !seen.insert(reference).inserted { continue }
            guard let stream = (try? document.resolve(element))?.streamValue,
                let data = try? document.decoded(stream, limit: budget)
            else { continue }
            budget -= data.count
            var position = document.bytes.count
            if let reference, case .offset(let offset, _)? = try? document.entry(for: reference.number) {
                position = offset
            }
            items.append(Item(reference: reference, bytes: Array(data), position: position))
        }
        return items
    }
}
