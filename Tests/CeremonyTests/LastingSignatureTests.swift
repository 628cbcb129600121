import Envelopes
import Essentials
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("Long-term signatures")
struct LastingSignatureTests {
    /// A network in which nobody answers.
    private struct Silence: HTTPExchange {
        func answer(to request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
            throw HTTPExchangeFailure.unreachable("connection refused")
        }
    }

    private func host(
        _ scene: Scene, seal: SignatureLevel = .timestamped, mayDowngrade: Bool,
        report: @escaping @Sendable (any Error) -> Void = { Issue.record($0) }
    ) -> CeremonyHost {
        var configuration = CeremonyConfiguration(now: { [now = scene.now] in now }, report: report)
        configuration.lasting = LastingSignatures(
            seal: seal,
            services: SigningServices(
                timestamps: TimestampService(
                    [TimestampAuthority(url: "http://clock.test/"), TimestampAuthority(url: "http://second.test/")],
                    over: Silence()), revocation: RevocationClient(over: Silence())), mayDowngrade: mayDowngrade)
        return CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter,
            authority: scene.authority, configuration: configuration)
    }

    @Test("Without a timestamp authority nothing is signed; the signer sees an error, and the log has the reasons")
    func refused() async throws {
        let scene = try Scene()
        let reported = Locked<[String]>([])
        let host = host(scene, mayDowngrade: false) { error in reported.withLock { $0.append("\(error)") } }
        await host.prepare()
        let events = try await scene.desk.history().events.count
        let response = await host.send(.post, "finish")
        #expect(response.status == 503)
        let problem = try #require(try Answer(response).error)
        #expect(problem.code == "signature_level_out_of_reach")
        #expect(problem.message.hasPrefix("You have not signed"))
        #expect(!problem.message.contains("clock.test") && !problem.message.contains("refused"))
        let sentences = reported.withLock { $0 }
        #expect(sentences.count == 1)
        #expect(sentences[0].contains("http://clock.test/") && sentences[0].contains("http://second.test/"))
        #expect(try await scene.desk.history().events.count == events)
        #expect(try await scene.desk.envelope().latestVersion(of: "1") == scene.desk.envelope().versions["1"]?.first)
    }

    @Test("A lower level is used only if permitted, and the history records it")
    func lowered() async throws {
        let scene = try Scene()
        let host = host(scene, seal: .archive, mayDowngrade: true)
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)
        let history = try await scene.desk.history()
        try history.verify()
        #expect(history.envelope.status == .completed)
        #expect(history.events.suffix(4).map(\.body.kind) == [.signed, .levelLowered, .levelLowered, .sealed])
        let lowered = try history.events.compactMap { event -> [String]? in
            guard case .levelLowered(let wanted, let reached, let cause) = event.body else { return nil }
            #expect(event.actor == .service)
            #expect(cause.code == "no-timestamp")
            #expect(cause.sentence.hasPrefix("No timestamp could be obtained: http://clock.test/: "))
            #expect(cause.sentence.contains("connection refused"))
            let line = try #require(String(bytes: event.canonicalBytes(), encoding: .utf8))
            #expect(line.contains(#""code":"no-timestamp""#) && !line.contains("No timestamp could be obtained"))
            return [wanted, reached]
        }
        #expect(lowered == [["B-T", "B-B"], ["B-LTA", "B-B"]])
        // The same again is the same answer.
        #expect(try History(file: history.file).events == history.events)
        let certificate = try await scene.desk.blob(try #require(history.envelope.certificate))
        let text = try await Shown.text(of: certificate, pages: PDFDocument(certificate).pageCount())
        #expect(text.contains("instead of"))
    }

    @Test("Signatures stay basic if no level is configured")
    func unordered() async throws {
        let scene = try Scene()
        await scene.host().prepare()
        #expect(await scene.host().send(.post, "finish").status == 200)
        let file = try await scene.desk.blob(try #require(try await scene.desk.envelope().latestVersion(of: "1")))
        let report = try await PDFDocument(file).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now.addingTimeInterval(60))
        #expect(report.signatures.map(\.level) == [.basic, .basic])
    }
}
