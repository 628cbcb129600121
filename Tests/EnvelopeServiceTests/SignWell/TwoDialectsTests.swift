import EnvelopeService
import Envelopes
import Foundation
import Testing

@testable import TestSupport

@Suite("Both dialects see one envelope")
struct TwoDialectsTests {
    @Test("A document of the second is listed, read and voided through the first")
    func secondToFirst() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create(["metadata": ["case": "42"]])
        let id = made["id"] ?? ""
        let read = await scene.other(.get, "envelopes/\(id)", query: ["include": "recipients,tabs,custom_fields"])
        #expect(read.status == 200 && read["status"] == "sent" && read["emailSubject"] == "Lease", "\(read.text)")
        #expect(read.text.contains("bo@example.org") && read.text.contains("textTabs") && read.text.contains("\"42\""))
        let list = await scene.other(.get, "envelopes", query: ["from_date": "2020-01-01"])
        #expect(list.text.contains(id))
        let voided = await scene.other(.put, "envelopes/\(id)", #"{"status":"voided","voidedReason":"Changed."}"#)
        #expect(voided.status == 200, "\(voided.text)")
        #expect(try await scene.call(.get, "documents/\(id)")["status"] == "Canceled")
    }

    @Test("An envelope of the first is listed, read, signed and downloaded through the second")
    func firstToSecond() async throws {
        let scene = try SignWellScene()
        let pdf = try SignWellScene.pdf()
        let tab = #"{"documentId":"1","pageNumber":"1","xPosition":"72","yPosition":"100","tabLabel":"Here"}"#
        let made = await scene.other(
            .post, "envelopes",
            """
            {"status":"sent","emailSubject":"Offer",
             "documents":[{"documentId":"1","name":"offer.pdf","documentBase64":"\(pdf)"}],
             "recipients":{"signers":[{"recipientId":"1","name":"Bo","email":"bo@example.org",
                                       "tabs":{"signHereTabs":[\(tab)]}}]}}
            """)
        try #require(made.status == 201, "\(made.text)")
        let id = try #require(EnvelopeID(rawValue: made["envelopeId"] ?? ""))
        let read = try await scene.call(.get, "documents/\(id)")
        #expect(read["name"] == "Offer" && read["status"] == "Sent")
        let field = try #require((read.json["fields"] as? [[[String: Any]]])?.first?.first)
        #expect(field["type"] as? String == "signature" && field["api_id"] as? String == "Here")
        #expect(field["x"] as? Double == 96)
        #expect(try await scene.call(.get, "documents", query: ["query": "name:offer"]).objects("documents").count == 1)
        let now = scene.stage.clock.now
        try await Device.complete(
            "1", of: id, town: "Ghent", on: scene.stage.service.ledger, authority: scene.authority,
            .init(now: { now }))
        #expect(try await scene.call(.get, "documents/\(id)/completed_pdf").body.starts(with: Data("%PDF".utf8)))
    }

    @Test("An envelope of the first is canceled through the second, and voided for the first")
    func canceled() async throws {
        let scene = try SignWellScene()
        let made = try await scene.create()
        #expect(try await scene.call(.delete, "documents/\(made["id"] ?? "")").status == 204)
        #expect(await scene.other(.get, "envelopes/\(made["id"] ?? "")")["status"] == "voided")
    }

    @Test(
        "The account's wish for a line below signatures and for a form of dates holds in both",
        arguments: [true, false])
    func evidence(isWanted: Bool) async throws {
        let format: DateFormat? = isWanted ? .isoDay : nil
        let scene = try SignWellScene {
            $0.accountDefaults = { _ in EnvelopeDefaults(showsEvidence: isWanted, dateFormat: format) }
        }
        let second = try await scene.envelope(scene.create())
        let made = await scene.other(.post, "envelopes", #"{"status":"created","emailSubject":"Offer"}"#)
        let id = try #require(EnvelopeID(rawValue: made["envelopeId"] ?? ""), "\(made.text)")
        let first = try await scene.stage.service.ledger.envelope(id)
        #expect(first.definition.options.showsEvidence == isWanted)
        #expect(second.definition.options.showsEvidence == isWanted)
        #expect(first.definition.options.dateFormat == format)
        #expect(second.definition.options.dateFormat == format)
    }

    @Test(
        "A draft without documents has no files, whichever way they are asked for", arguments: ["archive", "combined"])
    func noFiles(kind: String) async throws {
        let scene = try SignWellScene()
        let made = await scene.other(.post, "envelopes", #"{"status":"created","emailSubject":"Offer"}"#)
        let answer = await scene.other(.get, "envelopes/\(made["envelopeId"] ?? "")/documents/\(kind)")
        answer.expectRefusal(404, "DOCUMENT_DOES_NOT_EXIST", containing: "no documents yet")
    }
}
