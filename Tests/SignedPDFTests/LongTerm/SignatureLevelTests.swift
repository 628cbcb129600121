import Foundation
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Signatures of the PAdES levels")
struct SignatureLevelTests {
    @Test(
        "A signature reaches the requested level, is valid, and leaves the file's bytes unchanged",
        arguments: SignatureLevel.allCases)
    func levels(level: SignatureLevel) async throws {
        let scene = try LongTermScene()
        let (file, result) = try await scene.signed(to: level)
        #expect(result.level == level)
        #expect(result.downgrade == nil)
        #expect(file.starts(with: SignedFiles.agreement()))
        let report = try await scene.report(file)
        #expect(report.verdict == .valid, "\(report)")
        let signature = try #require(report.signatures.first)
        #expect(signature.level == level)
        #expect(
            signature.timeSource == (level == .basic ? .signatureDictionary : .timestamp))
        #expect(signature.revocation == (level >= .longTerm ? .good : .notChecked))
        #expect(report.signatures.count == (level == .archive ? 2 : 1))
    }

    @Test("The forecast of B-B ends with the signer's certificate, that of other levels with the timestamp's")
    func forecasts() async throws {
        let scene = try LongTermScene(signerYears: 1, clockYears: 3)
        let year = TestAuthority.year
        for (level, years) in [(SignatureLevel.basic, 1.0), (.timestamped, 3), (.longTerm, 3), (.archive, 3)] {
            let (file, _) = try await scene.signed(to: level)
            let forecast = try #require(try await scene.report(file).signatures.first?.verifiableUntil)
            #expect(forecast.date == TestSigners.start + years * year)
            #expect(
                forecast.reason
                    == (level == .basic
                        ? .certificateEnds(holder: .signer, name: "Ada Lovelace")
                        : .certificateEnds(holder: .timestampAuthority, name: "Test clock")))
            let end = forecast.date.timeIntervalSince(SignedFiles.now)
            #expect(try await scene.report(file, after: end - 60).verdict == .valid, "\(level)")
            #expect(try await scene.report(file, after: end + 60).verdict == .indeterminate, "\(level)")
        }
    }

    @Test("The forecast names an algorithm that ends before the certificates")
    func sunset() async throws {
        let scene = try LongTermScene(signerYears: 25)
        let (file, _) = try await scene.signed(to: .basic)
        let forecast = try #require(try await scene.report(file).signatures.first?.verifiableUntil)
        #expect(forecast.reason == .algorithmEnds(algorithm: "ECDSA P-256 with SHA-256"))
        #expect(forecast.date.formatted(.iso8601) == "2035-12-31T23:59:59Z")
    }

    @Test("An untrusted authority's timestamp proves nothing")
    func untrustedClock() async throws {
        let scene = try LongTermScene()
        let stranger = try TestClock("Stranger", by: TestAuthority())
        stranger.serve(LongTermScene.clockURL, on: scene.exchange) { SignedFiles.now }
        let (file, _) = try await scene.signed(to: .timestamped)
        let report = try await scene.report(file, after: TestAuthority.year + 86_400)
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.first?.timeSource == .untrustedTimestamp)
    }

    @Test("A timestamp at whose time the signer's certificate is not valid is refused", arguments: [false, true])
    func clockAhead(mayDowngrade: Bool) async throws {
        let scene = try LongTermScene()
        let now = SignedFiles.now
        // A certificate as an authority issues it whose own clock is ten minutes ahead of the timestamp authority's.
        let signer = try scene.authority.signer(from: now + 300)
        let base = SignedFiles.agreement()
        let error = await #expect(throws: LongTermError.self) {
            try await PDFDocument(base).signedRevision(
                SignatureField(name: "Ada"), with: signer, at: now + 600, to: .timestamped, using: scene.services(),
                allowingDowngrade: mayDowngrade)
        }
        guard case .outsideValidity(.notYetValid, now, 600)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("is not valid before") == true)
        #expect(error?.description.contains("600 seconds ahead of") == true)
        // Five minutes ahead is what the certificate's early begin is for.
        let later = try await PDFDocument(base).signedRevision(
            SignatureField(name: "Ada"), with: scene.authority.signer(from: now), at: now + 300, to: .timestamped,
            using: scene.services())
        #expect(try await scene.report(base + later.update, after: 600).verdict == .valid)
    }

    @Test("A timestamp made for another signature is detected")
    func movedTimestamp() async throws {
        let scene = try LongTermScene()
        let other = try await scene.services().timestamps.token(over: DigestAlgorithm.sha256.digest(of: [1]))
        let base = SignedFiles.agreement()
        let update = try await PDFDocument(base).signedRevision(
            SignatureField(name: "Ada"), filling: [], awaiting: [], with: scene.signer, at: SignedFiles.now,
            addingRoom: SignatureTimestamp.usualRoom
        ) { try SignatureTimestamp.adding(other.bytes, to: $0) }
        let report = try await scene.report(base + update)
        #expect(report.signatures.first?.level == .basic)
        #expect(report.signatures.first?.findings.contains(.value(.timestampForeign)) == true)
    }

    @Test("A second signer and a second archive leave the first valid, and lose nothing of the security store")
    func twoArchives() async throws {
        let scene = try LongTermScene()
        let (once, _) = try await scene.signed(to: .archive)
        scene.time.now += 86_400
        scene.serveStatus(.good)
        let ben = try scene.authority.signer("Ben Bitdiddle")
        let result = try await PDFDocument(once).signedRevision(
            SignatureField(name: "Ben"), with: ben, at: scene.time.now, to: .archive, using: scene.services())
        let twice = once + result.update
        let report = try await scene.report(twice)
        #expect(report.verdict == .valid, "\(report)")
        #expect(report.signatures.map(\.level) == [.archive, nil, .archive, nil])
        let before = try #require(try DocumentSecurityStore(PDFDocument(once)))
        let after = try #require(try DocumentSecurityStore(PDFDocument(twice)))
        #expect(Set(before.certificates.map(\.bytes)).isStrictSubset(of: after.certificates.map(\.bytes)))
        #expect(Set(before.responses.map(\.bytes)).isStrictSubset(of: after.responses.map(\.bytes)))
        #expect(before.signatures.isStrictSubset(of: after.signatures))
        #expect(Set(after.certificates.map(\.bytes)).count == after.certificates.count)
    }

    @Test("The security store names each signature by the digest of its contents, with what it needs")
    func validationInformation() async throws {
        let scene = try LongTermScene()
        let (file, _) = try await scene.signed(to: .longTerm)
        let document = try PDFDocument(file)
        let contents = try #require(try SignatureParts.all(in: document).first?.field.contents)
        let key = DocumentSecurityStore.key(of: contents)
        #expect(key.count == 40 && key == key.uppercased())
        let store = try #require(try DocumentSecurityStore(document))
        let entry = try document.value(
            key, in: #require(try document.value("VRI", in: store.dictionary).dictionaryValue)
        )
        .dictionaryValue
        #expect(entry?["OCSP"]?.arrayValue?.count == 2)  // on the signer and on the clock
        #expect(entry?["Cert"]?.arrayValue?.count == 4)  // both, the root and the responder
        #expect(entry?["TU"]?.textValue == PDFDate.string(from: SignedFiles.now))
    }

    @Test("Addresses in an untrusted certificate are requested only if allowed", arguments: [true, false])
    func strangers(asks: Bool) async throws {
        let scene = try LongTermScene()
        let stranger = try TestAuthority(named: "Strangers").signer("Eve")
        let base = try await SignedFiles.signed(SignedFiles.agreement(), by: stranger)
        var services = scene.services()
        services.asksForOthers = asks
        let result = try await PDFDocument(base).signedRevision(
            SignatureField(name: "Ada"), with: scene.signer, at: scene.time.now, to: .longTerm, using: services)
        #expect(result.level == .longTerm)
        // About the signer and the clock; about the stranger besides, whom the responder does not know.
        let count = scene.exchange.asked.count { $0 == TestAuthority.responderURL || $0 == TestAuthority.listURL }
        #expect(asks ? count > 2 : count == 2, "\(scene.exchange.asked)")
    }

    // MARK: Failures

    @Test("Without a timestamp signing fails, unless a lower level is permitted, which is then reported")
    func clockAway() async throws {
        let scene = try LongTermScene()
        scene.exchange.close(LongTermScene.clockURL)
        await #expect(throws: TimestampError.self) { _ = try await scene.signed(to: .archive) }
        let (file, result) = try await scene.signed(to: .archive, allowingDowngrade: true)
        #expect(result.level == .basic)
        #expect(result.downgrade?.wanted == .archive && result.downgrade?.reached == .basic)
        #expect(result.downgrade?.cause.description.contains("connection refused") == true)
        let report = try await scene.report(file)
        #expect(report.verdict == .valid)
        #expect(report.signatures.first?.level == .basic)
    }

    @Test("Without revocation data signing fails or reports a lower level")
    func responderAway() async throws {
        let scene = try LongTermScene()
        scene.exchange.close(TestAuthority.responderURL)
        await #expect(throws: LongTermError.self) { _ = try await scene.signed(to: .longTerm) }
        let (file, result) = try await scene.signed(to: .longTerm, allowingDowngrade: true)
        #expect(result.downgrade?.reached == .timestamped)
        #expect(result.downgrade?.cause.description.contains("Ada Lovelace") == true)
        #expect(try await scene.report(file).signatures.first?.level == .timestamped)
    }

    @Test("A timestamp authority that fails after the first timestamp leaves level B-LT")
    func clockStops() async throws {
        let scene = try LongTermScene()
        let (clock, exchange, time) = (scene.clock, scene.exchange, scene.time)
        exchange.serve(LongTermScene.clockURL) { body in
            exchange.close(LongTermScene.clockURL)
            let answer = try clock.answer(to: Array(body ?? Data()), at: time.now)
            return HTTPExchangeAnswer(status: 200, body: Data(answer))
        }
        let (file, result) = try await scene.signed(to: .archive, allowingDowngrade: true)
        #expect(result.level == .longTerm && result.downgrade?.reached == .longTerm)
        #expect(try await scene.report(file).signatures.first?.level == .longTerm)
    }

    @Test("A token longer than usual gets enough room")
    func longToken() async throws {
        let scene = try LongTermScene()
        let extras = [
            Certificate.Extension(
                oid: [1, 2, 3, 4, 5], critical: false, value: Array(repeating: 7, count: 20_000)[...])
        ]
        let holder = try TestAuthority.issue(
            "Long clock", by: scene.authority.root, usage: .timeStamping, extras: extras)
        let clock = TestClock(holder: holder, issuer: scene.authority.root.certificate)
        clock.serve(LongTermScene.clockURL, on: scene.exchange) { SignedFiles.now }
        let (file, _) = try await scene.signed(to: .archive)
        #expect(try await scene.report(file).verdict == .valid)
    }

    @Test("A document certified without permitted changes can still be timestamped")
    func certified() async throws {
        let file = try PyHankoFiles.certified
        let document = try PDFDocument(file)
        let scene = try LongTermScene()
        let contents = try #require(try SignatureParts.all(in: document).first?.field.contents)
        let signer = try #require(try CMSSignedData.read(Array(contents)).signerCertificate)
        scene.time.now = signer.notValidBefore + 60
        let clock = try TestClock(by: scene.authority, years: 9)
        clock.serve(LongTermScene.clockURL, on: scene.exchange) { scene.time.now }
        let timestamped = file + (try await document.timestamped(by: scene.services().timestamps))
        let report = try await PDFDocument(timestamped).verifySignatures(
            trusting: scene.anchors + [signer], at: scene.time.now)
        #expect(report.verdict == .valid, "\(report)")
        #expect(report.signatures.first?.laterChanges == ["a timestamp by Test clock was added"])
    }
}
