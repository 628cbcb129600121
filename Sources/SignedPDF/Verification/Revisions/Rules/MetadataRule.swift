import Foundation

/// The document's XMP metadata may be brought up to date; it stays XMP.
///
/// Title and author are no part of what was signed on paper, and every program that saves a file writes them anew; so
/// they are told, and permitted but for a document that was certified against any change. There, only dates, names of
/// programs and identifiers of the file may differ. Stops a stream of something else under this name.
struct MetadataRule: DifferenceRule {
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        let before = try objects.old.catalog()["Metadata"]
        let after = try objects.new.catalog()["Metadata"]
        if objects.areEqual(before, after) { return [] }
        guard let after else { return [.other("the document's metadata was removed")] }
        guard let packet = Self.packet(after, objects.new) else {
            return [.other("the document's metadata was replaced by something else")]
        }
        let earlier = before.flatMap { Self.packet($0, objects.old) }
        let isUpdated = earlier.map(Self.withoutHousekeeping) == Self.withoutHousekeeping(packet)
        return [LaterChange(isUpdated ? .datesChanged : .propertiesChanged)]
    }

    private static let largestPacket = 4 << 20

    /// The text of an XMP packet (ISO 16684-1); nothing for a stream of something else.
    private static func packet(_ object: PDFObject, _ document: PDFDocument) -> String? {
        guard object.referenceValue != nil, case .stream(let stream)? = try? document.resolve(object),
            let bytes = try? document.decoded(stream, limit: largestPacket),
            let text = String(validating: bytes, as: UTF8.self) ?? String(data: bytes, encoding: .utf16),
            text.contains("<rdf:RDF") || text.contains("<x:xmpmeta"), !text.contains("<!DOCTYPE"),
            !text.contains("<!ENTITY")
        else { return nil }
        return text
    }

    private static let housekeeping = [
        "xmp:ModifyDate", "xmp:MetadataDate", "xmp:CreatorTool", "pdf:Producer", "xmpMM:InstanceID",
        "xmpMM:DocumentID",
    ]

    private static func withoutHousekeeping(_ packet: String) -> String {
        var text = packet
        for name in housekeeping {
            for pattern in ["<\(name)>[^<]*</\(name)>", "\(name)=\"[^\"<]*\"", "\(name)='[^'<]*'"] {
                text = text.replacingOccurrences(of: pattern, with: "", options: .regularExpression)
            }
        }
        return text.filter { !$0.isWhitespace }
    }
}
