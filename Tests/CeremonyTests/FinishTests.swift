import Envelopes
import Essentials
import Foundation
import SignedPDF
import Testing
import Typesetting

@testable import Ceremony
@testable import TestSupport

@Suite("Finishing")
struct FinishTests {
    private func verify(_ bytes: Data, _ scene: Scene) async throws -> VerificationReport {
        try await PDFDocument(bytes).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now.addingTimeInterval(60))
    }

    @Test("A complete ceremony gives a sealed document, a certificate and a completed envelope, and all verify")
    func wholeCeremony() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let finish = await host.send(.post, "finish")
        #expect(finish.status == 200)
        #expect(try Answer(finish).redirect == "https://example.com/done?order=7&event=signing_complete#top")

        let history = try await scene.desk.history()
        try history.verify()
        let envelope = history.envelope
        #expect(envelope.status == .completed)
        #expect(history.events.suffix(2).map(\.body.kind) == [.signed, .sealed])
        #expect(history.events.last?.actor == .service)
        let versions = try #require(envelope.versions["1"])
        #expect(versions.count == 3)
        var before = Data()
        for version in versions {
            let bytes = try await scene.desk.blob(version)
            #expect(bytes.starts(with: before))
            before = bytes
        }
        let report = try await verify(before, scene)
        #expect(report.verdict == .valid)
        #expect(report.signatures.count == 2)
        #expect(report.signatures.first?.signer == "María Fernández <signer1@example.com>")
        #expect(report.signatures.first?.field == "countersign-\(Scene.signHere)")
        #expect(report.signatures.last?.coverage == .wholeFile)

        #expect(envelope.combined == versions.last)
        let certificate = try await scene.desk.blob(try #require(envelope.certificate))
        #expect(try await verify(certificate, scene).verdict == .valid)
    }

    @Test("The signature is in its own field, even if the initials come first")
    func initialsFirst() async throws {
        let scene = try Scene { definition in
            for index in definition.tabs.indices where definition.tabs[index].kind == .initialHere {
                (definition.tabs[index].page, definition.tabs[index].required) = (1, true)
            }
        }
        let host = scene.host()
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)
        let file = try await scene.desk.blob(try #require(try await scene.desk.envelope().latestVersion(of: "1")))
        let signatures = try await verify(file, scene).signatures.map(\.field)
        #expect(signatures.first == "countersign-\(Scene.signHere)")
        #expect(!signatures.contains("countersign-\(Scene.initialHere)"))
    }

    @Test("A document that only needs initials is signed without a visible mark")
    func initialsOnly() async throws {
        let scene = try Scene { definition in
            definition.tabs.removeAll { $0.kind != .initialHere }
        }
        let host = scene.host()
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)
        let file = try await scene.desk.blob(try #require(try await scene.desk.envelope().latestVersion(of: "1")))
        let report = try await verify(file, scene)
        #expect(report.verdict == .valid && report.signatures.count == 2)
        #expect(!report.signatures.map(\.field).contains("countersign-\(Scene.initialHere)"))
    }

    @Test("The document shows the values")
    func valuesInDocument() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare(text: "Blue as agreed")
        _ = await host.send(.post, "finish")
        let envelope = try await scene.desk.envelope()
        #expect(envelope.state(of: "1")?.values[try #require(TabID(rawValue: Scene.dateSigned))] == "21 Nov 2026")
        let shown = try await Shown.text(of: try await scene.desk.blob(try #require(envelope.combined)))
        for text in ["Blue as agreed", "María Fernández", "21 Nov 2026", "Set by the sender"] {
            #expect(shown.contains(text))
        }
    }

    @Test("All empty required fields are named, and nothing is signed")
    func requiredFields() async throws {
        let scene = try Scene()
        let host = scene.host()
        _ = await host.get("session")
        _ = await host.send(.post, "consent")
        let blobs = scene.desk.blobCount
        let response = await host.send(.post, "finish")
        #expect(response.status == 422)
        let problem = try #require(try Answer(response).error)
        #expect(problem.code == "required_fields_empty")
        #expect(Set(problem.fields ?? []) == [Scene.signHere, Scene.text])
        #expect(scene.desk.blobCount == blobs)
        #expect(try await scene.desk.envelope().versions["1"]?.count == 1)
    }

    @Test("A signer cannot finish without consent")
    func noConsent() async throws {
        let host = try Scene().host()
        _ = await host.get("session")
        let response = await host.send(.post, "finish")
        #expect(response.status == 409)
        #expect(try Answer(response).error?.code == "consent_missing")
    }

    @Test("Repeating Finish with the same key gets the same answer; another key gets an error and the redirect")
    func secondFinish() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let first = await host.send(.post, "finish", key: "one")
        let events = try await scene.desk.history().events.count
        let again = await host.send(.post, "finish", key: "one")
        #expect(again == first)
        let other = await host.send(.post, "finish", key: "two")
        #expect(other.status == 409)
        let problem = try #require(try Answer(other).error)
        #expect(problem.code == "already_signed" && problem.message == "You have already signed.")
        #expect(problem.redirect == "https://example.com/done?order=7&event=signing_complete#top")
        #expect(try await scene.desk.history().events.count == events)
    }

    @Test("When several browsers finish at once, exactly one signs")
    func atOnce() async throws {
        let scene = try Scene()
        await scene.host().prepare()
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { await scene.host().send(.post, "finish").status }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 409, 409, 409])
        let kinds = try await scene.desk.history().events.map(\.body.kind)
        #expect(kinds.count { $0 == .signed } == 1 && kinds.count { $0 == .sealed } == 1)
        #expect(try await scene.desk.envelope().versions["1"]?.count == 3)
    }

    @Test("A signer who returns after signing can only read, and leaves with viewing_complete")
    func comingBack() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        _ = await host.send(.post, "finish")
        let events = try await scene.desk.history().events.count
        let session = try SessionAnswer(await host.get("session"))
        #expect(session.finished && session.recipient.status == "completed" && session.tabs.isEmpty)
        let filling = await host.send(.put, "fields/\(Scene.text)", #"{"value":"Red"}"#)
        #expect(try Answer(filling).error?.code == "already_signed")
        let leaving = await host.send(.post, "later")
        #expect(try Answer(leaving).redirect?.contains("event=viewing_complete") == true)
        #expect(try await scene.desk.history().events.count == events)
    }

    @Test("Two signers of two documents sign in turn, then the seals and one combined file are made")
    func severalOfEverything() async throws {
        let scene = try Scene(documents: 2, recipients: ["Ann One", "Łukasz Żółć"])
        let first = scene.host("1")
        await first.prepare()
        #expect(await first.send(.post, "finish").status == 200)
        #expect(try await scene.desk.envelope().status.isInProcess)
        #expect(try await scene.desk.envelope().certificate == nil)

        let second = scene.host("2")
        _ = await second.get("session")
        _ = await second.send(.post, "consent")
        _ = await second.send(.put, "signature", Drawings.zigzag())
        await second.placeEverywhere()
        #expect(await second.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.envelope()
        #expect(envelope.status == .completed)
        for document in ["1", "2"] as [DocumentID] {
            let bytes = try await scene.desk.blob(try #require(envelope.latestVersion(of: document)))
            let report = try await verify(bytes, scene)
            #expect(report.verdict == .valid && report.signatures.count == 3)
        }
        let combined = try await scene.desk.blob(try #require(envelope.combined))
        #expect(try PDFDocument(combined).pageCount() == 4)
        #expect(try await verify(combined, scene).verdict == .valid)
    }

    @Test("A document has no unsigned field for a signer without tabs on it")
    func nothingLeftOpen() async throws {
        let scene = try Scene(documents: 2, recipients: ["Ann One", "Łukasz Żółć"]) { definition in
            definition.tabs.removeAll { $0.recipientID == "2" && $0.documentID == "2" }
        }
        let first = scene.host("1")
        await first.prepare()
        #expect(await first.send(.post, "finish").status == 200)
        let second = scene.host("2")
        _ = await second.get("session")
        _ = await second.send(.post, "consent")
        _ = await second.send(.put, "signature", Drawings.zigzag())
        await second.placeEverywhere()
        #expect(await second.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.envelope()
        for (document, signatures) in [("1", 3), ("2", 2)] as [(DocumentID, Int)] {
            let bytes = try await scene.desk.blob(try #require(envelope.latestVersion(of: document)))
            let report = try await verify(bytes, scene)
            #expect(report.verdict == .valid && report.signatures.count == signatures)
            let fields = String(decoding: bytes, as: UTF8.self).components(separatedBy: "/FT /Sig").count - 1
            // Each is written when it is placed and when it is signed.
            #expect(fields == 2 * signatures)
        }
    }

    @Test("An expired authority or seal signs nothing, and the signer sees an error", arguments: [true, false])
    func expired(isAuthority: Bool) async throws {
        struct Expired: SigningAuthority {
            let authority: CertificateAuthority
            let sealing: SigningIdentity
            func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
                try authority.issue(to: recipient, at: date)
            }
            func seal() async throws -> any DocumentSigner { sealing }
        }
        let scene = try Scene()
        await scene.host().prepare()
        let events = try await scene.desk.history().events.count
        let end = scene.now - 1
        let authority = try CertificateAuthority.make(
            commonName: "Authority", notBefore: end - 365 * 86_400 - 86_400, years: isAuthority ? 1 : 10)
        let sealing = try authority.issue(commonName: "Seal", email: nil, notBefore: end - 86_400, notAfter: end)
        let reported = Locked<[String]>([])
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter,
            authority: Expired(authority: authority, sealing: sealing),
            configuration: CeremonyConfiguration(
                now: { [now = scene.now] in now }, report: { error in reported.withLock { $0.append("\(error)") } }))
        let response = await host.send(.post, "finish")
        #expect(response.status == 503)
        let problem = try #require(try Answer(response).error)
        #expect(problem.code == "certificate_not_valid" && problem.message.hasPrefix("You have not signed"))
        #expect(reported.withLock { $0 }.allSatisfy { $0.contains("expired at 20") })
        #expect(reported.withLock { $0 }.count == 1)
        #expect(try await scene.desk.history().events.count == events)
    }

    @Test("A failing signing authority gives an internal error and records no event")
    func failingAuthority() async throws {
        struct NoKeys: SigningAuthority {
            struct Missing: Error {}
            func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner { throw Missing() }
            func seal() async throws -> any DocumentSigner { throw Missing() }
        }
        let scene = try Scene()
        await scene.host().prepare()
        let events = try await scene.desk.history().events.count
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter,
            authority: NoKeys())
        let response = await host.send(.post, "finish")
        #expect(response.status == 500)
        let problem = try #require(try Answer(response).error)
        #expect(problem.code == "internal_error" && !problem.message.contains("Missing"))
        #expect(try await scene.desk.history().events.count == events)
    }
}

