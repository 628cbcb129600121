import Envelopes
import Foundation
import SignedPDF
import Testing
import Typesetting

@testable import Ceremony

@Suite("The certificate of completion")
struct CertificateTests {
    private func certificate(of scene: Scene) async throws -> Data {
        try await scene.desk.blob(try #require(try await scene.desk.envelope().certificate))
    }

    private func complete(_ scene: Scene, recipients: Int, text: String = "Blue") async throws {
        for number in 1...recipients {
            let host = scene.host(RecipientID("\(number)"))
            if number == 1 {
                await host.prepare(text: text)
            } else {
                _ = await host.get("session")
                _ = await host.send("POST", "consent")
                _ = await host.send("PUT", "signature", Drawings.zigzag())
                await host.placeEverywhere()
            }
            let finish = await host.send("POST", "finish")
            try #require(finish.status == 200)
        }
    }

    @Test("it names the envelope, the people, their times and places, the documents and the events with their hashes")
    func contents() async throws {
        let scene = try Scene(documents: 2, recipients: ["María Fernández", "Bob Two"])
        try await complete(scene, recipients: 2)
        let file = try await certificate(of: scene)
        let pages = try PDFDocument(file).pageCount()
        let shown = try await Shown.text(of: file, pages: pages)
        let history = try await scene.desk.history()
        let envelope = history.envelope
        for text in [
            "Certificate of completion", envelope.id.rawValue, "Please sign", "Ann Sender <ann@example.com>",
            "María Fernández", "signer1@example.com", "Bob Two", "21 Nov 2026, 09:15:02 UTC", "192.0.2.7",
            "Test browser", "Agreement 1.pdf", "Signature, typed", "Signature, drawn by hand",
            "María Fernández filled in “text 350.0”: Blue", "Bob Two signed “Agreement 1.pdf” and “Agreement 2.pdf”.",
            "Initials, drawn",
        ] {
            #expect(shown.contains(text), "\(text)")
        }
        for document in envelope.documents {
            #expect(shown.contains(document.blob.rawValue))
            #expect(shown.contains(try #require(envelope.latestVersion(of: document.id)).rawValue))
        }
        for event in history.events.dropLast() {
            #expect(shown.contains(event.hash.rawValue))
        }
        #expect(shown.contains("Page \(pages) of \(pages)"))
    }

    @Test("it lists signers by their turn and documents by their order, however the sender listed them")
    func order() async throws {
        let scene = try Scene(documents: 2, recipients: ["María Fernández", "Bob Two"]) { definition in
            definition.documents.reverse()
            definition.recipients.reverse()
        }
        try await complete(scene, recipients: 2)
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        let signers = try #require(shown.range(of: "Signers María"))
        let documents = try #require(shown.range(of: "Documents Every"))
        let history = try #require(shown.range(of: "History Each"))
        #expect(signers.lowerBound < documents.lowerBound)
        let listed = shown[documents.lowerBound..<history.lowerBound]
        let first = try #require(listed.range(of: "Agreement 1.pdf"))
        let second = try #require(listed.range(of: "Agreement 2.pdf"))
        #expect(first.lowerBound < second.lowerBound)
    }

    @Test("each event says from which address it came, where that is known")
    func places() async throws {
        let scene = try Scene()
        try await complete(scene, recipients: 1)
        let history = try await scene.desk.history()
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        let events = history.events.dropLast()
        let known = events.count { $0.actor.ipAddress == "192.0.2.7" }
        try #require(known > 0 && known < events.count)
        #expect(shown.ranges(of: "· from 192.0.2.7").count == known)
        #expect(shown.ranges(of: "· from").count == known)
    }

    @Test("it shows the custom fields that are to be shown, and no others")
    func customFields() async throws {
        let scene = try Scene { definition in
            definition.customFields = [
                CustomField(id: "1", name: "Order number", value: "HS-17", show: true),
                CustomField(id: "2", name: "Margin", value: "secret", show: false),
            ]
        }
        try await complete(scene, recipients: 1)
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        #expect(shown.contains("Custom field") && shown.contains("Order number: HS-17"))
        #expect(!shown.contains("Margin") && !shown.contains("secret"))
    }

    @Test("names in any script are text on it; what no font has is written as code points, never left out")
    func anyCharacters() async throws {
        let scene = try Scene(documents: 2, recipients: ["Łukasz Żółć", "محمد العلي 山田"])
        try await complete(scene, recipients: 2, text: "Blue")
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        for name in ["Łukasz", "Żółć", "محمد", "العلي", "山田"] {
            #expect(shown.contains(name), "\(name)")
        }
        #expect(file.count < 60_000)
        #expect(FieldText(scene.typesetter).shown("a\u{31350}\u{7}") == #"a\u{31350}\u{7}"#)
    }

    @Test("long words break, long lists go on over pages, and nothing leaves the page")
    func layout() throws {
        var layout = CertificateLayout(try HarfBuzzTypesetter())
        layout.paragraph(String(repeating: "a", count: 500), .body, toX: 200)
        for number in 1...120 { layout.paragraph("Line \(number) with a few words", .body) }
        #expect(layout.pages.count == 3)
        for item in layout.pages.joined() {
            guard case .text(let text, let x, let baseline, let font, let size, _) = item else { continue }
            let end = try x + font.width(of: text, size: size)
            #expect(end <= CertificateLayout.right && baseline <= CertificateLayout.bottom)
        }
    }
}
