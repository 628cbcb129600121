import Envelopes
import Foundation
import PageImages
import Testing
import Words

@testable import Ceremony

@Suite("The session and its entries")
struct SessionTests {
    private func kinds(_ scene: Scene) async throws -> [EventBody.Kind] {
        try await scene.desk.history().events.map(\.body.kind)
    }

    @Test("Opening the page is recorded once")
    func opening() async throws {
        let scene = try Scene()
        let host = scene.host()
        let first = try SessionAnswer(await host.get("session"))
        _ = await host.get("session")
        #expect(try await kinds(scene) == [.created, .sent, .viewed])
        #expect(first.recipient.status == "delivered" && !first.recipient.consented && !first.finished)
        #expect(first.envelope.subject == "Please sign")
        #expect(first.faces == ["Dancing Script", "Kristi", "Kaushan Script"])
    }

    @Test("Opening the page in several windows at once is recorded once")
    func openingAtOnce() async throws {
        let scene = try Scene()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = await scene.host().get("session") } }
        }
        #expect(try await kinds(scene) == [.created, .sent, .viewed])
    }

    @Test("The service fills in name and date, and the sender's values are present")
    func knownValues() async throws {
        let session = try SessionAnswer(await Scene().host().get("session"))
        #expect(session.tab(Scene.fullName)?.value == "María Fernández")
        #expect(session.tab(Scene.dateSigned)?.value == "21 Nov 2026")
        #expect(session.tab(Scene.locked)?.value == "Set by the sender")
        #expect(session.tab(Scene.checkbox)?.value == "false")
        #expect(session.tab(Scene.text)?.filled == false)
        #expect(session.tab(Scene.signHere)?.filled == false)
    }

    @Test("Absent values are null, not missing")
    func nulls() async throws {
        let text = String(decoding: try await Scene().host().get("session").body, as: UTF8.self)
        #expect(text.contains(#""signature":null"#) && text.contains(#""initials":null"#))
        #expect(text.contains(#""value":null"#) && text.contains(#""maxLength":null"#))
    }

    @Test("Consent must come first, and its text is stored")
    func consent() async throws {
        let scene = try Scene()
        let host = scene.host()
        _ = await host.get("session")
        let early = await host.send(.put, "fields/\(Scene.text)", #"{"value":"Blue"}"#)
        #expect(early.status == 409)
        #expect(try Answer(early).error?.code == "consent_missing")
        let blobs = scene.desk.blobCount
        let earlySignature = await host.send(.put, "signature", Drawings.zigzag())
        #expect(try Answer(earlySignature).error?.code == "consent_missing")
        #expect(scene.desk.blobCount == blobs)
        let session = try SessionAnswer(await host.send(.post, "consent"))
        #expect(session.recipient.consented)
        let envelope = try await scene.desk.envelope()
        let hash = try #require(envelope.state(of: "1")?.disclosure)
        let shown = String(decoding: try await scene.desk.blob(hash), as: UTF8.self)
        #expect(shown.hasPrefix("Electronic records and signatures\n") && shown.contains("Ann Sender"))
    }

    @Test("A value is stored and returned")
    func fill() async throws {
        let host = try Scene().host()
        await host.prepare(text: "Größe 5 €")
        let session = try SessionAnswer(await host.get("session"))
        #expect(session.tab(Scene.text)?.value == "Größe 5 €" && session.tab(Scene.text)?.filled == true)
        #expect(session.tab(Scene.checkbox)?.value == "true")
    }

    @Test("Repeating a key changes nothing and gets the same answer")
    func repeatedKey() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let first = await host.send(.put, "fields/\(Scene.text)", #"{"value":"Red"}"#, key: "k")
        _ = await host.send(.put, "fields/\(Scene.text)", #"{"value":"Green"}"#)
        let count = try await kinds(scene).count
        let again = await host.send(.put, "fields/\(Scene.text)", #"{"value":"Red"}"#, key: "k")
        #expect(first.status == 200 && again.status == 200)
        #expect(try await kinds(scene).count == count)
        #expect(try SessionAnswer(again).tab(Scene.text)?.value == "Green")
    }

    @Test("Reusing a key for another value, field or act is refused")
    func reusedKey() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        _ = await host.send(.put, "fields/\(Scene.text)", #"{"value":"one"}"#, key: "k")
        let count = try await kinds(scene).count
        let others = [
            await host.send(.put, "fields/\(Scene.text)", #"{"value":"two"}"#, key: "k"),
            await host.send(.put, "fields/\(Scene.checkbox)", #"{"value":"false"}"#, key: "k"),
            await host.send(.put, "signature", Drawings.zigzag(), key: "k"),
            await host.send(.post, "decline", #"{"reason":"No"}"#, key: "k"),
            await host.send(.post, "finish", key: "k"),
        ]
        for other in others {
            #expect(other.status == 422)
            #expect(try Answer(other).error?.code == "idempotency_key_reused")
        }
        #expect(try await kinds(scene).count == count)
        #expect(await host.send(.put, "fields/\(Scene.text)", #"{"value":"one"}"#, key: "k").status == 200)
    }

    @Test("Adopting the same signature again under one key changes nothing; another drawing is refused")
    func adoptedTwice() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let first = await host.send(.put, "signature", Drawings.zigzag(), key: "k")
        let count = try await kinds(scene).count
        let again = await host.send(.put, "signature", Drawings.zigzag(), key: "k")
        #expect(first.status == 200 && again.status == 200 && again.body == first.body)
        let other = await host.send(.put, "signature", Drawings.body([[(1, 1), (500, 200)]]), key: "k")
        #expect(other.status == 422)
        #expect(try await kinds(scene).count == count)
    }

    @Test(
        "A character without a font is refused at once and named",
        arguments: ["\u{31350}", "\u{E000}", "\u{202E}", "\u{2069}", "\u{378}"])
    func unshowable(character: Character) async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let response = await host.send(.put, "fields/\(Scene.text)", #"{"value":"a\#(character)"}"#)
        #expect(response.status == 422)
        let problem = try #require(try Answer(response).error)
        #expect(problem.code == "character_not_showable")
        let code = try #require(character.unicodeScalars.first?.value)
        #expect(problem.message.contains(String(code, radix: 16, uppercase: true)))
        #expect(try SessionAnswer(await host.get("session")).tab(Scene.text)?.value == "Blue")
    }

    @Test(
        "Control characters other than line breaks are refused",
        arguments: [#"a\u0000"#, #"a\tb"#, #"a\u000bb"#, #"a\u2028b"#])
    func controls(value: String) async throws {
        let host = try Scene().host()
        await host.prepare()
        let response = await host.send(.put, "fields/\(Scene.text)", #"{"value":"\#(value)"}"#)
        #expect(response.status == 422)
    }

    @Test("A value that is too long, or is for a foreign, locked or automatic field, is refused")
    func refusedValues() async throws {
        let scene = try Scene(recipients: ["Ann One", "Bob Two"])
        let host = scene.host()
        await host.prepare()
        func code(_ tab: String, _ value: String) async throws -> String? {
            try Answer(await host.send(.put, "fields/\(tab)", #"{"value":"\#(value)"}"#)).error?.code
        }
        #expect(try await code(Scene.text, String(repeating: "a", count: 31)) == "value_too_long")
        #expect(try await code(Scene.othersText, "a") == "unknown_field")
        #expect(try await code("no-guid", "a") == "unknown_field")
        #expect(try await code(Scene.locked, "a") == "field_locked")
        #expect(try await code(Scene.dateSigned, "1 Jan 1970") == "field_locked")
        #expect(try await code(Scene.checkbox, "yes") == "malformed")
    }

    @Test("Finishing later and declining are recorded and give a redirect")
    func leaving() async throws {
        let scene = try Scene()
        let host = scene.host()
        _ = await host.get("session")
        let later = await host.send(.post, "later")
        #expect(try Answer(later).redirect == "https://example.com/done?order=7&event=cancel#top")
        #expect(try Answer(await host.send(.post, "decline", #"{"reason":" \n"}"#)).error?.code == "reason_missing")
        let long = String(repeating: "a", count: 501)
        #expect(
            try Answer(await host.send(.post, "decline", #"{"reason":"\#(long)"}"#)).error?.code == "reason_too_long")
        let declined = await host.send(.post, "decline", #"{"reason":"Wrong amount"}"#)
        #expect(try Answer(declined).redirect == "https://example.com/done?order=7&event=decline#top")
        #expect(try await kinds(scene) == [.created, .sent, .viewed, .finishedLater, .declined])
        let after = await host.send(.post, "finish")
        #expect(after.status == 409)
        #expect(try Answer(after).error?.redirect?.contains("event=decline") == true)
        #expect(try SessionAnswer(await host.get("session")).finished)
    }

    @Test("If finishing later is off, the page says so and the host refuses it")
    func laterNotOffered() async throws {
        let scene = try Scene()
        var configuration = CeremonyConfiguration(now: { [now = scene.now] in now })
        configuration.allowsFinishingLater = false
        configuration.nextGoesOnlyToBlankRequired = false
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter,
            authority: scene.authority, configuration: configuration)
        let session = String(decoding: await host.get("session").body, as: UTF8.self)
        #expect(
            session.contains(
                #""rules":{"certificate":true,"copies":true,"decline":true,"free":false,"keepsEntries":true,"#
                    + #""later":false,"nextOnlyToBlankRequired":false,"reassign":false}"#))
        let refused = await host.send(.post, "later")
        #expect(try refused.status == 403 && Answer(refused).error?.code == "later_not_offered")
        #expect(try await !kinds(scene).contains(.finishedLater))
    }

    @Test("Without an address to return to, the redirect is null")
    func noReturnAddress() async throws {
        let host = try Scene().host(returnURL: nil)
        _ = await host.get("session")
        #expect(String(decoding: await host.send(.post, "later").body, as: UTF8.self).contains(#""redirect":null"#))
    }

    @Test("A signer out of turn, or with a draft, must wait")
    func notInTurn() async throws {
        let scene = try Scene(recipients: ["Ann One", "Bob Two"])
        #expect(try Answer(await scene.host("2").get("session")).error?.code == "not_in_turn")
        #expect(try Answer(await Scene(isSent: false).host().get("session")).error?.code == "not_in_turn")
        #expect(try await Scene(isSent: false).host().get("documents/1/pages/1/image").status == 404)
    }

    @Test("A withdrawn envelope can only be read")
    func voided() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let sender = EventActor(kind: .sender, id: "user", name: "Ann Sender")
        _ = try await scene.desk.perform(.void(reason: "Mistake"), CommandContext(at: scene.now, actor: sender))
        let session = try SessionAnswer(await host.get("session"))
        #expect(session.finished && session.envelope.status == "voided")
        let finish = await host.send(.post, "finish")
        #expect(finish.status == 409)
        #expect(try Answer(finish).error?.code == "voided")
    }
}

@Suite("Page images and words")
struct PageTests {
    @Test(
        "A picture's width is rounded up to one of eight sizes",
        arguments: [
            ("1", 200), ("200", 200), ("201", 640), ("640", 640), ("641", 720), ("721", 1000), ("1600", 1600),
            ("2201", 3200), ("9999", 4000),
        ])
    func widths(asked: String, given: Int) async throws {
        let response = try await Scene().host().get("documents/1/pages/2/image", query: ["width": asked])
        #expect(response.headers[.contentType] == "image/jpeg")
        #expect(String(decoding: response.body, as: UTF8.self).hasPrefix("picture of page 2, \(given) wide"))
    }

    @Test(
        "A long page gets a narrower picture to limit its pixels",
        arguments: [(PageSize(width: 200, height: 2000), 1600), (PageSize(width: 2384, height: 3370), 4000)])
    func longPages(size: PageSize, given: Int) {
        #expect(CeremonyHost.imageWidth(9999, for: size) == given)
    }

    @Test("A width that is not a number is refused", arguments: ["0", "-5", "wide", ""])
    func badWidth(asked: String) async throws {
        #expect(try await Scene().host().get("documents/1/pages/1/image", query: ["width": asked]).status == 400)
    }

    @Test("Poppler draws a page's picture and reads its words")
    func poppler() async throws {
        let host = try Scene().host(renderer: PopplerPageRenderer())
        let image = await host.get("documents/1/pages/2/image", query: ["width": "600"])
        #expect(image.status == 200 && image.body.starts(with: [0xFF, 0xD8]))
        let words = String(decoding: await host.get("documents/1/pages/2/words").body, as: UTF8.self)
        #expect(words.contains(#""text":"Agreement""#))
    }

    @Test("Words have their boxes and lines")
    func words() async throws {
        let response = try await Scene().host().get("documents/1/pages/1/words")
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == #"{"words":[{"height":20,"line":0,"text":"Agreement","width":90,"x":72,"y":84}]}"#)
    }

    @Test("A picture is cached forever under its version, and revalidated otherwise")
    func caching() async throws {
        let scene = try Scene()
        let host = scene.host()
        let version = try #require(try await scene.desk.envelope().latestVersion(of: "1")).rawValue.prefix(16)
        let pinned = await host.get("documents/1/pages/1/image", query: ["v": String(version)])
        #expect(pinned.headers[.cacheControl]?.contains("immutable") == true)
        let plain = await host.get("documents/1/pages/1/image", query: ["v": "0123"])
        #expect(plain.headers[.cacheControl] == "private, no-cache")
        let tag = try #require(plain.headers[.eTag])
        #expect(await host.get("documents/1/pages/1/image", headers: [.ifNoneMatch: tag]).status == 304)
        #expect(await host.get("documents/1/pages/2/image", headers: [.ifNoneMatch: tag]).status == 200)
    }
}

@Suite("Disclosures")
struct DisclosureTests {
    @Test("A disclosure is parsed from its bytes, with or without a final line feed")
    func bytes() throws {
        let text = Disclosure(title: "Electronic records", paragraphs: ["You agree.", "", "You may decline."])
        #expect(Disclosure(bytes: text.bytes) == text)
        #expect(Disclosure(bytes: text.bytes.dropLast()) == text)
        let ann = Sender(userID: "1", name: "Ann", email: "ann@example.com")
        #expect(Disclosure(bytes: Disclosure.onDevice(sender: ann).bytes) == .onDevice(sender: ann))
    }

    @Test("The English texts have the bytes that people agreed to before there were other languages")
    func english() {
        let ann = Sender(userID: "1", name: "Ann", email: "ann@example.com")
        #expect(
            BlobHash(of: Disclosure.standard(sender: ann).bytes).description
                == "95298811ad0cb2ec0225500d11d103ff73c1fb590f9bd48050637bafb3f5318f")
        #expect(
            BlobHash(of: Disclosure.onDevice(sender: ann).bytes).description
                == "e0a62d373b54d06821d26723d56bef1c55065233b855638a6b2b5d759a3ebc54")
    }

    @Test("A text from left to right has no marks around a name, as apps of other versions know it; others have")
    func marks() throws {
        let layla = Sender(userID: "1", name: "ليلى", email: "layla@example.com")
        let text = Disclosure.onDevice(sender: layla).paragraphs[0]
        #expect(text.hasPrefix("ليلى asks you"))
        let ann = Sender(userID: "1", name: "Ann", email: "ann@example.com")
        let hebrew = Disclosure.onDevice(sender: ann, in: .best(for: ["he"])).paragraphs[0]
        #expect(hebrew.contains("\u{2068}Ann\u{2069}"))
    }

    @Test("A person agrees in the language of their page, and that text is kept", arguments: ["de", "ar", "zh-Hant"])
    func languages(tag: String) async throws {
        let scene = try Scene()
        let language = Language.best(for: [tag])
        let headers = HTTPFields(["Countersign-Language": tag, "Content-Type": "application/json"])
        _ = await scene.host("1").answer(HTTPCall(.get, "session", headers: headers))
        let reply = await scene.host("1").answer(HTTPCall(.post, "consent", headers: headers, body: Data("{}".utf8)))
        #expect(reply.status == 200)
        let history = try await scene.desk.history()
        let envelope = history.envelope
        let agreed = Disclosure.standard(sender: envelope.sender, in: language)
        let consented = history.events.map(\.body).contains {
            $0 == .consented(recipientID: "1", disclosure: BlobHash(of: agreed.bytes))
        }
        #expect(consented)
        #expect(agreed.paragraphs[1].contains(Catalog.of(language).sentence(.page, "action.decline") ?? "-"))
        #expect(Disclosure.known(sender: envelope.sender, terms: DisclosureTerms()).contains(agreed))
        #expect(Disclosure(bytes: agreed.bytes) == agreed && agreed.paragraphs.allSatisfy { !$0.contains("{") })
    }

    @Test("A disclosure names a contact, the way to withdraw and the costs, or the account's own terms")
    func terms() {
        let ann = Sender(userID: "1", name: "Ann", email: "ann@example.com")
        for usual in [Disclosure.standard(sender: ann), .onDevice(sender: ann)] {
            let text = usual.paragraphs.joined(separator: "\n")
            #expect(text.contains("write to ann@example.com"))
            #expect(text.contains("You may withdraw your agreement: decline before you sign"))
            #expect(text.contains("on paper, before or after signing"))
            #expect(text.components(separatedBy: "This costs you nothing.").count == 3)
        }
        let terms = DisclosureTerms(
            contact: "+31 20 555 0100", withdrawal: "call us.", paperCopies: "A copy costs 2 euros.")
        let own = Disclosure.standard(sender: ann, terms: terms).paragraphs.joined(separator: "\n")
        #expect(
            own.contains("withdraw your agreement: call us.") && own.contains("write to +31 20 555 0100. A copy costs"))
        #expect(!own.contains("ann@example.com") && !own.contains("costs you nothing"))
    }

    @Test("A service accepts the disclosures of pages and devices, with and without its own terms")
    func known() {
        let ann = Sender(userID: "1", name: "Ann", email: "ann@example.com")
        let hashes = Disclosure.known(sender: ann, terms: DisclosureTerms(contact: "x")).map { BlobHash(of: $0.bytes) }
        #expect(Set(hashes).count == 4 * Language.all.count)
    }

    @Test(
        "An empty text, a bare title and blanks are not a disclosure",
        arguments: ["", "Title\n", " \n \n"])
    func none(text: String) {
        #expect(Disclosure(bytes: Data(text.utf8)) == nil)
        #expect(Disclosure(bytes: Data([0xFF, 0xFE, 0x0A, 0xFF])) == nil)
    }
}
