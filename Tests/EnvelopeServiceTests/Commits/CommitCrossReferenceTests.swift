import EnvelopeService
import Envelopes
import Foundation
import Ledger
import Testing
import Typesetting

@testable import Ceremony
@testable import SignedPDF
@testable import TestSupport

@Suite("Device revisions and the sender's objects")
struct CommitCrossReferenceTests {
    private static let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
    /// The object that page 1 shows.
    private static let contents = 4

    enum Way: CaseIterable {
        /// The object's entry leads to the cross-reference.
        case section
        /// The object's entry leads to another object of the revision.
        case other
        /// The object's entry leads to where nothing begins.
        case nowhere
        /// The cross-reference stream has the object's number.
        case ownNumber
        /// The object is given twice.
        case twice
    }

    /// A document with a cross-reference stream or a table.
    private static func document(stream: Bool) -> Data {
        var bytes = Data("%PDF-1.7\n%\u{E2}\u{E3}\u{CF}\u{D3}\n".utf8)
        let content = "BT /F1 24 Tf 72 700 Td (Bo pays Ada 5000 EUR.) Tj ET"
        let bodies = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
                + "/Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        var offsets: [Int] = []
        for (index, body) in bodies.enumerated() {
            offsets.append(bytes.count)
            bytes += Data("\(index + 1) 0 obj\n\(body)\nendobj\n".utf8)
        }
        let start = bytes.count
        if stream {
            let records =
                Data([0, 0, 0, 0, 0, 0xFF, 0xFF]) + (offsets + [start]).reduce(into: Data()) { $0 += record($1) }
            bytes += Data("6 0 obj\n<</Type/XRef/Size 7/W[1 4 2]/Root 1 0 R/Length \(records.count)>>\nstream\n".utf8)
            bytes += records + Data("\nendstream\nendobj\n".utf8)
        } else {
            bytes += Data("xref\n0 6\n0000000000 65535 f\r\n".utf8)
            for offset in offsets { bytes += line(offset) }
            bytes += Data("trailer\n<</Size 6/Root 1 0 R>>\n".utf8)
        }
        return bytes + Data("startxref\n\(start)\n%%EOF\n".utf8)
    }

    /// An entry of a cross-reference stream with fields of one, four and two bytes.
    private static func record(_ offset: Int) -> Data {
        Data([1] + (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) } + [0, 0])
    }

    private static func line(_ offset: Int) -> Data {
        let digits = String(offset)
        return Data((String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n\r\n").utf8)
    }

    /// The same bytes with another newest cross-reference, which says something about ``contents``.
    private static func hiding(_ bytes: Data, _ way: Way) throws -> Data {
        let section = try PDFDocument(bytes).newestSection
        var entries: [(number: Int, offset: Int)] = []
        for known in section.objectNumbers {
            guard case .offset(let offset, _)? = section.entry(for: known) else { continue }
            entries.append((known, offset))
        }
        var own = entries.first { $0.offset == section.offset }?.number
        let other = try #require(entries.first?.offset)
        switch way {
        case .section: entries.append((contents, section.offset))
        case .other: entries.append((contents, other))
        case .nowhere: entries.append((contents, section.offset - 1))
        case .ownNumber:
            entries.removeAll { $0.number == own }
            own = contents
            entries.append((contents, section.offset))
        case .twice: entries += [(contents, other), (contents, section.offset)]
        }
        entries.sort { $0.number < $1.number }
        return bytes.prefix(section.offset) + Self.section(section, entries, own)
            + Data("\nstartxref\n\(section.offset)\n%%EOF\n".utf8)
    }

    private static func section(_ section: XrefSection, _ entries: [(number: Int, offset: Int)], _ own: Int?) -> Data {
        var dictionary = PDFDictionary()
        let replaced = ["W", "Index", "Length", "Filter", "DecodeParms"]
        for entry in section.trailer.entries where !replaced.contains(entry.key) { dictionary[entry.key] = entry.value }
        var written = ObjectWriter()
        guard let own else {
            written.write(.dictionary(dictionary))
            let lines = entries.reduce(into: Data()) { $0 += Data("\($1.number) 1\n".utf8) + line($1.offset) }
            return Data("xref\n".utf8) + lines + Data("trailer\n".utf8) + Data(written.bytes)
        }
        let records = entries.reduce(into: Data()) { $0 += record($1.offset) }
        dictionary["W"] = .array([.integer(1), .integer(4), .integer(2)])
        dictionary["Index"] = .array(entries.flatMap { [PDFObject.integer($0.number), .integer(1)] })
        dictionary["Length"] = .integer(records.count)
        written.write(.dictionary(dictionary))
        return Data("\(own) 0 obj\n".utf8) + Data(written.bytes) + Data("\nstream\n".utf8) + records
            + Data("\nendstream\nendobj".utf8)
    }

    /// A device that signs a document after it has changed its own preparation of it.
    private static func device(
        _ base: Data, preparing change: (Data) throws -> Data
    ) async throws -> Device {
        let honest = try await Device(document: base)
        try await honest.sign("1")
        guard case .signed(let id, _, let values, let shown)? = honest.desk.known.events.last?.body else {
            throw StorageError.unreadable(what: "The last event", reason: "it is no signature")
        }
        let device = try Device(
            History(honest.desk.known.events.filter { $0.body.kind != .signed }), blobs: honest.desk.blobs,
            key: honest.desk.key)
        let envelope = device.desk.known.envelope
        let document = try #require(envelope.documents.first)
        let recipient = try #require(envelope.recipient("1"))
        let at = Device.start + 60
        let preparation = Preparation(of: document, in: envelope)
        var bytes = try change(
            base + PDFDocument(base).update(adding: preparation.fields, awaiting: preparation.signatures))
        let fields = try RecipientFields(
            recipient: recipient, document: document, envelope: envelope, values: values,
            artwork: try await AdoptedArtwork(of: "1", in: envelope, blobs: device.desk.ledger.blobs),
            typesetter: try HarfBuzzTypesetter())
        let signer = try await EnvelopeAuthority("Device", canSeal: false).signer(for: recipient, at: at)
        bytes += try await PDFDocument(bytes).signedRevision(
            fields.signature, filling: fields.filled, with: signer, at: at)
        let hash = try await device.desk.store(bytes)
        try await device.desk.force(
            .signed(recipientID: id, documents: [document.id: hash], values: values, shown: shown), by: bo, at: at)
        return device
    }

    @Test(
        "A cross-reference that redirects the page's content is refused", arguments: Way.allCases, [true, false])
    func hidden(way: Way, stream: Bool) async throws {
        guard stream || way != .ownNumber else { return }
        let device = try await Self.device(Self.document(stream: stream)) { try Self.hiding($0, way) }
        try await Stage().sync(device).expectRefusal(422, "ENVELOPE_HISTORY_INVALID")
    }

    @Test("The same document with a correct preparation is accepted", arguments: [true, false])
    func honest(stream: Bool) async throws {
        let device = try await Self.device(Self.document(stream: stream)) { $0 }
        #expect(try await Stage().sync(device)["status"] == "completed")
    }
}
