import Envelopes
import Foundation
import PageImages
import Testing

@testable import Ceremony

private struct WordlessRenderer: PageRenderer {
    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Data() }
    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }
}

@Suite("Unseen pages")
struct UnseenPageTests {
    /// Two documents of two pages; everything is filled in, and no page was shown.
    private func scene() async throws -> (Scene, CeremonyHost) {
        let scene = try Scene(documents: 2, showsEverything: false)
        let host = scene.host()
        await host.prepare()
        return (scene, host)
    }

    private func finish(_ host: CeremonyHost) async throws -> Answer.Problem? {
        try Answer(await host.send(.post, "finish")).error
    }

    @Test("Finish is refused until the named pages have been shown")
    func holdsFinish() async throws {
        let (scene, host) = try await scene()
        let problem = try #require(try await finish(host))
        #expect(problem.code == "pages_unseen")
        #expect(
            problem.message
                == "You have not signed yet. Please read these pages first: Agreement 1.pdf (1, 2), Agreement 2.pdf (1)."
        )
        #expect(problem.pages == [.init("1", 1), .init("1", 2), .init("2", 1)])
        try await look(at: [.init("1", 2), .init("1", 1)], host)
        #expect(try await finish(host)?.pages == [.init("2", 1)])
        // What was seen in one session counts in the next.
        try await look(at: [.init("2", 1)], scene.host())
        #expect(try await finish(host) == nil)
        guard
            case .signed(_, _, _, let shown)? = try await scene.desk.history().events
                .last(where: { $0.body.kind == .signed })?.body
        else { return }
        #expect(shown == ["1": PageRanges([1, 2]), "2": PageRanges([1])])
    }

    /// Fetches pages and reports them, as the page does once they stood in the window.
    private func look(at pages: [DocumentPage], _ host: CeremonyHost) async throws {
        for page in pages { _ = await host.get("documents/\(page.documentID)/pages/\(page.page)/image") }
        #expect(try await report(pages, host) == [])
    }

    /// Returns the pages that the host does not believe.
    private func report(_ pages: [DocumentPage], _ host: CeremonyHost) async throws -> [DocumentPage] {
        struct Report: Decodable {
            let unserved: [DocumentPage]
        }
        let body = String(decoding: try JSONEncoder().encode(["pages": pages]), as: UTF8.self)
        return try JSONDecoder().decode(Report.self, from: await host.send(.post, "shown", body).body).unserved
    }

    @Test("A picture that was fetched and never reported was not shown, and a report without a picture counts nothing")
    func reported() async throws {
        let (scene, host) = try await scene()
        _ = await host.get("documents/1/pages/1/image")
        #expect(try await scene.desk.shownPages(to: "1") == [:])
        let all: [DocumentPage] = [.init("1", 1), .init("1", 2), .init("7", 1)]
        #expect(try await report(all, host) == [.init("1", 2), .init("7", 1)])
        #expect(try await scene.desk.shownPages(to: "1") == ["1": PageRanges([1])])
        #expect(try await finish(host)?.pages == [.init("1", 2), .init("2", 1)])
    }

    @Test("A report is read only up to its limit", arguments: [(CeremonyHost.longestReport, 200), (16_385, 413)])
    func longReport(size: Int, status: Int) async throws {
        let (_, host) = try await scene()
        let body = #"{"pages":[]}"#.padding(toLength: size, withPad: " ", startingAt: 0)
        #expect(await host.send(.post, "shown", body).status == status)
    }

    @Test("The session lists the unseen pages until they are shown, and none after signing")
    func inSession() async throws {
        let (_, host) = try await scene()
        #expect(try SessionAnswer(await host.get("session")).unseen == [.init("1", 1), .init("1", 2), .init("2", 1)])
        try await look(at: [.init("1", 1), .init("2", 1)], host)
        #expect(try SessionAnswer(await host.get("session")).unseen == [.init("1", 2)])
        try await look(at: [.init("1", 2)], host)
        #expect(try await finish(host) == nil)
        #expect(try SessionAnswer(await host.get("session")).unseen == [])
    }

    @Test(
        "A page whose text was fetched counts as seen only if the text was marked as read",
        arguments: [(nil, true), ("1", false)])
    func text(read: String?, holds: Bool) async throws {
        let (_, host) = try await scene()
        let pages: [DocumentPage] = [.init("1", 1), .init("1", 2), .init("2", 1)]
        for page in pages {
            let query = read.map { ["read": $0] } ?? [:]
            let words = "documents/\(page.documentID)/pages/\(page.page)/words"
            #expect(await host.get(words, query: query).status == 200)
        }
        #expect(try await report(pages, host) == (holds ? pages : []))
        #expect(try await (finish(host)?.code == "pages_unseen") == holds)
    }

    @Test("Reading the text of a page without text does not count as seeing it")
    func picturesWithoutText() async throws {
        let scene = try Scene(showsEverything: false)
        let host = scene.host(renderer: WordlessRenderer())
        #expect(await host.get("documents/1/pages/1/words", query: ["read": "1"]).status == 200)
        #expect(try await report([.init("1", 1)], host) == [.init("1", 1)])
        #expect(try await scene.desk.shownPages(to: "1") == [:])
    }

    @Test("A small picture for a glance does not count as seeing a page")
    func glance() async throws {
        let (scene, host) = try await scene()
        #expect(await host.get("documents/1/pages/1/image", query: ["width": "200"]).status == 200)
        #expect(try await report([.init("1", 1)], host) == [.init("1", 1)])
        #expect(try await scene.desk.shownPages(to: "1") == [:])
    }

    @Test("A HEAD request does not count as seeing a page")
    func headers() async throws {
        let (scene, host) = try await scene()
        _ = await host.answer(HTTPCall(.head, "documents/1/pages/1/image"))
        #expect(try await report([.init("1", 1)], host) == [.init("1", 1)])
        #expect(try await scene.desk.shownPages(to: "1") == [:])
    }

    @Test("Another signer's views do not count")
    func others() async throws {
        let scene = try Scene(recipients: ["Ann One", "Bob Two"], showsEverything: false)
        _ = await scene.host("2").get("documents/1/pages/1/image")
        // Nobody waits for a report of theirs.
        #expect(try await report([.init("1", 1)], scene.host("2")) == [])
        #expect(try await report([.init("1", 1)], scene.host()) == [.init("1", 1)])
        #expect(try await scene.desk.shownPages(to: "1") == [:])
        // Nothing is noted for somebody whose turn it is not.
        #expect(try await scene.desk.shownPages(to: "2") == [:])
    }

    @Test("Unseen pages are listed by document, in no language")
    func listed() {
        let names: [DocumentID: String] = ["1": "Lease", "2": "Annex"]
        let pages = [1, 3, 5].map { DocumentPage("1", $0) } + [DocumentPage("2", 1)]
        #expect(UnseenPages.listed(pages, names: names) == ["Lease (1, 3, 5)", "Annex (1)"])
        let many = (1...9).map { DocumentPage("3", $0) }
        #expect(UnseenPages.listed(many, names: names) == ["3 (1, 2, 3, 4, 5, …)"])
    }
}

