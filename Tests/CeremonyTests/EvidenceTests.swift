import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("The line below a signature")
struct EvidenceTests {
    private struct Session: Decodable {
        struct Evidence: Decodable {
            struct Line: Decodable {
                let text: String
                let baseline: Double
                let width: Double
            }
            let lines: [Line]
            let fontSize: Double
            let height: Double
        }
        struct Tab: Decodable {
            let id: String
            let height: Double
            let width: Double
            let evidence: Evidence?
        }
        let tabs: [Tab]
    }

    private func evidence(_ host: CeremonyHost) async throws -> [Session.Tab] {
        try JSONDecoder().decode(Session.self, from: await host.get("session").body).tabs.filter { $0.evidence != nil }
    }

    @Test("Drawn and typed signatures name the signer, the time with its zone and the envelope, as the page shows them")
    func shown() async throws {
        let scene = try Scene(recipients: ["María Fernández", "Łukasz Żółć"]) { $0.options.showsEvidence = true }
        let first = scene.host("1")
        await first.prepare()
        let tabs = try await evidence(first)
        let own = try #require(tabs.first)
        #expect(tabs.map(\.id) == [Scene.signHere])
        let id = scene.desk.id.rawValue
        let lines = try #require(own.evidence?.lines)
        #expect(lines.map(\.text) == ["María Fernández, 21 Nov 2026, 09:15 UTC", "Envelope \(id)"])
        #expect(lines.allSatisfy { $0.baseline <= own.height && $0.width <= own.width + 0.01 })
        #expect(try #require(own.evidence).height < own.height / 2)
        try #require(await first.send(.post, "finish").status == 200)
        let second = scene.host("2")
        _ = await second.get("session")
        _ = await second.send(.post, "consent")
        _ = await second.send(.put, "signature", Drawings.zigzag())
        await second.placeEverywhere()
        try #require(await second.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.envelope()
        let file = try await scene.desk.blob(try #require(envelope.combined))
        let text = try await Shown.text(of: file)
        for line in lines.map(\.text) + ["Łukasz Żółć, 21 Nov 2026, 09:15 UTC"] {
            #expect(text.contains(line), "\(line) in \(text)")
        }
        let report = try await PDFDocument(file).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now)
        #expect(report.verdict == .valid)
    }

    @Test("A long name stands on a line of its own")
    func longName() async throws {
        let name = "Hubert Blaine Wolfeschlegelsteinhausenbergerdorff"
        let scene = try Scene(recipients: [name]) { $0.options.showsEvidence = true }
        let host = scene.host("1")
        await host.prepare()
        let lines = try #require(try await evidence(host).first?.evidence?.lines)
        #expect(lines.map(\.text) == [name, "21 Nov 2026, 09:15 UTC", "Envelope \(scene.desk.id.rawValue)"])
    }

    @Test("An account that wants none gets none")
    func none() async throws {
        let scene = try Scene()
        let host = scene.host("1")
        await host.prepare()
        #expect(try await evidence(host).isEmpty)
        try #require(await host.send(.post, "finish").status == 200)
        let file = try await scene.desk.blob(try #require(try await scene.desk.envelope().combined))
        #expect(try await !Shown.text(of: file).contains("Envelope \(scene.desk.id.rawValue)"))
    }

    @Test(
        "A device writes only what the service can make again in its own fonts",
        arguments: [
            ("María Fernández", true, "María Fernández, "), ("Łukasz Żółć", true, "signer1@example.com, "),
            ("Łukasz Żółć", false, "Łukasz Żółć, "),
        ])
    func device(name: String, isOnDevice: Bool, beginning: String) async throws {
        let scene = try Scene(recipients: [name]) { $0.options.showsEvidence = true }
        let envelope = try await scene.desk.envelope()
        let texts = SignatureEvidence(
            recipient: try #require(envelope.recipients.first), envelope: envelope, at: scene.now,
            timeZone: try #require(TimeZone(secondsFromGMT: 3600)), language: .english, isOnDevice: isOnDevice
        ).texts(FieldText(scene.typesetter))
        #expect(texts.first == beginning + "21 Nov 2026, 10:15 UTC+01:00")
    }
}
