import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony

@Suite("What the page shows of several documents")
struct VisibilityTests {
    private struct Session: Decodable {
        struct Document: Decodable {
            let id: String
        }
        struct Rules: Decodable {
            let certificate: Bool
        }
        let documents: [Document]
        let rules: Rules
    }

    /// Two documents, one for each of two signers.
    private func scene() throws -> Scene {
        try Scene(documents: 2, recipients: ["María Fernández", "Bob Two"]) { definition in
            definition.enforcesVisibility = true
            definition.tabs.removeAll {
                ($0.recipientID == "1" && $0.documentID == "2") || ($0.recipientID == "2" && $0.documentID == "1")
            }
        }
    }

    @Test("Session, pages, words and files of a hidden document are not there; the recipient signs without them")
    func hidden() async throws {
        let scene = try scene()
        let host = scene.host()
        let session = try JSONDecoder().decode(Session.self, from: await host.get("session").body)
        #expect(session.documents.map(\.id) == ["1"] && !session.rules.certificate)
        for path in ["documents/2/pages/1/image", "documents/2/pages/1/words", "documents/2/file"] {
            #expect(await host.get(path).status == 404, "\(path)")
        }
        #expect(await host.get("documents/1/file").status == 200)
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)

        let other = scene.host("2")
        _ = await other.get("session")
        _ = await other.send(.post, "consent")
        _ = await other.send(.put, "signature", Drawings.zigzag())
        await other.placeEverywhere()
        #expect(await other.send(.post, "finish").status == 200)
        #expect(try await scene.desk.envelope().status == .completed)
        // The certificate has everybody's entries; the file of all documents holds theirs only.
        for host in [host, other] {
            #expect(await host.get("certificate").status == 404)
            let combined = await host.get("combined")
            #expect(combined.status == 200)
            #expect(try PDFDocument(combined.body).pageCount() == 2)
        }
        let whole = try await scene.desk.blob(try #require(try await scene.desk.envelope().combined))
        #expect(try PDFDocument(whole).pageCount() == 4)
    }

    private func look(_ host: CeremonyHost, pages: Int = 1, served: Bool = true) async throws -> String {
        var answer = ""
        for page in 1...pages {
            if served { #expect(await host.get("documents/1/pages/\(page)/image").status == 200) }
            let reply = await host.send(.post, "shown", #"{"pages":[{"documentId":"1","page":\#(page)}]}"#)
            answer = String(decoding: reply.body, as: UTF8.self)
        }
        return answer
    }

    @Test("A certified delivery is received once its pages were shown, and the certificate says when and which")
    func delivery() async throws {
        let scene = try Scene(showsEverything: false) { definition in
            definition.recipients.append(
                Recipient(
                    id: "2", name: "Di Receiver", email: "di@example.com", routingOrder: 1, kind: .certifiedDelivery))
        }
        let reader = scene.host("2")
        let session = String(decoding: await reader.get("session").body, as: UTF8.self)
        #expect(session.contains(#""signs":false"#) && session.contains(#""finished":false"#))
        #expect(try await scene.desk.envelope().state(of: "2")?.status == .delivered)
        // Who closes the page now has not received anything.
        #expect(await reader.send(.post, "later").status == 200)
        #expect(try await scene.desk.envelope().state(of: "2")?.status == .delivered)
        #expect(try await look(reader, served: false).contains(#""received":false"#))
        #expect(try await look(reader).contains(#""received":true"#))
        #expect(try await scene.desk.envelope().state(of: "2")?.status == .completed)
        let host = scene.host()
        await host.prepare()
        _ = try await look(host, pages: 2)
        #expect(await host.send(.post, "finish").status == 200)
        let file = try await scene.desk.blob(try #require(try await scene.desk.envelope().certificate))
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        #expect(shown.contains("Received") && shown.contains("21 Nov 2026, 09:15:02 UTC"))
        #expect(shown.contains("Agreement 1.pdf: 1 of 2"))
        #expect(shown.contains("Di Receiver was shown the documents and so received them."))
    }

    @Test("If receiving is the last act, the service seals afterward, once")
    func sealedAfterward() async throws {
        let scene = try Scene { definition in
            definition.recipients.append(
                Recipient(
                    id: "2", name: "Di Receiver", email: "di@example.com", routingOrder: 2, kind: .certifiedDelivery))
        }
        let host = scene.host()
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)
        let sealing = Sealing(
            blobs: scene.desk.ledger.blobs, authority: scene.authority, typesetter: scene.typesetter)
        try await sealing.seal(scene.desk.id, in: scene.desk.ledger, at: scene.now)
        #expect(try await scene.desk.envelope().status.isInProcess)
        _ = try await look(scene.host("2"))
        #expect(try await scene.desk.envelope().isReadyToSeal)
        for _ in 0..<2 { try await sealing.seal(scene.desk.id, in: scene.desk.ledger, at: scene.now) }
        let history = try await scene.desk.history()
        #expect(history.envelope.status == .completed)
        #expect(history.events.count { $0.body.kind == .sealed } == 1)
    }
}