@Suite("Intake of files and values")
struct IntakeTests {
    @Test("A PDF's page sizes are read")
    func sizes() throws {
        let pages = try DocumentIntake.read(SamplePDF.make(pages: 3))
        #expect(pages.count == 3 && pages.allSatisfy { $0.width == 595 && $0.height == 842 })
    }

    @Test("A readable but unsignable file gives advice to its owner")
    func unsignable() throws {
        let page = ["<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>", "<</Type/Page/Parent 2 0 R>>"]
        let form = SamplePDF.file(["<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/XFA(form)>>>>"] + page)
        let lost = Data(
            String(decoding: SamplePDF.make(), as: UTF8.self).replacing("startxref\n", with: "startxref\n9").utf8)
        for (file, advice) in [(form, "Save it as a plain PDF"), (lost, "Save it again")] {
            let error = #expect(throws: IntakeError.self) { try DocumentIntake.read(file) }
            guard case .damaged(let reason)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(reason.contains(advice) && !reason.contains("--"), "\(reason)")
        }
    }

    @Test("A file that is not a PDF, damaged, encrypted, or has no or too many pages is refused by name")
    func refuses() throws {
        #expect(throws: IntakeError.notAPDF) { try DocumentIntake.read(Data("Dear Sir".utf8)) }
        #expect(throws: IntakeError.notAPDF) { try DocumentIntake.read(Data()) }
        let catalog = ["<</Type/Catalog/Pages 2 0 R>>"]
        let none = SamplePDF.file(catalog + ["<</Type/Pages/Kids[]/Count 0>>"])
        #expect(throws: IntakeError.noPages) { try DocumentIntake.read(none) }
        let digits = String(repeating: "0", count: 32)
        let locked = SamplePDF.file(
            catalog + ["<</Type/Pages/Kids[]/Count 0>>"],
            trailer: "/Encrypt<</Filter/Standard/V 1/R 2/P -4/O(\(digits))/U(\(digits))>>")
        #expect(throws: IntakeError.encrypted) { try DocumentIntake.read(locked) }
        #expect(throws: IntakeError.tooManyPages(count: 4, limit: 3)) {
            try DocumentIntake.read(SamplePDF.make(pages: 4), mostPages: 3)
        }
        let whole = SamplePDF.make()
        let error = #expect(throws: IntakeError.self) { try DocumentIntake.read(whole.prefix(whole.count / 2)) }
        guard case .damaged(let reason) = try #require(error) else {
            Issue.record("not damaged: \(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("The PDF is damaged"))
    }

