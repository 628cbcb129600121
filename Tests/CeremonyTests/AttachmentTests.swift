import Envelopes
import Essentials
import Foundation
import HTTPMessages
import PageImages
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

/// Notes what it is asked to draw, and draws the sample.
private struct DrawingOnce: PageRenderer {
    let asked = Locked<[(width: Int, share: FairShare, pages: Int)]>([])

    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
        let pages = try PDFDocument(await source.bytes()).pageCount()
        asked.withLock { $0.append((width, source.share, pages)) }
        return SampleJPEG.bytes
    }

    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }
}

@Suite("Attaching a file on the page")
struct AttachmentTests {
    private static let tabID = "00000000-0000-4000-8000-000000000021"

    private static func scene(required: Bool = true, changing change: (inout EnvelopeDefinition) -> Void = { _ in })
        throws -> Scene
    {
        try Scene { definition in
            definition.tabs.append(
                EnvelopeTab(
                    id: try #require(TabID(rawValue: tabID)), kind: .signerAttachment, documentID: "1",
                    recipientID: "1", page: 1, frame: TabFrame(x: 100, y: 40, width: 120, height: 24),
                    label: "Passport", required: required))
            change(&definition)
        }
    }

    private static func attach(
        _ host: CeremonyHost, _ bytes: Data, named name: String = "passport.pdf", to tab: String = tabID,
        type: String = "application/octet-stream", extra: HTTPFields = [:]
    ) async -> HTTPReply {
        let headers = HTTPFields([
            "content-type": type, "idempotency-key": UUID().uuidString,
            "x-file-name": name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "",
        ]).replacing(extra)
        return await host.answer(HTTPCall(.put, "attachments/\(tab)", headers: headers, body: bytes))
    }

    @Test("An attached PDF stays as it is, is sealed as a document of its own, and the certificate names it")
    func sealed() async throws {
        let scene = try Self.scene()
        let host = scene.host()
        await host.prepare()
        let early = await host.send(.post, "finish")
        #expect(try early.status == 422 && Answer(early).error?.fields == [Self.tabID])
        let passport = SamplePDF.make(pages: 3, title: "Passport")
        let session = await Self.attach(host, passport, named: "Pässe/1.pdf")
        #expect(session.status == 200, "\(String(decoding: session.body, as: UTF8.self))")
        let tab = try #require(try SessionAnswer(session).tab(Self.tabID))
        #expect(tab.filled && tab.value == "Pässe/1.pdf")
        #expect(String(decoding: session.body, as: UTF8.self).contains(#""filePages":3"#))
        #expect(await host.send(.post, "finish").status == 200)

        let envelope = try await scene.desk.envelope()
        #expect(envelope.status == .completed && envelope.documents.map(\.name) == ["Agreement 1.pdf", "Passport"])
        let versions = try #require(envelope.versions["2"])
        #expect(try await scene.desk.blob(versions[0]) == passport && versions.count == 2)
        let sealed = try await scene.desk.blob(versions[1])
        #expect(sealed.starts(with: passport))
        let report = try await PDFDocument(sealed).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now.addingTimeInterval(60))
        #expect(report.verdict == .valid && report.signatures.count == 1)
        // The agreement has no field for the file.
        let agreement = try await scene.desk.blob(try #require(envelope.latestVersion(of: "1")))
        #expect(agreement.range(of: Data("Passport".utf8)) == nil)
        let certificate = try await scene.desk.blob(try #require(envelope.certificate))
        let words = try await Shown.text(of: certificate, pages: try PDFDocument(certificate).pageCount())
        #expect(words.contains("attached by María Fernández as “Pässe/1.pdf”"), "\(words)")
        #expect(words.contains("attached the file “Pässe/1.pdf” (3 pages) to “Passport”"))
    }

    @Test("A picture is put on a page as the camera was held, and nothing of the camera with it", arguments: 1...8)
    func pictures(orientation: Int) async throws {
        for isLittle in [true, false] {
            let scene = try Self.scene()
            let host = scene.host()
            await host.prepare()
            let photo = SampleJPEG.held(UInt8(orientation), littleEndian: isLittle)
            #expect(await Self.attach(host, photo, named: "photo.jpg").status == 200)
            let envelope = try await scene.desk.envelope()
            let tab = try #require(envelope.tabs.first { $0.kind == .signerAttachment })
            let file = try #require(envelope.attachedFile(in: tab))
            #expect(file.pages.map { $0.height > $0.width } == [orientation >= 5])
            let page = try await scene.desk.blob(file.blob)
            #expect(page.range(of: SampleJPEG.bytes) != nil)
            #expect(page.range(of: Data("Exif".utf8)) == nil)
        }
    }

    @Test("A PNG is put on a page that others can read")
    func png() async throws {
        let scene = try Self.scene()
        let host = scene.host()
        await host.prepare()
        let picture = try GeneratedPNG(colorType: 2, depth: 8, isInterlaced: false, hasTransparency: false, seed: 1)
        #expect(await Self.attach(host, picture.data, named: "scan.png").status == 200)
        #expect(await host.send(.post, "finish").status == 200)
        #expect(try await scene.desk.envelope().documents.count == 2)
    }

    @Test("A picture beyond the limit is refused by its header, and one that others have to wait for is not decoded")
    func pictureLimits() async throws {
        let scene = try Self.scene()
        var configuration = CeremonyConfiguration(now: { [scene] in scene.now })
        let pictures = PictureIntake(limits: PictureLimits(decodedBytes: 1 << 20), atOnce: 1, line: 0)
        configuration.pictures = pictures
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter, authority: scene.authority, configuration: configuration)
        await host.prepare()
        var large = try GeneratedPNG(
            colorType: 2, depth: 16, isInterlaced: false, hasTransparency: false, seed: 1
        ).data
        large.replaceSubrange(16..<24, with: [0, 0, 3, 232, 0, 0, 3, 232])
        let refused = try Answer(await Self.attach(host, large, named: "scan.png")).error
        #expect(refused?.code == "attachment_refused")
        #expect(refused?.message.contains("The picture cannot be used") == true)

        // While a picture of the account is decoded, no other one is.
        let small = try GeneratedPNG(colorType: 2, depth: 8, isInterlaced: false, hasTransparency: false, seed: 1).data
        let share = FairShare(account: try await scene.desk.envelope().accountID, visitor: "somebody")
        try await pictures.whileDecoding(for: share) {
            let busy = await Self.attach(host, small, named: "scan.png")
            let code = try Answer(busy).error?.code
            #expect(busy.status == 503 && code == "pictures_busy")
        }
        #expect(await Self.attach(host, small, named: "scan.png").status == 200)
    }

