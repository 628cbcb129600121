import EnvelopeService
import Envelopes
import Foundation
import Ledger
import Testing

@testable import TestSupport

@Suite("Requests that ask for messages at once")
struct MessageGateTests {
    private let scene: SignWellScene

    init() throws { scene = try SignWellScene() }

    /// Uses up the messages of the hour that the account has for Bo.
    private func useUp(for account: Identity = Stage.ada, _ count: Int = 20) async throws {
        let envelope = try await scene.envelope(try await scene.create(["draft": true]))
        try await scene.stage.service.stores.jobs.add(
            (1...count).map { number in
                var job = try MailOrder(Notice(.invitation, to: "1")).job(for: envelope)
                job.accountID = account.accountID
                job.lane += "/\(number)"
                return job
            }, at: scene.stage.clock.now)
    }

    @Test("An account that has used up a mailbox's messages gets 429 in both dialects, and nothing is stored")
    func creation() async throws {
        try await useUp()
        let refused = try await scene.call(.post, "documents", SignWellScene.body())
        #expect(refused.status == 429, "\(refused.text)")
        #expect(refused.text.contains("try again in"))
        #expect(try await scene.call(.get, "documents").json["total_count"] as? Int == 1)
        // Another address of the same envelope does not help.
        #expect(try await scene.call(.post, "documents", SignWellScene.body(people: 2)).status == 429)
        let draft = try await scene.create(["draft": true])
        #expect(try await scene.call(.post, "documents/\(draft["id"] ?? "")/send").status == 429)
        let sent = await scene.other(.put, "envelopes/\(draft["id"] ?? "")", #"{"status":"sent"}"#)
        sent.expectRefusal(429, "HOURLY_APIINVOCATION_LIMIT_EXCEEDED")
        #expect(sent.headers[.retryAfter].flatMap(Int.init) ?? 0 > 1)
        #expect(try await scene.envelope(draft).status == .created)
        scene.stage.clock.advance(3600)
        #expect(try await scene.call(.post, "documents/\(draft["id"] ?? "")/send").status == 201)
    }

    @Test("Other accounts' messages to a mailbox refuse nobody anything")
    func others() async throws {
        try await useUp(for: Stage.eve)
        #expect(try await scene.call(.post, "documents", SignWellScene.body()).status == 201)
    }

    @Test("A corrected address asks for an invitation, and an envelope can be voided at any time")
    func corrections() async throws {
        let document = try await scene.create(["recipients": [["id": "1", "name": "Cy", "email": "cy@example.org"]]])
        try await useUp()
        let path = "envelopes/\(document["id"] ?? "")"
        let moved = #"{"signers":[{"recipientId":"1","email":"bo@example.org"}]}"#
        await scene.other(.put, "\(path)/recipients", moved)
            .expectRefusal(429, "HOURLY_APIINVOCATION_LIMIT_EXCEEDED")
        #expect(try await scene.envelope(document).recipient("1")?.email == "cy@example.org")
        let voided = await scene.other(.put, path, #"{"status":"voided","voidedReason":"No."}"#)
        #expect(voided.status == 200, "\(voided.text)")
    }

    @Test(
        "An envelope that goes out later is taken; one that only waits further on is not",
        arguments: [
            (#"{"scheduledSending":{"rules":[{"delay":"0.02:00:00"}]}}"#, 201),
            (#"{"workflowSteps":[{"action":"pause_before","triggerOnItem":"routing_order","itemId":"1"}]}"#, 201),
            (#"{"workflowSteps":[{"action":"pause_before","triggerOnItem":"routing_order","itemId":"2"}]}"#, 429),
        ])
    func later(workflow: String, status: Int) async throws {
        try await useUp()
        let answer = await scene.other(
            .post, "envelopes",
            """
            {"emailSubject":"Lease","status":"sent","workflow":\(workflow),
             "documents":[{"documentId":"1","name":"lease.pdf","documentBase64":"\(try SignWellScene.pdf())"}],
             "recipients":{"signers":[
                {"recipientId":"1","name":"Bo","email":"bo@example.org","routingOrder":"1","tabs":{"signHereTabs":[
                    {"documentId":"1","pageNumber":"1","xPosition":"100","yPosition":"100"}]}},
                {"recipientId":"2","name":"Cy","email":"cy@example.org","routingOrder":"2","tabs":{"signHereTabs":[
                    {"documentId":"1","pageNumber":"1","xPosition":"100","yPosition":"300"}]}}]}}
            """)
        #expect(answer.status == status, "\(answer.text)")
    }
}
