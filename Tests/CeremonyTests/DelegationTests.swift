import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony

@Suite("Assigning to someone else, as the page asks for it")
struct DelegationTests {
    private static let cy = #"{"name":"Cy New","email":"cy@example.org","reason":"I am on leave."}"#

    private func scene(allowed: Bool = true) throws -> Scene {
        try Scene { $0.allowsReassigning = allowed }
    }

    private func offers(_ host: CeremonyHost) async throws -> Bool {
        struct Session: Decodable {
            struct Rules: Decodable {
                let reassign: Bool
            }
            let rules: Rules
        }
        return try JSONDecoder().decode(Session.self, from: await host.get("session").body).rules.reassign
    }

    @Test("The page offers it where the sender allows it, and the visit has nowhere to lead afterward")
    func allowed() async throws {
        let scene = try scene()
        let host = scene.host()
        #expect(try await offers(host))
        await host.prepare()
        let reply = await host.send(.post, "delegate", Self.cy)
        #expect(reply.status == 200 && String(decoding: reply.body, as: UTF8.self).contains(#""redirect":null"#))
        let envelope = try await scene.desk.envelope()
        #expect(envelope.recipient("1")?.name == "Cy New")
        #expect(envelope.state(of: "1")?.values.isEmpty == true)
    }

    @Test("Of several requests of one visit, one assigns the part, and no later one acts for the new person")
    func once() async throws {
        let scene = try scene()
        await scene.host().prepare()
        let person = try #require(try await scene.desk.envelope().recipient("1"))
        func send(_ path: String, _ body: String = "{}") async -> HTTPReply {
            await scene.host().answer(
                HTTPCall(.post, path, headers: [.contentType: "application/json"], body: Data(body.utf8)), as: person)
        }
        #expect(await send("delegate", Self.cy).status == 200)
        let second = await send("delegate", Self.cy.replacing("cy@", with: "dee@"))
        #expect(second.status == 401)
        #expect(try Answer(second).error?.code == "unknown_session")
        for path in ["consent", "finish"] { #expect(await send(path).status != 200) }
        let envelope = try await scene.desk.envelope()
        #expect(envelope.recipient("1")?.email == "cy@example.org")
        #expect(envelope.state(of: "1")?.consentedAt == nil)
    }

    @Test("Where the sender does not allow it, the page does not offer it and the host refuses")
    func notAllowed() async throws {
        let host = try scene(allowed: false).host()
        #expect(try await !offers(host))
        let reply = await host.send(.post, "delegate", Self.cy)
        #expect(reply.status == 403)
        #expect(try Answer(reply).error?.code == "delegation_not_offered")
    }

    @Test(
        "What cannot be used is refused with a sentence, and nothing changes",
        arguments: [
            (#"{"name":" ","email":"cy@example.org","reason":"r"}"#, 422, "new_name_unusable"),
            (#"{"name":"Cy","email":"cy","reason":"r"}"#, 422, "new_email_not_valid"),
            (#"{"name":"Cy","email":"a@example.org,b@example.org","reason":"r"}"#, 422, "new_email_not_valid"),
            (#"{"name":"Cy","email":"Signer1@example.com","reason":"r"}"#, 422, "new_email_used_before"),
            (#"{"name":"Cy","email":"cy@example.org","reason":""}"#, 422, "delegation_reason_missing"),
            (#"{"name":"Cy"}"#, 400, "malformed"),
        ])
    func refused(body: String, status: Int, code: String) async throws {
        let scene = try scene()
        let before = try await scene.desk.envelope()
        let reply = await scene.host().send(.post, "delegate", body)
        #expect(reply.status == status)
        #expect(try Answer(reply).error?.code == code)
        #expect(try await scene.desk.envelope() == before)
    }

    @Test("The certificate says who passed the part to whom, and does not count the earlier person's proofs")
    func certificate() async throws {
        let scene = try scene()
        let first = EventActor(kind: .recipient, id: "1", name: "María Fernández")
        _ = try await scene.desk.ledger.perform(
            .identify(recipientID: "1", identification: .init(.sender, detail: "Badge")), on: scene.desk.id,
            CommandContext(at: scene.now, actor: first))
        #expect(await scene.host().send(.post, "delegate", Self.cy).status == 200)
        let host = scene.host()
        await host.prepare()
        try #require(await host.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.envelope()
        let file = try await scene.desk.blob(try #require(envelope.certificate))
        let shown = try await Shown.text(of: file, pages: try PDFDocument(file).pageCount())
        #expect(shown.contains("María Fernández <signer1@example.com> assigned the part to Cy New on"))
        #expect(
            shown.contains("María Fernández assigned their part to Cy New (cy@example.org): I am on leave."))
        #expect(shown.contains("identified María Fernández, by Badge"))
        #expect(!shown.contains("The sender's program identified them"))
    }
}
