import Ceremony
import Envelopes
import Foundation
import PageImages
import SignedPDF
import Typesetting

@testable import TestSupport

/// One sent envelope in memory, with a page of text to sign and a host for its only signer.
final class OneEnvelope: Sendable {
    static let signerName = "María Fernández"
    private let desk: MemoryDesk

    init() throws {
        let pdf = Self.pdf()
        let definition = EnvelopeDefinition(
            accountID: "account", sender: Sender(userID: "user", name: "Ann Sender", email: "ann@example.com"),
            emailSubject: "Lease of 2 Harbour Street",
            documents: [
                EnvelopeDocument(
                    id: "1", name: "Lease.pdf", blob: BlobHash(of: pdf), pages: [PageSize(width: 595, height: 842)],
                    order: 1)
            ],
            recipients: [Recipient(id: "1", name: Self.signerName, email: "maria@example.com", routingOrder: 1)],
            tabs: [
                Self.tab(1, .text, y: 200, label: "City"), Self.tab(2, .checkbox, y: 260, label: "Keys received"),
                Self.tab(3, .signHere, y: 320, label: "Signature"),
            ].compactMap { $0 })
        let context = CommandContext(at: Date(), actor: EventActor(kind: .sender, id: "user", name: "Ann Sender"))
        desk = try MemoryDesk(
            History(decide(.create(EnvelopeID(UUID()), definition, send: true), nil, context)), blobs: [pdf])
    }

    private var envelope: Envelope {
        get throws { try desk.known.envelope }
    }

    var status: EnvelopeStatus {
        get throws { try envelope.status }
    }

    var signer: RecipientState? {
        get throws { try envelope.state(of: "1") }
    }

    func value(of label: String) throws -> String? {
        let envelope = try envelope
        return envelope.tabs.first { $0.label == label }.flatMap { envelope.value(of: $0) }
    }

    func host(_ configuration: CeremonyConfiguration = CeremonyConfiguration()) throws -> CeremonyHost {
        CeremonyHost(
            ledger: desk.ledger, envelopeID: desk.id, recipientID: "1", renderer: try PopplerPageRenderer(),
            typesetter: try HarfBuzzTypesetter(), authority: try OwnAuthority(),
            returnAddress: ReturnAddress(URL(string: "countersign-page://return/")),
            configuration: configuration)
    }

    // MARK: What is signed

    private static func tab(_ number: Int, _ kind: TabKind, y: Double, label: String) -> EnvelopeTab? {
        TabID(rawValue: "00000000-0000-4000-8000-00000000000\(number)").map { id in
            EnvelopeTab(
                id: id, kind: kind, documentID: "1", recipientID: "1", page: 1,
                frame: TabFrame(
                    x: 72, y: y, width: kind == .checkbox ? 16 : 200, height: kind == .signHere ? 50 : 20),
                label: label, required: kind != .checkbox, locked: false, value: nil, maxLength: nil)
        }
    }

    private static func pdf() -> Data {
        let content = "BT /F 18 Tf 72 740 Td (Lease of 2 Harbour Street) Tj ET"
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
            "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
        ]
        var file = "%PDF-1.7\n"
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let digits = String(file.utf8.count)
            table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        return Data((file + table + "trailer<</Size 6/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n").utf8)
    }
}

/// Certificates of an authority made for the test.
private struct OwnAuthority: SigningAuthority {
    private let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority.make(
            commonName: "Test authority", notBefore: Date(timeIntervalSinceNow: -60))
    }

    private func identity(_ name: String, _ email: String?) throws -> any DocumentSigner {
        try authority.issue(
            commonName: name, email: email, notBefore: Date(timeIntervalSinceNow: -60),
            notAfter: authority.certificate.notValidAfter)
    }

    func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
        try identity(recipient.name, recipient.email)
    }

    func seal() async throws -> any DocumentSigner { try identity("Test seal", nil) }
}