@Suite("Signature places")
struct PlaceTests {
    @Test("One request fills several places and records an event for each")
    func several() async throws {
        let scene = try Scene(documents: 3)
        let host = scene.host()
        _ = await host.get("session")
        _ = await host.send(.post, "consent")
        _ = await host.send(.put, "signature", Drawings.zigzag())
        let places = try await scene.desk.envelope().tabs(of: "1").filter { $0.kind == .signHere }.map(\.id.rawValue)
        try #require(places.count == 3)
        let before = try await scene.desk.history().events.count
        let body = #"{"fields":["\#(places.joined(separator: #"",""#))"]}"#
        let key = UUID().uuidString
        let answer = await host.send(.post, "signature/places", body, key: key)
        #expect(try SessionAnswer(answer).tabs.filter { places.contains($0.id) }.allSatisfy(\.filled))
        let new = try await scene.desk.history().events.dropFirst(before).map(\.body)
        #expect(new.map(\.kind) == [.fieldFilled, .fieldFilled, .fieldFilled])
        #expect(await host.send(.post, "signature/places", body, key: key).status == 200)
        #expect(try await scene.desk.history().events.count == before + 3)
    }

    @Test(
        "Places must be the signer's own, without repeats, and at least one",
        arguments: [[], [Scene.text], [Scene.signHere, Scene.signHere], [Scene.othersText], ["x"]])
    func refused(fields: [String]) async throws {
        let scene = try Scene(recipients: ["Ann One", "Bob Two"])
        let host = scene.host()
        await host.prepare()
        let body = String(decoding: try JSONEncoder().encode(["fields": fields]), as: UTF8.self)
        #expect(try Answer(await host.send(.post, "signature/places", body)).error?.code == "unknown_field")
    }