    @Test("A large photo is drawn smaller by the renderer, for the person who attached it")
    func largePhoto() async throws {
        let scene = try Self.scene()
        var configuration = CeremonyConfiguration(now: { [scene] in scene.now })
        configuration.pictures = PictureIntake(limits: PictureLimits(keptPixels: 31))
        let drawing = DrawingOnce()
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: drawing,
            typesetter: scene.typesetter, authority: scene.authority, configuration: configuration)
        await host.prepare()
        drawing.asked.withLock { $0 = [] }
        #expect(await Self.attach(host, SampleJPEG.held(6), named: "photo.jpg").status == 200)
        let envelope = try await scene.desk.envelope()
        let (width, share, pages) = try #require(drawing.asked.withLock { $0.first })
        #expect(width == 3 && pages == 1)
        #expect(share == FairShare(account: envelope.accountID, visitor: "\(envelope.id)/1"))
    }

    @Test("A file that cannot be used is refused with its reason, and nothing is stored")
    func refused() async throws {
        let scene = try Self.scene()
        let host = scene.host()
        await host.prepare()
        let blobs = scene.desk.blobCount
        let launching = SamplePDF.file([
            "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/Launch/F(calc.exe)>>>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>",
        ])
        let cases: [(Data, String)] = [
            (Data(), "The file is empty."), (Data("hello".utf8), "Only PDF, PNG and JPEG files can be attached."),
            (Data("%PDF-1.7\nnothing".utf8), "damaged"), (launching, "starts or holds a program"),
            (SampleJPEG.bytes.prefix(20), "The picture cannot be used"),
            (SamplePDF.make(pages: 201), "more than 200"),
        ]
        for (bytes, reason) in cases {
            let reply = await Self.attach(host, bytes)
            let error = try Answer(reply).error
            #expect(reply.status == 422 && error?.code == "attachment_refused")
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        }
        #expect(scene.desk.blobCount == blobs)
        #expect(try await scene.desk.envelope().state(of: "1")?.attachments == [:])
    }

    @Test("Requests that the page does not make are refused: another type, another site, no name, another field")
    func badRequests() async throws {
        let scene = try Self.scene()
        let host = scene.host()
        await host.prepare()
        let pdf = SamplePDF.make()
        func code(_ reply: HTTPReply) throws -> String? { try Answer(reply).error?.code }
        #expect(try code(await Self.attach(host, pdf, type: "application/pdf")) == "not_a_file")
        #expect(
            try code(await Self.attach(host, pdf, extra: HTTPFields(["sec-fetch-site": "cross-site"]))) == "cross_site")
        #expect(try code(await Self.attach(host, pdf, to: Scene.text)) == "unknown_field")
        #expect(try code(await Self.attach(host, pdf, to: "x")) == "unknown_field")
        #expect(try code(await Self.attach(host, pdf, named: "a\nb.pdf")) == "attachment_refused")
        #expect(
            try code(await Self.attach(host, pdf, named: String(repeating: "n", count: 201))) == "attachment_refused")
        let nameless = HTTPCall(
            .put, "attachments/\(Self.tabID)", headers: HTTPFields(["content-type": "application/octet-stream"]),
            body: pdf)
        #expect(try code(await host.answer(nameless)) == "malformed")
        #expect(try await scene.desk.envelope().state(of: "1")?.attachments == [:])
    }

    @Test("A file over the limit is refused by its size; other bodies keep their own limit")
    func limits() async throws {
        let scene = try Self.scene()
        var configuration = CeremonyConfiguration(now: { [scene] in scene.now })
        configuration.attachmentLimit = 3 << 20
        configuration.bodyLimit = 1000
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter, authority: scene.authority, configuration: configuration)
        #expect(try SessionAnswer(await host.get("session")).limits["attachmentBytes"] == 3 << 20)
        _ = await host.send(.post, "consent")
        let large = await Self.attach(host, Data(count: 3 << 20 + 1))
        #expect(try large.status == 413 && Answer(large).error?.message.contains("3 MB") == true)
        #expect(await Self.attach(host, SamplePDF.make()).status == 200)
        #expect(configuration.bodyLimit(for: "/attachments/\(Self.tabID)") == 3 << 20)
        #expect(configuration.bodyLimit(for: "/fields/\(Self.tabID)") == 1000)
        configuration.allowsAttachments = false
        let closed = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter, authority: scene.authority, configuration: configuration)
        #expect(try SessionAnswer(await closed.get("session")).limits["attachmentBytes"] == nil)
        #expect(try Answer(await Self.attach(closed, SamplePDF.make())).error?.code == "attachments_not_offered")
    }

    @Test("A signer whose only field asks for a file places a signature themselves")
    func freeSigner() async throws {
        let scene = try Self.scene(changing: { definition in
            definition.tabs.removeAll { $0.kind != .signerAttachment }
        })
        let host = scene.host()
        let session = await host.get("session")
        #expect(try SessionAnswer(session).tabs.map(\.kind) == ["signerAttachment"])
        #expect(String(decoding: session.body, as: UTF8.self).contains(#""free":true"#))
        _ = await host.send(.post, "consent")
        _ = await host.send(
            .put, "signature",
            #"{"kind":"signature","method":"typed","text":"María Fernández","face":"dancing-script"}"#)
        let mark = #"{"documentId":"1","page":2,"x":200,"y":700,"width":150,"height":45}"#
        _ = await host.send(.put, "marks/\(UUID().uuidString)", mark)
        #expect(try Answer(await host.send(.post, "finish")).error?.fields == [Self.tabID])
        #expect(await Self.attach(host, SamplePDF.make()).status == 200)
        let removed = await host.send(.delete, "attachments/\(Self.tabID)")
        #expect(try SessionAnswer(removed).tab(Self.tabID)?.filled == false)
        #expect(await Self.attach(host, SamplePDF.make()).status == 200)
        #expect(await host.send(.post, "finish").status == 200)
        #expect(try await scene.desk.envelope().status == .completed)
    }
}
