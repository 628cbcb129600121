import Foundation

/// The state of rebuilding a document's cross-reference information from its objects.
///
/// If several objects have one number, the last one in the file counts, as with appended updates. That is a guess: a
/// crafted file may then show something else than its author intended. Such a document is therefore not signed, and no
/// signature in it is called valid.
struct Recovery: Sendable {
    /// Whether rebuilding is allowed.
    let isAllowed: Bool
    /// Why the information was rebuilt; `nil` if it was not.
    var reason: String?
    var section: XrefSection?

    init(isAllowed: Bool, reason: String? = nil, section: XrefSection? = nil) {
        self.isAllowed = isAllowed
        self.reason = reason
        self.section = section
    }

    /// Returns the description of an error that scanning the file may help against; `nil` for other errors.
    static func reason(for error: PDFError) -> String? {
        switch error {
        case .damaged(let what, let offset): "at byte \(offset) \(what)"
        case .damagedObject(let reference, let what): "in object \(reference) \(what)"
        default: nil
        }
    }

    /// Returns one cross-reference section for all objects of the file, those in object streams included.
    ///
    /// - Parameter base: the offset of the file's header, from which offsets written later count
    static func section(
        of file: Data, base: Int, encryption: DocumentEncryption?, meter: ReadingMeter
    ) throws(PDFError) -> XrefSection {
        let scan = try FileScan(file, meter: meter)
        var places: [Int: Place] = [:]
        for found in scan.objects {
            places[found.reference.number] = Place(
                entry: .offset(found.offset, generation: found.reference.generation), order: found.offset)
        }
        let trailer = trailer(scan)
        var catalogs = scan.catalogs
        let direct = section(places, trailer: trailer)
        if trailer["Encrypt"] == nil || encryption != nil {
            var reader = OpenedFile(
                file, base: base, newest: direct, meter: meter, recovery: Recovery(isAllowed: false))
            reader.encryption = encryption
            try add(scan.objectStreams, of: PDFDocument(reader), to: &places, &catalogs)
        }
        return section(places, trailer: completed(trailer, catalogs, places))
    }

    private struct Place {
        var entry: XrefEntry
        /// The object's position in the file.
        var order: Int
    }

    private static func add(
        _ streams: [FileScan.Found], of document: PDFDocument, to places: inout [Int: Place],
        _ catalogs: inout [PDFReference]
    ) throws(PDFError) {
        let isCatalogMissing = document.trailer["Root"] == nil && catalogs.isEmpty
        for found in streams {
            // Skips an object stream that a later object replaces.
            guard places[found.reference.number]?.order == found.offset,
                let object = try document.readable({ () throws(PDFError) in try document.object(found.reference) }),
                case .stream(let stream) = object,
                let members = try document.readable({ () throws(PDFError) in
                    try ObjectStream(stream, reference: found.reference, in: document)
                })
            else { continue }
            for (index, number) in members.objectNumbers.enumerated() where number > 0 {
                guard number <= document.meter.limits.objectNumber else { continue }
                if let present = places[number], present.order > found.offset { continue }
                places[number] = Place(
                    entry: .compressed(stream: found.reference.number, index: index), order: found.offset)
                guard isCatalogMissing,
                    let member = try document.readable({ () throws(PDFError) in
                        try members.object(number: number, index: index, meter: document.meter).object
                    }), member.dictionaryValue?["Type"] == .name("Catalog")
                else { continue }
                catalogs.append(PDFReference(number: number))
            }
        }
    }

    // MARK: The trailer

    /// Merges the trailers; newer entries take precedence.
    private static func trailer(_ scan: FileScan) -> PDFDictionary {
        var trailer = PDFDictionary()
        for key in ["Root", "Info", "ID", "Encrypt"] {
            trailer[key] = scan.trailers.last { $0[key] != nil }?[key]
        }
        return trailer
    }

    private static func completed(
        _ trailer: PDFDictionary, _ catalogs: [PDFReference], _ places: [Int: Place]
    ) -> PDFDictionary {
        var trailer = trailer
        if trailer["Root"]?.referenceValue.map({ places[$0.number] == nil }) ?? true, let catalog = catalogs.last {
            trailer["Root"] = .reference(catalog)
        }
        trailer["Size"] = .integer((places.keys.max() ?? 0) + 1)
        return trailer
    }

    // MARK: The section

    /// Builds records of nine bytes: kind, place, generation or index.
    private static func section(_ places: [Int: Place], trailer: PDFDictionary) -> XrefSection {
        var storage = Data(capacity: places.count * 11)
        var subsections: [XrefRecords.Subsection] = []
        for (number, place) in places.sorted(by: { $0.key < $1.key }) {
            if let last = subsections.last, last.first + last.count == number {
                subsections[subsections.count - 1].count += 1
            } else {
                subsections.append(XrefRecords.Subsection(first: number, count: 1, position: storage.count))
            }
            let (kind, middle, last): (UInt8, Int, Int) =
                switch place.entry {
                case .free: (0, 0, 0)
                case .offset(let offset, let generation): (1, offset, generation)
                case .compressed(let stream, let index): (2, stream, index)
                }
            storage.append(kind)
            append(middle, bytes: 6, to: &storage)
            append(last, bytes: 4, to: &storage)
        }
        return XrefSection(
            offset: 0, end: Int.max, kind: .table, trailer: trailer,
            records: XrefRecords(storage: storage, layout: .binary(1, 6, 4), base: 0, subsections: subsections),
            hybridRecords: nil)
    }

    private static func append(_ value: Int, bytes: Int, to storage: inout Data) {
        for index in stride(from: bytes - 1, through: 0, by: -1) {
            storage.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
        }
    }
}
