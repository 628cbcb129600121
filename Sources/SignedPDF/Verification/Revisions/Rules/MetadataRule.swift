import Foundation

/// Permits updates of the document's XMP metadata if they remain XMP.
///
/// Title and author are not part of the signed pages, and every program that saves a file rewrites them. So changes are
/// reported, and permitted unless the document was certified against any change. In that case, only dates, names of
/// programs and identifiers of the file may differ. Stops a stream that is not XMP in its place.
struct MetadataRule: DifferenceRule {
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        let before = try objects.old.catalog()["Metadata"]
        let after = try objects.new.catalog()["Metadata"]
        if objects.areEqual(before, after) { return [] }
        guard let after else { return [.other(.metadataRemoved)] }
        guard let packet = Self.packet(after, objects.new) else {
            return [.other(.metadataReplaced)]
        }
        let earlier = before.flatMap { Self.packet($0, objects.old) }
        let isUpdated = earlier?.withoutHousekeeping == packet.withoutHousekeeping
        return [LaterChange(isUpdated ? .datesChanged : .propertiesChanged)]
    }

    private static let largestPacket = 4 << 20

    /// Returns an XMP packet, or `nil` for a stream of something else.
    private static func packet(_ object: PDFObject, _ document: PDFDocument) -> MetadataPacket? {
        guard object.referenceValue != nil, case .stream(let stream)? = try? document.resolve(object),
            let bytes = try? document.decoded(stream, limit: largestPacket),
            (try? document.meter.charge(bytes.count * 8)) != nil
        else { return nil }
        return MetadataPacket(bytes)
    }
}
