import Ceremony
import EnvelopeService
import Envelopes
import Foundation
import Ledger
import Testing

@testable import TestSupport

@Suite("The calls that correct an envelope")
struct CorrectionRouteTests {
    /// An API call below the scene's envelope.
    private func call(
        _ scene: LinkScene, _ method: HTTPRequest.Method, _ path: String, _ body: String = "{}",
        query: [String: String] = [:], token: String? = nil
    ) async -> HTTPReply {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[named: "X-DocuSign-Edit"] = token.map { #"{"LockToken":"\#($0)","LockDurationInSeconds":"300"}"# }
        return await scene.stage.call(
            method, "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes/\(scene.id)\(path)", Data(body.utf8),
            query: query, headers: headers)
    }

    private func place(_ label: String) -> String {
        #"{"documentId":"1","pageNumber":"1","xPosition":"300","yPosition":"300","tabLabel":"\#(label)"}"#
    }

    @Test("A new address ends the links, visits and seen pages of the person before, and nobody else's")
    func newAddress() async throws {
        let scene = try await LinkScene()
        let (link, other) = (try await scene.link(), try await scene.link(to: "2"))
        let (bo, cy) = (try await scene.open(link), try await scene.open(other))
        let ticket = try await scene.stage.service.signingURL(
            for: "1", of: scene.id, returningTo: try #require(URL(string: "https://example.org/done")))
        try await scene.ledger.events.noteServed(DocumentPage("1", 1), of: scene.id, to: "1")
        #expect(try await scene.ledger.events.noteShown([DocumentPage("1", 1)], of: scene.id, to: "1") == [])
        #expect(await bo.isIn)
        let answer = await call(
            scene, .put, "/recipients", #"{"signers":[{"recipientId":"1","email":"bob@example.org"}]}"#)
        #expect(answer.status == 200 && !answer.text.contains("errorDetails"), "\(answer.text)")
        #expect(try await scene.envelope.recipient("1")?.email == "bob@example.org")
        #expect(await scene.get(link).status == 404)
        #expect(await !bo.isIn)
        #expect(await scene.get(ticket.path()).status == 404)
        #expect(try await scene.ledger.events.shownPages(of: scene.id, to: "1") == [:])
        #expect(await cy.isIn)
        #expect(await scene.get(other).status == 200)
        #expect(try await scene.envelope.state(of: "1")?.identifications == [])
    }

    @Test("A corrected name ends the visit, and leaves the link, which still leads to the same mailbox")
    func newName() async throws {
        let scene = try await LinkScene()
        let link = try await scene.link()
        let bo = try await scene.open(link)
        let answer = await call(scene, .put, "/recipients", #"{"signers":[{"recipientId":"1","name":"Bob"}]}"#)
        #expect(answer.status == 200)
        #expect(await !bo.isIn)
        #expect(try await scene.open(link).isIn)
    }

    @Test("A removed recipient's link leads nowhere, also after somebody else gets their id")
    func removed() async throws {
        let scene = try await LinkScene()
        let link = try await scene.link(to: "2")
        #expect(await call(scene, .delete, "/recipients/2").status == 200)
        #expect(await scene.get(link).status == 404)
        let again =
            #"{"signers":[{"recipientId":"2","name":"Di","email":"di@example.org","tabs":{"signHereTabs":[\#(place("x"))]}}]}"#
        #expect(await call(scene, .post, "/recipients", again).status == 201)
        #expect(await scene.get(link).status == 404)
        await call(scene, .delete, "/recipients/9").expectRefusal(400, "UNKNOWN_ENVELOPE_RECIPIENT")
    }

    @Test("Where one of several recipients cannot be changed, the others are, and the answer says which was not")
    func partly() async throws {
        let scene = try await LinkScene()
        try await scene.sign("1")
        let body =
            #"{"signers":[{"recipientId":"1","name":"Bob"},{"recipientId":"2","note":"Hello"},{"recipientId":"7","name":"X"}]}"#
        let answer = await call(scene, .put, "/recipients", body)
        let results = try #require(answer.json["recipientUpdateResults"] as? [[String: Any]])
        let codes = results.map { ($0["errorDetails"] as? [String: String])?["errorCode"] }
        #expect(answer.status == 200 && codes == ["RECIPIENT_UPDATE_FAILED", nil, "UNKNOWN_ENVELOPE_RECIPIENT"])
        let envelope = try await scene.envelope
        #expect(envelope.recipient("1")?.name == "Bo Signer" && envelope.recipient("2")?.note == "Hello")
        #expect(envelope.recipient("7") == nil)
    }

    @Test("An access code that stays the same lets nobody begin again; a new one does")
    func codes() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode]), LinkScene.cy])
        let same = #"{"signers":[{"recipientId":"1","accessCode":"\#(LinkScene.code)"}]}"#
        #expect(await call(scene, .put, "/recipients", same).status == 200)
        #expect(try await scene.events.isEmpty)
        let bo = try await scene.open(try await scene.link())
        _ = await bo.enter(LinkScene.code)
        #expect(await bo.isIn)
        let new = #"{"signers":[{"recipientId":"1","accessCode":"Red-7"}]}"#
        #expect(await call(scene, .put, "/recipients", new).status == 200)
        #expect(await !bo.isIn)
        let again = try await scene.open(try await scene.link())
        _ = await again.enter("Red-7")
        #expect(await again.isIn)
    }

    @Test("resend_envelope invites again those who keep their address, and the others once")
    func resending() async throws {
        let scene = try await LinkScene()
        let body = #"{"signers":[{"recipientId":"1","email":"b@example.org"},{"recipientId":"2","note":"Hi"}]}"#
        let answer = await call(scene, .put, "/recipients", body, query: ["resend_envelope": "true"])
        #expect(answer.status == 200)
        let last = try #require(try await scene.ledger.history(scene.id).events.last)
        #expect(last.body == .notified(recipientIDs: ["2"], message: .invitation))
    }

    @Test("While the envelope is locked, a recipient reads a sentence and loses nothing")
    func locked() async throws {
        let scene = try await LinkScene()
        let lock = await call(scene, .post, "/lock", #"{"lockDurationInSeconds":"300","lockType":"edit"}"#)
        let token = try #require(lock["lockToken"])
        #expect(lock.status == 201)
        let bo = try await scene.open(try await scene.link())
        #expect(await bo.isIn)
        let refused = await bo.post("/consent", "{}", ["content-type": "application/json", "idempotency-key": "1"])
        #expect(refused.status == 409 && refused.text.contains("being_changed"), "\(refused.text)")
        #expect(refused.text.contains("is changing these documents"), "\(refused.text)")
        await call(scene, .put, "", #"{"emailSubject":"New"}"#).expectRefusal(400, "EDIT_LOCK_NOT_LOCK_OWNER")
        #expect(await call(scene, .put, "", #"{"emailSubject":"New"}"#, token: token).status == 200)
        await call(scene, .post, "/lock").expectRefusal(400, "EDIT_LOCK_ENVELOPE_ALREADY_LOCKED")
        #expect(await call(scene, .get, "/lock")["lockToken"] == nil)
        #expect(await call(scene, .delete, "/lock", token: token).status == 200)
        await call(scene, .get, "/lock").expectRefusal(400, "EDIT_LOCK_ENVELOPE_NOT_LOCKED")
        let agreed = await bo.post("/consent", "{}", ["content-type": "application/json", "idempotency-key": "2"])
        #expect(agreed.status == 200, "\(agreed.text)")
    }

    @Test(
        "A bad lock, header or change is refused with a sentence, and changes nothing",
        arguments: [
            ("POST", "/lock", #"{"lockDurationInSeconds":"59"}"#, "INVALID_REQUEST_PARAMETER", "60 to 600"),
            ("POST", "/lock", #"{"lockDurationInSeconds":"601"}"#, "INVALID_REQUEST_PARAMETER", "60 to 600"),
            ("POST", "/lock", #"{"lockType":"view"}"#, "INVALID_REQUEST_PARAMETER", "lockType"),
            ("POST", "/lock", #"{"useScratchPad":"true"}"#, "INVALID_REQUEST_PARAMETER", "useScratchPad"),
            ("PUT", "/lock", "{}", "EDIT_LOCK_ENVELOPE_NOT_LOCKED", "not locked"),
            ("DELETE", "/lock", "", "EDIT_LOCK_ENVELOPE_NOT_LOCKED", "not locked"),
            ("PUT", "/recipients", "{}", "INVALID_REQUEST_PARAMETER", "no recipient"),
            ("POST", "/recipients", #"{"signers":[{"name":"X"}]}"#, "INVALID_RECIPIENT_ID", "recipientId"),
            (
                "POST", "/recipients", #"{"signers":[{"recipientId":"1","name":"X","email":"x@example.org"}]}"#,
                "INVALID_RECIPIENT_ID", "already"
            ),
            (
                "DELETE", "/recipients", #"{"signers":[{"recipientId":"1"},{"recipientId":"2"}]}"#,
                "ENVELOPE_INVALID_STATUS", "Void the envelope"
            ),
            ("PUT", "/recipients/1/tabs", #"{"textTabs":[{"value":"x"}]}"#, "INVALID_REQUEST_PARAMETER", "tabId"),
            ("POST", "/recipients/1/tabs", "{}", "INVALID_REQUEST_PARAMETER", "no tab"),
            ("POST", "/recipients/1/tabs", #"{"noteTabs":[{"value":"x"}]}"#, "INVALID_REQUEST_PARAMETER", "noteTabs"),
            ("PUT", "/documents", #"{"documents":[{"documentId":"2"}]}"#, "NO_DOCUMENT_RECEIVED", "content"),
            ("DELETE", "/documents", #"{"documents":[{"documentId":"8"}]}"#, "DOCUMENT_DOES_NOT_EXIST", "8"),
            (
                "PUT", "/email_settings", #"{"replyEmailAddressOverride":"x"}"#, "INVALID_EMAIL_ADDRESS_FOR_RECIPIENT",
                "x"
            ),
            (
                "PUT", "/email_settings", #"{"bccEmailAddresses":[{"email":"x@example.org"}]}"#,
                "INVALID_REQUEST_PARAMETER", "bccEmailAddresses"
            ),
            ("PUT", "/custom_fields", #"{"textCustomFields":[{"fieldId":"9"}]}"#, "INVALID_REQUEST_PARAMETER", "9"),
            ("PUT", "/documents/1/fields", #"{"documentFields":[{"name":"n"}]}"#, "INVALID_REQUEST_PARAMETER", "n"),
            ("GET", "/documents/portfolio", "", "INVALID_REQUEST_PARAMETER", "portfolio"),
        ])
    func bad(_ method: String, _ path: String, _ body: String, _ code: String, _ words: String) async throws {
        let scene = try await LinkScene()
        let answer = await call(scene, try #require(HTTPRequest.Method(rawValue: method)), path, body)
        answer.expectRefusal(code == "DOCUMENT_DOES_NOT_EXIST" ? 404 : 400, code, containing: words)
        #expect(try await scene.events.isEmpty)
    }

    @Test("A header that is not of its form is refused by name")
    func header() async throws {
        let scene = try await LinkScene()
        let answer = await scene.stage.call(
            .put, "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes/\(scene.id)",
            Data(#"{"emailSubject":"x"}"#.utf8),
            headers: HTTPFields(["content-type": "application/json", "x-docusign-edit": "<DocuSignEdit/>"]))
        answer.expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "X-DocuSign-Edit")
    }

    @Test("A field placed later, by hand and by value, is signed with the others")
    func tabs() async throws {
        let scene = try await LinkScene()
        let tabs = #"{"textTabs":[\#(place("Floor"))],"checkboxTabs":[\#(place("Pets"))]}"#
        let added = await call(scene, .post, "/recipients/1/tabs", tabs)
        let text = try #require((added.json["textTabs"] as? [[String: Any]])?.first?["tabId"] as? String)
        #expect(added.status == 201, "\(added.text)")
        let change = #"{"textTabs":[{"tabId":"\#(text)","yPosition":"400","required":"false"}]}"#
        #expect(await call(scene, .put, "/recipients/1/tabs", change).status == 200)
        let tab = try #require(try await scene.envelope.tabs(of: "1").first { $0.label == "Floor" })
        #expect(tab.frame.y == 400 && tab.frame.x == 300 && !tab.required && tab.id.rawValue == text)
        try await scene.sign("1")
        let form = await call(scene, .get, "/form_data")
        let data = try #require(form.json["formData"] as? [[String: Any]])
        #expect(data.contains { $0["name"] as? String == "Floor" && $0["value"] as? String == "Ghent" }, "\(form.text)")
        let late = await call(scene, .delete, "/recipients/1/tabs", #"{"textTabs":[{"tabId":"\#(text)"}]}"#)
        #expect(late.status == 400)
        try await scene.sign("2")
        #expect(try await scene.envelope.status == .completed)
    }
}