    @Test("Values that fields cannot show are found before anybody signs")
    func unshowableValues() async throws {
        let good = try await Scene().desk.envelope().definition
        let text = FieldText(try HarfBuzzTypesetter())
        #expect(text.unshowableValues(in: good).isEmpty)
        let japanese = try await Scene(recipients: ["山田 太郎"]).desk.envelope().definition
        #expect(text.unshowableValues(in: japanese).isEmpty)
        let bad = try await Scene(recipients: ["Ann \u{31350}"]).desk.envelope().definition
        let values = text.unshowableValues(in: bad)
        #expect(values.map(\.reason) == [.noFont("\u{31350}")])
        let sentence = try #require(values.first).description
        #expect(sentence.contains("name of recipient 1") && sentence.contains("U+31350"))
    }

    private static func low(_ frame: TabFrame) -> TabFrame {
        TabFrame(x: frame.x, y: frame.y, width: frame.width, height: 9)
    }

    @Test("A sender's name, option or value that does not fit its tab is refused in advance")
    func tooLongValues() async throws {
        let name = Array(repeating: "Fernández", count: 9).joined(separator: " ")
        let scene = try Scene(
            recipients: [name],
            changing: { definition in
                for index in definition.tabs.indices where definition.tabs[index].kind.isFilledByService {
                    definition.tabs[index].frame = Self.low(definition.tabs[index].frame)
                }
                var list = definition.tabs[4]
                list.id = TabID(UUID())
                (list.kind, list.maxLength, list.label, list.required) = (.list, nil, "Which", false)
                list.frame = Self.low(list.frame)
                list.options = [
                    ListOption(text: "Yes", value: "yes"),
                    ListOption(text: String(repeating: "no ", count: 60), value: "no"),
                ]
                definition.tabs.append(list)
            })
        let found = FieldText(scene.typesetter).unshowableValues(in: try await scene.desk.envelope().definition)
        #expect(found.map { $0.tab.kind } == [TabKind.fullName, .list])
        #expect(found.first?.description.contains("the name of recipient 1 “Fernández") == true)
        #expect(found.allSatisfy { $0.description.contains("too small") })
        // Whoever is in such an envelope all the same can finish, and nothing of the name is lost.
        let host = scene.host()
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.envelope()
        let sealed = try await scene.desk.blob(try #require(envelope.latestVersion(of: "1")))
        let shown = try await Shown.text(of: sealed, pages: 1)
        #expect(shown.components(separatedBy: "Fernández").count == 10)
    }

    @Test("An entry that does not fit its field is refused; one that fits in several lines is sealed whole")
    func longEntries() async throws {
        let scene = try Scene(changing: { definition in
            for index in definition.tabs.indices where definition.tabs[index].id.rawValue == Scene.text {
                definition.tabs[index].maxLength = nil
            }
        })
        let host = scene.host()
        await host.prepare()
        let long = Array(repeating: "None of the above applies to the boat", count: 12).joined(separator: ", ")
        let refused = await host.send(.put, "fields/\(Scene.text)", #"{"value":"\#(long)"}"#)
        #expect(refused.status == 422)
        #expect(try Answer(refused).error?.code == "no_room")
        #expect(try Answer(refused).error?.message.contains("shorten") == true)
        let entry = "None of the above applies to the boat, which stays with the seller"
        #expect(await host.send(.put, "fields/\(Scene.text)", #"{"value":"\#(entry)"}"#).status == 200)
        #expect(await host.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.envelope()
        let sealed = try await scene.desk.blob(try #require(envelope.latestVersion(of: "1")))
        #expect(try await Shown.text(of: sealed, pages: 1).contains(entry))
        let report = try await PDFDocument(sealed).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now.addingTimeInterval(60))
        #expect(report.verdict == .valid, "\(report)")
    }
}
