import Foundation

/// The document security store: validation data in the file for later years (ISO 32000-2 §12.8.4.3).
///
/// The store's own lists apply to all signatures. The `/VRI` entries of single signatures only point into them.
struct DocumentSecurityStore: Sendable {
    /// A certificate, an OCSP response or a revocation list.
    struct Item: Sendable {
        var reference: PDFReference?
        /// The DER bytes.
        var bytes: [UInt8]
        /// The item's byte offset in the file.
        var position: Int
    }

    /// A store with many renewals has a few hundred items; a hostile one could have millions.
    private static let mostItems = 4096
    private static let mostBytes = 128 << 20

    private(set) var certificates: [Item] = []
    private(set) var responses: [Item] = []
    private(set) var lists: [Item] = []
    /// The keys of `/VRI`.
    private(set) var signatures: Set<String> = []
    /// The store's dictionary as it is in the file.
    let dictionary: PDFDictionary

    /// - Returns: `nil` if the document has no store
    init?(_ document: PDFDocument) throws(PDFError) {
        var reading = Reading()
        try self.init(document, &reading)
    }

    /// - Parameter reading: the items of later revisions' stores, which are skipped
    private init?(_ document: PDFDocument, _ reading: inout Reading) throws(PDFError) {
        guard case .dictionary(let dictionary) = try document.value("DSS", in: document.catalog()) else { return nil }
        self.dictionary = dictionary
        certificates = Self.items("Certs", of: dictionary, in: document, &reading)
        responses = Self.items("OCSPs", of: dictionary, in: document, &reading)
        lists = Self.items("CRLs", of: dictionary, in: document, &reading)
        signatures = Set((try document.value("VRI", in: dictionary).dictionaryValue ?? [:]).keys)
    }

    /// The items read so far from a file's stores, and the remaining limits.
    private struct Reading {
        var seen: Set<Place> = []
        var bytesLeft = DocumentSecurityStore.mostBytes
        var itemsLeft = 3 * DocumentSecurityStore.mostItems
    }

    private struct Place: Hashable {
        var list: String
        var reference: PDFReference
        var position: Int
    }

    /// Returns the streams of an array. Elements that are not streams, or cannot be read, are skipped.
    private static func items(
        _ key: String, of dictionary: PDFDictionary, in document: PDFDocument, _ reading: inout Reading
    ) -> [Item] {
        var items: [Item] = []
        for element in ((try? document.value(key, in: dictionary).arrayValue) ?? []).prefix(mostItems) {
            let reference = element.referenceValue
            var position = document.bytes.count
            if let reference, case .offset(let offset, _)? = try? document.entry(for: reference.number) {
                position = offset
            }
            if let reference {
                guard reading.seen.insert(Place(list: key, reference: reference, position: position)).inserted else {
                    continue
                }
            }
            guard reading.itemsLeft > 0, let stream = (try? document.resolve(element))?.streamValue,
                let data = try? document.decoded(stream, limit: reading.bytesLeft)
            else { continue }
            reading.itemsLeft -= 1
            reading.bytesLeft -= data.count
            items.append(Item(reference: reference, bytes: Array(data), position: position))
        }
        return items
    }
}

extension DocumentSecurityStore {
    /// The most earlier revisions to open for their stores.
    private static let mostRevisions = 64
    private static let lists = ["Certs", "OCSPs", "CRLs"]

    /// Returns the stores of all revisions, newest first, each without the items of a later one. Evidence that a later
    /// revision replaced or removed is still in the file and remains valid.
    ///
    /// - Throws: ``PDFError`` if the newest store cannot be read, or reading exceeds the allowed work
    static func all(in library: RevisionLibrary) throws(PDFError) -> [DocumentSecurityStore] {
        let newest = library.newest.document
        var reading = Reading()
        var stores = [try DocumentSecurityStore(newest, &reading)].compactMap { $0 }
        guard newest.repair == nil, let sections = try? newest.sections() else { return stores }
        let ends = RevisionEnds(of: newest)
        var opened = 0
        var holders = holders(in: newest)
        for (newer, older) in zip(sections, sections.dropFirst()) where opened < mostRevisions {
            try newest.meter.charge(8 * min(holders.count, newer.entryCount))
            // If a section changes no object of the store, the previous revision has the same store.
            let isTouched =
                newer.entryCount < holders.count
                ? newer.objectNumbers.contains(where: holders.contains)
                : holders.contains { newer.entry(for: $0) != nil }
            guard isTouched || newer.trailer["Root"] != older.trailer["Root"] else { continue }
            opened += 1
            guard let ending = try ends.ending(of: older), let revision = try? library.revision(upTo: ending.end) else {
                continue
            }
            holders = self.holders(in: revision.document)
            if let store = try? DocumentSecurityStore(revision.document, &reading) { stores.append(store) }
        }
        return stores
    }

    /// Returns the numbers of the objects that make up a revision's store.
    private static func holders(in document: PDFDocument) -> Set<Int> {
        var holders = [document.trailer["Root"]]
        if let catalog = try? document.catalog() {
            holders.append(catalog["DSS"])
            let store = (try? document.value("DSS", in: catalog))?.dictionaryValue ?? [:]
            for list in lists {
                holders.append(store[list])
                let items = (try? document.value(list, in: store))?.arrayValue ?? []
                holders += items.prefix(mostItems).map { $0 }
            }
        }
        return Set(holders.compactMap { $0?.referenceValue?.number })
    }
}
