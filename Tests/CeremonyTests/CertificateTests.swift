import Envelopes
import Foundation
import SignedPDF
import Testing
import Typesetting
import Words
import X509

@testable import Ceremony
@testable import TestSupport

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
                _ = await host.send(.post, "consent")
                _ = await host.send(.put, "signature", Drawings.zigzag())
                await host.placeEverywhere()
            }
            let finish = await host.send(.post, "finish")
            try #require(finish.status == 200)
        }
    }

    @Test("The certificate names the envelope, people, times, places, documents, and events with their hashes")
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
            "Test browser", "Agreement 1.pdf", "By a link given only to them",
            "Pages shown", "Agreement 1.pdf: all 2; Agreement 2.pdf: all 2", "How to check this without us",
            "Issued by", "Test authority seal, certified by Test authority", "SHA-256 of the agreed text",
            try #require(envelope.state(of: "1")?.disclosure).rawValue, "Signature, typed", "Signature, drawn by hand",
            "María Fernández filled in “text 350.0”: Blue", "Bob Two signed “Agreement 1.pdf” and “Agreement 2.pdf”.",
            "Initials, drawn",
        ] {
            #expect(shown.contains(text), "\(text)")
        }
        let authority = try scene.authority.authority.certificate.serializeAsPEM().derBytes
        #expect(shown.contains(BlobHash(of: Data(authority)).rawValue))
        for document in envelope.documents {
            #expect(shown.contains(document.blob.rawValue))
            #expect(shown.contains(try #require(envelope.latestVersion(of: document.id)).rawValue))
        }
        for event in history.events.dropLast() {
            #expect(shown.contains(event.hash.rawValue))
        }
        #expect(shown.contains("Page \(pages) of \(pages)"))
    }

    @Test("The certificate of a test says that it was one, on its first page and across every page")
    func test() async throws {
        let scene = try Scene { $0.options.isTest = true }
        try await complete(scene, recipients: 1)
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        #expect(shown.contains("This was a test. It has no legal effect."))
        #expect(shown.contains("TEST"))
        let report = try await PDFDocument(file).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now)
        #expect(report.verdict == .valid)
        let plain = try Scene()
        try await complete(plain, recipients: 1)
        let other = try await Shown.text(of: try await certificate(of: plain), pages: 1)
        #expect(!other.contains("test."))
    }

    @Test("The certificate says in words which proofs were given and which messages were accepted")
    func identification() async throws {
        let scene = try Scene(recipients: ["María Fernández", "Bob Two"]) { definition in
            definition.recipients[0].accessCode = AccessCode("Blue-42", salt: "salt")
            definition.recipients[0].needsMailCode = true
        }
        let maria = EventActor(kind: .recipient, id: "1", name: "María Fernández")
        let instant = Date(timeIntervalSince1970: 1_795_252_000)
        for command: Command in [
            .noteMailing(
                Mailing(
                    message: .invitation, recipientID: "1", address: "signer1@example.com", messageID: "a@b",
                    server: "mx.example.com")),
            .noteMailing(
                Mailing(
                    message: .reminder, recipientID: "1", address: "signer1@example.com", messageID: "b@b",
                    server: "folder")),
            .identify(recipientID: "1", identification: Identification(.mailLink)),
            .failIdentification(recipientID: "1", method: .accessCode),
            .identify(recipientID: "1", identification: Identification(.accessCode)),
            .identify(recipientID: "1", identification: Identification(.mailCode)),
            .identify(recipientID: "1", identification: Identification(.signIn)),
            .identify(recipientID: "1", identification: Identification(.sender, detail: "SmartCard", at: instant)),
        ] {
            _ = try await scene.desk.perform(command, CommandContext(at: scene.now, actor: maria))
        }
        try await complete(scene, recipients: 2)
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for text in [
            "By a link in a message to their address",
            "The sender asked for the access code that the sender gave them. The sender asked for a one-time code in a"
                + " message to their address.",
            "message to their address. They opened the link in a message to their address on 21 Nov 2026, 09:15:02 UTC.",
            "They entered the access code that the sender gave them on 21 Nov 2026, 09:15:02 UTC.",
            "They entered a one-time code from a message to their address on 21 Nov 2026, 09:15:02 UTC.",
            "They signed in with their address at this service on 21 Nov 2026, 09:15:02 UTC.",
            "signed in with their address.", "They entered a wrong code once.",
            "The sender's program identified them, by SmartCard at 21 Nov 2026, 09:06:40 UTC, as it says, and said so"
                + " on 21 Nov 2026, 09:15:02 UTC.",
            "The invitation to signer1@example.com, accepted by mx.example.com, 21 Nov 2026, 09:15:02 UTC",
            "The invitation to signer1@example.com: accepted by the mail server mx.example.com.",
            "A reminder to signer1@example.com, written to a file by the service, 21 Nov 2026, 09:15:02 UTC",
            "A reminder to signer1@example.com: written to a file by the service.",
        ] {
            #expect(shown.contains(text), "\(text)\n\(shown.prefix(3000))")
        }
    }

    @Test("The text that was agreed to stands in the certificate in full, once, with everybody who agreed to it")
    func agreedText() async throws {
        let scene = try Scene(recipients: ["María Fernández", "Bob Two", "Bob Two"])
        try await complete(scene, recipients: 3)
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        let text = Disclosure.standard(sender: try await scene.desk.envelope().sender)
        #expect(shown.contains("What was agreed to \(text.title) Agreed to by María Fernández and Bob Two SHA-256"))
        for paragraph in text.paragraphs { #expect(shown.ranges(of: paragraph).count == 1, "\(paragraph)") }
    }

    @Test("A text in another language and direction is printed as it was agreed to")
    func agreedTextInAnotherLanguage() async throws {
        let scene = try Scene()
        let arabic = Disclosure(
            title: "السجلات والتوقيعات الإلكترونية",
            paragraphs: ["أوافق على التوقيع إلكترونيا.", "Plus en français : été."])
        let host = scene.host("1", disclosure: arabic)
        await host.prepare()
        try #require(await host.send(.post, "finish").status == 200)
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        for word in (arabic.title + " " + arabic.paragraphs.joined(separator: " ")).split(separator: " ") {
            #expect(shown.contains(word), "\(word)")
        }
    }

    @Test(
        "The certificate is in the language of everybody who acts, whole and within its columns",
        arguments: Language.all)
    func languages(language: Language) async throws {
        let scene = try Scene(recipients: ["María (Mary) Fernández", "محمد عبد الله", "山田 太郎"]) { definition in
            for index in definition.recipients.indices {
                definition.recipients[index].emailNotification = EmailNotification(language: language.tag)
            }
        }
        try await complete(scene, recipients: 3)
        let history = try await scene.desk.history()
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        // A character that no font has would be written so.
        #expect(!shown.contains("\\u{"), "\(shown)")
        let layout = CompletionCertificate(
            history: history, sealed: [:], shortfalls: [], artwork: [:],
            issuer: .init(try await scene.authority.seal()), sealedAt: scene.now, typesetter: scene.typesetter,
            say: CertificateWords(for: history.envelope)
        ).layout()
        let title = CertificateWords(language)(.title)
        var texts: [String] = []
        for page in layout.pages {
            for case .text(let text, let x, _, let style) in page {
                texts.append(text)
                #expect(
                    x >= CertificateLayout.left - 0.1
                        && x + layout.width(of: text, style) <= CertificateLayout.right + 0.1)
            }
        }
        #expect(texts.first == title)
        guard case .text(_, let x, _, let style) = layout.pages[0][0] else { return }
        let end = language.isRightToLeft ? x + layout.width(of: title, style) : x
        #expect(abs(end - (language.isRightToLeft ? CertificateLayout.right : CertificateLayout.left)) < 0.1)
    }

    @Test("Recipients of several languages have a certificate in English")
    func severalLanguages() async throws {
        let scene = try Scene(recipients: ["Ann One", "Bob Two"]) { definition in
            definition.recipients[0].emailNotification = EmailNotification(language: "de")
        }
        try await complete(scene, recipients: 2)
        let shown = try await Shown.text(of: certificate(of: scene), pages: 1)
        #expect(shown.hasPrefix("Certificate of completion"))
    }

    @Test("Long names, addresses and labels keep to their columns, and hashes are as large as the text")
    func columns() async throws {
        let long = "Wolfeschlegelsteinhausenbergerdorff-Zeus-".appending(String(repeating: "Abcdefgh", count: 6))
        let scene = try Scene(recipients: [long]) { definition in
            definition.recipients[0].email = String(repeating: "a-very-long-mailbox.", count: 3) + "x@example.com"
            definition.sender.name = long
        }
        try await complete(scene, recipients: 1)
        let layout = CompletionCertificate(
            history: try await scene.desk.history(), sealed: [:], shortfalls: [], artwork: [:],
            issuer: .init(try await scene.authority.seal()), sealedAt: scene.now, typesetter: scene.typesetter
        ).layout()
        for page in layout.pages {
            var boxes: [(text: String, left: Double, right: Double, baseline: Double)] = []
            for case .text(let text, let x, let baseline, let style) in page {
                boxes.append((text, x, x + layout.width(of: text, style), baseline))
                #expect(style.font != .courier || style.size >= CertificateLayout.Style.small.size, "\(text)")
            }
            for (index, box) in boxes.enumerated() {
                #expect(box.right <= CertificateLayout.right, "\(box.text)")
                for other in boxes[(index + 1)...] where abs(box.baseline - other.baseline) < 6 {
                    #expect(box.right <= other.left || other.right <= box.left, "\(box.text) over \(other.text)")
                }
            }
        }
    }

    @Test("The certificate is a tagged PDF with headings, paragraphs, tables, lists and figures in reading order")
    func tagged() async throws {
        let scene = try Scene()
        try await complete(scene, recipients: 1)
        let document = try PDFDocument(try await certificate(of: scene))
        let catalog = try document.catalog()
        let marks = try document.value("MarkInfo", in: catalog).dictionaryValue
        #expect(marks?["Marked"] == .bool(true))
        #expect(catalog["Lang"]?.textValue == "en")
        let outline = try TaggedText(document)
        #expect(outline.roles.first == "Document")
        #expect(
            Set(outline.roles).isSuperset(of: [
                "H1", "H2", "H3", "P", "Table", "TR", "TH", "TD", "L", "LI", "Lbl", "LBody", "Figure",
            ]))
        #expect(outline.headings == ["H1", "H2", "H3", "H2", "H3", "H2", "H2", "H3", "H2"])
        #expect(outline.alternatives == ["Signature of María Fernández", "Initials of María Fernández"])
        #expect(outline.unowned == 0)
    }

    @Test("The certificate shows a value in the service's fonts and says if a device drew it in others")
    func otherFonts() async throws {
        let scene = try Scene()
        let host = scene.host("1")
        await host.prepare(text: "Łódź 5000 zł")
        let envelope = try await scene.desk.envelope()
        let tab = try #require(TabID(rawValue: Scene.text))
        _ = try await scene.desk.ledger.perform(
            .takeHistory(
                device: Data(repeating: 4, count: 65).base64EncodedString(), first: envelope.lastSequence,
                last: envelope.lastSequence, uploadedBy: envelope.sender, otherFonts: [tab]),
            on: envelope.id, CommandContext(at: scene.now, actor: .service))
        try #require(await host.send(.post, "finish").status == 200)
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        let begin = try #require(shown.range(of: "Values in fonts of a device A device drew these values"))
        let end = try #require(shown.range(of: "Documents You can check"))
        #expect(shown[begin.upperBound..<end.lowerBound].contains("Agreement 1.pdf Łódź 5000 zł"))
        #expect(shown.contains("The device drew “text 350.0” in fonts of its own."))
        let other = try Scene()
        try await complete(other, recipients: 1, text: "Łódź 5000 zł")
        let plain = try await certificate(of: other)
        #expect(try await !Shown.text(of: plain, pages: PDFDocument(plain).pageCount()).contains("fonts of"))
    }

    @Test("The certificate lists signers by turn and documents by order, however the sender listed them")
    func order() async throws {
        let scene = try Scene(documents: 2, recipients: ["María Fernández", "Bob Two"]) { definition in
            definition.documents.reverse()
            definition.recipients.reverse()
        }
        try await complete(scene, recipients: 2)
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        let signers = try #require(shown.range(of: "Signers María"))
        let documents = try #require(shown.range(of: "Documents You can check"))
        let history = try #require(shown.range(of: "History Each"))
        #expect(signers.lowerBound < documents.lowerBound)
        let listed = shown[documents.lowerBound..<history.lowerBound]
        let first = try #require(listed.range(of: "Agreement 1.pdf"))
        let second = try #require(listed.range(of: "Agreement 2.pdf"))
        #expect(first.lowerBound < second.lowerBound)
    }

    @Test("Each event shows its IP address where it is known")
    func places() async throws {
        let scene = try Scene()
        try await complete(scene, recipients: 1)
        let history = try await scene.desk.history()
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        let events = history.events.dropLast()
        let known = events.count { $0.actor.ipAddress == "192.0.2.7" }
        try #require(known > 0 && known < events.count)
        #expect(shown.ranges(of: "· 192.0.2.7").count == known)
        #expect(shown.ranges(of: "UTC ·").count == known)
    }

    @Test("The certificate shows only the custom fields meant to be shown")
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

    @Test("Names appear as text in any script; characters without a font appear as code points")
    func anyCharacters() async throws {
        let scene = try Scene(documents: 2, recipients: ["Łukasz Żółć", "محمد العلي 山田"])
        try await complete(scene, recipients: 2, text: "Blue")
        let file = try await certificate(of: scene)
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        for name in ["Łukasz", "Żółć", "محمد", "العلي", "山田"] {
            #expect(shown.contains(name), "\(name)")
        }
        #expect(file.count < 80_000, "whole fonts are not embedded")
        #expect(FieldText(scene.typesetter).shown("a\u{31350}\u{7}") == #"a\u{31350}\u{7}"#)
    }

    @Test("A heading is never left alone at the foot of a page")
    func headings() async throws {
        for count in [1, 4, 6, 7, 8, 9, 11, 13] {
            let scene = try Scene(documents: 1, recipients: ["Ann One"]) { definition in
                definition.customFields = (0..<count * 3).map {
                    CustomField(id: "\($0)", name: "Field \($0)", value: "x", show: true)
                }
            }
            try await complete(scene, recipients: 1)
            let history = try await scene.desk.history()
            let sealing = try await scene.authority.seal()
            let layout = CompletionCertificate(
                history: history, sealed: [:], shortfalls: [], artwork: [:], issuer: .init(sealing),
                sealedAt: scene.now,
                typesetter: scene.typesetter
            ).layout()
            let headings = ["Signers", "Documents", "How to check this without us", "History"]
            for page in layout.pages {
                let texts = page.compactMap { item -> (String, Double)? in
                    guard case .text(let text, _, let baseline, _) = item, baseline < 790 else { return nil }
                    return (text, baseline)
                }
                for (text, baseline) in texts where headings.contains(text) {
                    #expect(texts.contains { $0.1 > baseline }, "\(text) with \(count)")
                }
            }
        }
    }

    @Test(
        "A browser is shown by its name and system",
        arguments: [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0"
                    + " Safari/537.36 Edg/142.0.0.0", "Edge 142 on Windows"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                    + " Version/18.1 Mobile/15E148 Safari/604.1", "Safari 18 on iPhone"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                    + " Mobile/15E148", "a web view on iPhone"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox 131 on Linux"),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile"
                    + " Safari/537.36", "Chrome 142 on Android"
            ),
            ("Test browser", "Test browser"), ("Chrome/", "Chrome/"), ("Chrome/99999999", "Chrome/99999999"),
        ])
    func browsers(userAgent: String, name: String) {
        #expect(BrowserName.text(userAgent, CertificateWords(.english)) == name)
    }

    @Test("Long words wrap, long lists continue on new pages, and nothing leaves the page")
    func layout() throws {
        var layout = CertificateLayout(try HarfBuzzTypesetter())
        layout.paragraph(String(repeating: "a", count: 500), .body, toX: 200)
        for number in 1...120 { layout.paragraph("Line \(number) with a few words", .body) }
        #expect(layout.pages.count == 3)
        for item in layout.pages.joined() {
            guard case .text(let text, let x, let baseline, let style) = item else { continue }
            let end = try x + style.font.width(of: text, size: style.size)
            #expect(end <= CertificateLayout.right && baseline <= CertificateLayout.bottom)
        }
    }
}
