import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("Signing without the sender's fields")
struct FreeSigningTests {
    private static func mark(
        _ page: Int = 2, x: Double = 200, y: Double = 700, width: Double = 150, document: String = "1"
    ) -> String {
        #"{"documentId":"\#(document)","page":\#(page),"x":\#(x),"y":\#(y),"width":\#(width),"height":45}"#
    }

    private static func agree(_ host: CeremonyHost) async {
        _ = await host.get("session")
        _ = await host.send(.post, "consent")
        _ = await host.send(
            .put, "signature",
            #"{"kind":"signature","method":"typed","text":"María Fernández","face":"dancing-script"}"#)
    }

    private static func finish(_ host: CeremonyHost, marks: [String]) async throws {
        await agree(host)
        for mark in marks {
            let answer = await host.send(.put, "marks/\(UUID().uuidString)", mark)
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        }
        #expect(await host.send(.post, "finish").status == 200)
    }

    private func verified(_ scene: Scene) async throws -> VerificationReport {
        let envelope = try await scene.desk.envelope()
        var before = Data()
        for version in envelope.versions["1", default: []] {
            let bytes = try await scene.desk.blob(version)
            #expect(bytes.starts(with: before))
            before = bytes
        }
        return try await PDFDocument(before).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now.addingTimeInterval(60))
    }

    @Test("Two people without fields sign on pages of their choice; every signature stays valid")
    func twoWithoutFields() async throws {
        let scene = try Scene(recipients: ["María Fernández", "Bo Two"]) { $0.tabs = [] }
        try await Self.finish(scene.host(), marks: [Self.mark(), Self.mark(1, x: 40, y: 40)])
        try await Self.finish(scene.host("2"), marks: [Self.mark(2, x: 200, y: 600)])
        #expect(try await scene.desk.envelope().status == .completed)
        let report = try await verified(scene)
        #expect(report.verdict == .valid, "\(report)")
        // María's marks on two pages are two signatures; then come Bo's and the seal.
        #expect(report.signatures.map { $0.signer.prefix(3) } == ["Mar", "Mar", "Bo ", "Tes"])
    }

    @Test("A signer without fields signs before or after one with fields", arguments: ["1", "2"])
    func besideFields(free: RecipientID) async throws {
        let scene = try Scene(recipients: ["María Fernández", "Bo Two"]) { definition in
            definition.tabs.removeAll { $0.recipientID == free }
            if free == "1" { definition.tabs.removeAll { !$0.kind.isArtwork } }
        }
        for id in ["1", "2"] as [RecipientID] {
            let host = scene.host(id)
            if id == free {
                try await Self.finish(host, marks: [Self.mark()])
            } else {
                await host.prepare()
                #expect(await host.send(.post, "finish").status == 200)
            }
        }
        #expect(try await scene.desk.envelope().status == .completed)
        let report = try await verified(scene)
        #expect(report.verdict == .valid, "\(report)")
        #expect(report.signatures.count == 3)
    }

    @Test("A signer without a placed signature cannot finish, and the answer says why")
    func noMark() async throws {
        let scene = try Scene { $0.tabs = [] }
        let host = scene.host()
        await Self.agree(host)
        let early = await host.send(.post, "finish")
        #expect(try early.status == 422 && Answer(early).error?.code == "signature_not_placed")
        #expect(try await scene.desk.envelope().latestVersion(of: "1") == scene.desk.envelope().versions["1"]?.first)
        let id = UUID().uuidString
        let session = await host.send(.put, "marks/\(id)", Self.mark())
        #expect(String(decoding: session.body, as: UTF8.self).contains(#""free":true"#))
        #expect(String(decoding: session.body, as: UTF8.self).contains(id.lowercased()))
        #expect(await host.send(.delete, "marks/\(id)").status == 200)
        #expect(await host.send(.post, "finish").status == 422)
    }

    @Test(
        "An invalid mark is refused, and nothing is recorded",
        arguments: [
            ("x", mark(), 404, "unknown_field"), ("", mark(x: 500), 422, "signature_place_refused"),
            ("", mark(width: 10), 422, "signature_place_refused"), ("", mark(7), 422, "signature_place_refused"),
            ("", mark(document: "9"), 422, "signature_place_refused"), ("", mark(x: 1e300), 400, "malformed"),
        ])
    func refusedMarks(id: String, mark: String, status: Int, code: String) async throws {
        let scene = try Scene { $0.tabs = [] }
        let host = scene.host()
        await Self.agree(host)
        let count = try await scene.desk.history().events.count
        let answer = await host.send(.put, "marks/\(id.isEmpty ? UUID().uuidString : id)", mark)
        #expect(try answer.status == status && Answer(answer).error?.code == code)
        #expect(try await scene.desk.history().events.count == count)
    }
}
