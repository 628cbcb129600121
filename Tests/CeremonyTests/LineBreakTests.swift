import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

/// One signer with a high text field and one that is too low for two lines.
private struct LineScene {
    static let high = "00000000-0000-4000-8000-000000000201", low = "00000000-0000-4000-8000-000000000202"
    let scene: Scene

    init() throws {
        scene = try Scene(changing: { definition in
            func tab(_ id: String, _ kind: TabKind, _ label: String, y: Double, height: Double) throws -> EnvelopeTab {
                EnvelopeTab(
                    id: try #require(TabID(rawValue: id)), kind: kind, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 100, y: y, width: 160, height: height), label: label, required: false)
            }
            definition.tabs = [
                try tab(Self.high, .text, "Address", y: 100, height: 50),
                try tab(Self.low, .text, "Town", y: 200, height: 10),
                try tab("00000000-0000-4000-8000-000000000203", .signHere, "Sign", y: 300, height: 40),
            ]
        })
    }

    func fill(_ host: CeremonyHost, _ id: String, _ value: String) async -> HTTPReply {
        await host.send(.put, "fields/\(id)", #"{"value":"\#(value)"}"#)
    }
}

private struct LinesAnswer: Decodable {
    struct Tab: Decodable {
        let id: String
        let value: String?
        let lines: Bool
    }
    let tabs: [Tab]

    init(_ response: HTTPReply) throws {
        self = try JSONDecoder().decode(LinesAnswer.self, from: response.body)
    }

    subscript(id: String) -> Tab? { tabs.first { $0.id == id } }
}

@Suite("Line breaks in entries")
struct LineBreakTests {
    @Test("A value may have line breaks only where the field has room for them")
    func room() async throws {
        let lines = try LineScene()
        let host = lines.scene.host()
        _ = await host.get("session")
        _ = await host.send(.post, "consent")
        let session = try LinesAnswer(await host.get("session"))
        #expect(session[LineScene.high]?.lines == true)
        #expect(session[LineScene.low]?.lines == false)

        let filled = try LinesAnswer(await lines.fill(host, LineScene.high, #"Kade 1\nHoorn"#))
        #expect(filled[LineScene.high]?.value == "Kade 1\nHoorn")
        let refused = await lines.fill(host, LineScene.low, #"Hoorn\nEdam"#)
        #expect(refused.status == 422)
        #expect(try Answer(refused).error?.code == "character_not_showable")
        // More of them than the field is high.
        let many = Array(repeating: "x", count: 40).joined(separator: #"\n"#)
        #expect(try Answer(await lines.fill(host, LineScene.high, many)).error?.code == "no_room")
    }

    @Test("Each line of a value is drawn as a separate line in the document")
    func signed() async throws {
        let lines = try LineScene()
        let host = lines.scene.host()
        _ = await host.get("session")
        _ = await host.send(.post, "consent")
        _ = await host.send(
            .put, "signature", #"{"kind":"signature","method":"typed","text":"Bo","face":"dancing-script"}"#)
        await host.placeEverywhere()
        _ = await lines.fill(host, LineScene.high, #"Kade 1\nHoorn"#)
        #expect(await host.send(.post, "finish").status == 200)
        let envelope = try await lines.scene.desk.envelope()
        let sealed = try await lines.scene.desk.blob(try #require(envelope.latestVersion(of: "1")))
        let words = try await Shown.words(of: sealed, onPage: 1)
        let first = try #require(words.first { $0.text == "Kade" })
        let second = try #require(words.first { $0.text == "Hoorn" })
        #expect(second.y > first.y + first.height / 2, "\(first) \(second)")
        let report = try await PDFDocument(sealed).verifySignatures(
            trusting: [lines.scene.authority.authority.certificate], at: lines.scene.now.addingTimeInterval(60))
        #expect(report.verdict == .valid, "\(report)")
    }
}