    @Test("Filling a place needs an adopted signature")
    func nothingAdopted() async throws {
        let host = try Scene().host()
        _ = await host.get("session")
        _ = await host.send(.post, "consent")
        let body = #"{"fields":["\#(Scene.signHere)"]}"#
        #expect(try Answer(await host.send(.post, "signature/places", body)).error?.code == "signature_missing")
    }
}

@Suite("Copies for the signer")
struct CopyTests {
    @Test("A copy is the current document before and after signing, and the certificate at the end")
    func copies() async throws {
        let scene = try Scene()
        let host = scene.host()
        let unsigned = await host.get("documents/1/file")
        let received = try await scene.desk.blob(try #require(scene.desk.envelope().document("1")).blob)
        #expect(unsigned.body == received)
        #expect(unsigned.headers[.contentDisposition] == #"attachment; filename="Agreement 1.pdf""#)
        #expect(unsigned.headers[.contentType] == "application/pdf")
        #expect(unsigned.headers[.cacheControl] == "no-store")
        #expect(await host.get("certificate").status == 404)
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)
        let signed = await host.get("documents/1/file")
        #expect(signed.body.starts(with: received) && signed.body.count > received.count)
        let envelope = try await scene.desk.envelope()
        #expect(await host.get("certificate").body == (try await scene.desk.blob(#require(envelope.certificate))))
        #expect(await host.get("documents/2/file").status == 404)
    }

    @Test("A withdrawn or declined envelope offers no copies")
    func withdrawn() async throws {
        let scene = try Scene()
        let host = scene.host()
        _ = await host.get("session")
        _ = await host.send(.post, "decline", #"{"reason":"no"}"#)
        #expect(await host.get("documents/1/file").status == 404)
        #expect(await host.get("certificate").status == 404)
    }

    @Test("Copies are not offered if the host disables them")
    func notOffered() async throws {
        var configuration = CeremonyConfiguration()
        configuration.offersCopies = false
        let scene = try Scene()
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter,
            authority: scene.authority, configuration: configuration)
        #expect(await host.get("documents/1/file").status == 404)
        #expect(String(decoding: await host.get("session").body, as: UTF8.self).contains(#""copies":false"#))
    }

    @Test("A copy's file name works on every system")
    func names() {
        #expect(FileDisposition.attachment("Lease.pdf") == #"attachment; filename="Lease.pdf""#)
        #expect(
            FileDisposition.attachment("../貸\"し.pdf")
                == #"attachment; filename=".._______.pdf"; filename*=UTF-8''.._%E8%B2%B8%22%E3%81%97.pdf"#
                .replacingOccurrences(of: "_______", with: "____"))
    }
}

@Suite("Envelopes that end while a page is open")
struct EndedEnvelopeTests {
    @Test("The page shows the sender's reason for voiding")
    func voided() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let sender = EventActor(kind: .sender, id: "user", name: "Ann Sender")
        _ = try await scene.desk.perform(.void(reason: "Wrong price"), CommandContext(at: scene.now, actor: sender))
        let refused = try Answer(await host.send(.put, "fields/\(Scene.text)", #"{"value":"x"}"#)).error
        #expect(refused?.code == "voided")
        let session = try SessionAnswer(await host.get("session")).envelope
        #expect(session.status == "voided" && session.reason == "Wrong price")
    }

    @Test("Another signer's refusal gives the error code declined")
    func declined() async throws {
        let scene = try Scene(recipients: ["Ann One", "Bob Two"]) { definition in
            definition.recipients[1].routingOrder = 1
        }
        await scene.host().prepare()
        _ = await scene.host("2").get("session")
        _ = await scene.host("2").send(.post, "decline", #"{"reason":"too dear"}"#)
        let refused = try Answer(await scene.host().send(.put, "fields/\(Scene.text)", #"{"value":"x"}"#)).error
        #expect(refused?.code == "declined")
        let session = await scene.host().get("session")
        // The other's reason is the sender's to know.
        #expect(!String(decoding: session.body, as: UTF8.self).contains("too dear"))
    }
}
