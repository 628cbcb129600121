import EnvelopeService
import Envelopes
import Foundation
import Ledger
import Testing

@testable import TestSupport

@Suite("Visits to the composing page")
struct ComposingVisitTests {
    private let stage: Stage
    private let envelopes = "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes"
    private let tab = "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90"

    init() throws { stage = try Stage() }

    /// A browser that has opened the page.
    private struct Browser {
        let stage: Stage
        let path: String
        let cookie: String

        func call(
            _ method: HTTPRequest.Method, _ path: String, _ body: Any? = nil, headers more: HTTPFields = [:]
        ) async throws -> HTTPReply {
            var headers: HTTPFields = [.contentType: "application/json", .cookie: cookie]
            headers = headers.replacing(more)
            let data = try (body as? Data) ?? body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
            return await stage.call(method, self.path + path, data, headers: headers, as: nil)
        }

        func upload(_ id: String, _ file: Data) async throws -> HTTPReply {
            var headers: HTTPFields = [.contentType: "application/octet-stream"]
            headers[named: "X-File-Name"] = "lease.pdf"
            return try await call(.put, "files/\(id)", file, headers: headers)
        }
    }

    private func draft() async throws -> EnvelopeID {
        let answer = await stage.call(
            .post, envelopes, Data(#"{"status":"created"}"#.utf8), headers: [.contentType: "application/json"])
        try #require(answer.status == 201, "\(answer.text)")
        return try #require(answer["envelopeId"].flatMap { EnvelopeID(rawValue: $0) })
    }

    private func view(
        _ id: EnvelopeID, _ more: String = "", as user: Identity = Stage.ada, name: String = "sender"
    ) async -> HTTPReply {
        await stage.call(
            .post, "/restapi/v2.1/accounts/\(user.accountID)/envelopes/\(id)/views/\(name)",
            Data(#"{"returnUrl":"https://app.example.org/back"\#(more)}"#.utf8),
            headers: [.contentType: "application/json"], as: user)
    }

    private func ticket(_ id: EnvelopeID, _ more: String = "") async throws -> String {
        let answer = await view(id, more)
        try #require(answer.status == 201, "\(answer.text)")
        return try #require(answer["url"].flatMap { URL(string: $0) }).path()
    }

    private func open(_ ticket: String) async throws -> Browser {
        let answer = await stage.call(.get, ticket, as: nil)
        try #require(answer.status == 303, "\(answer.text)")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
        return Browser(
            stage: stage, path: try #require(answer.headers[.location]),
            cookie: String(cookie.prefix { $0 != ";" }))
    }

    private func content(_ changes: [String: Any] = [:]) -> [String: Any] {
        let content: [String: Any] = [
            "emailSubject": "Lease", "documents": [["id": "1", "name": "Lease"]],
            "recipients": [["id": "1", "name": "Bo", "email": "bo@example.org", "routingOrder": 1]],
            "tabs": [
                [
                    "id": tab, "kind": "signHere", "documentId": "1", "recipientId": "1", "page": 1,
                    "label": "Signature", "required": true, "locked": false,
                    "frame": ["x": 72_000, "y": 100_500, "width": 150_000, "height": 40_000],
                ] as [String: Any]
            ],
        ]
        return content.merging(changes) { _, new in new }
    }

    @Test(
        "A draft is composed and sent: the history has one correction, by the user, with the fields where they were put"
    )
    func send() async throws {
        let id = try await draft()
        let browser = try await open(ticket(id))
        #expect(try await browser.call(.get, "").status == 200)
        #expect(try await browser.upload("1", Device.pdf()).status == 200)
        let saved = try await browser.call(.put, "draft", ["version": 0, "content": content()])
        #expect(saved.status == 200, "\(saved.text)")
        #expect((saved.json["problems"] as? [Any])?.isEmpty == true)
        #expect(try await stage.service.ledger.envelope(id).documents.isEmpty)
        let sent = try await browser.call(.post, "send", ["version": 1])
        #expect(sent["redirect"] == "https://app.example.org/back?event=send", "\(sent.text)")
        let history = try await stage.history(id)
        #expect(history.events.map(\.body.kind) == [.created, .corrected, .sent])
        #expect(history.events.dropFirst().allSatisfy { $0.actor.id == Stage.ada.userID })
        let envelope = try await stage.service.ledger.envelope(id)
        #expect(envelope.status == .sent)
        #expect(envelope.definition.tabs.map(\.frame) == [TabFrame(x: 72, y: 100.5, width: 150, height: 40)])
        // The answer may have got lost.
        let again = try await browser.call(.post, "send", ["version": 1])
        #expect(again["redirect"] == "https://app.example.org/back?event=send")
        #expect(try await stage.history(id).events.count == 3)
    }

    @Test("An incomplete draft is kept beside the history and resumed; a complete one goes into it")
    func keep() async throws {
        let id = try await draft()
        let first = try await open(ticket(id))
        let nobody = ["id": "1", "name": "Bo", "email": "", "routingOrder": 1] as [String: Any]
        let incomplete = content(["documents": [Any](), "tabs": [Any](), "recipients": [nobody]])
        #expect(try await first.call(.put, "draft", ["version": 0, "content": incomplete]).status == 200)
        #expect(try await first.call(.post, "keep", [:])["redirect"] == "https://app.example.org/back?event=save")
        #expect(try await stage.history(id).events.count == 1)
        let second = try await open(ticket(id))
        let resumed = try await second.call(.get, "draft")
        let people = (resumed.json["content"] as? [String: Any])?["recipients"] as? [[String: Any]]
        #expect(people?.first?["name"] as? String == "Bo")
        #expect(try await second.upload("1", Device.pdf()).status == 200)
        #expect(try await second.call(.put, "draft", ["version": 1, "content": content()]).status == 200)
        #expect(try await second.call(.post, "keep", [:]).status == 200)
        #expect(try await stage.service.ledger.envelope(id).documents.map(\.name) == ["Lease"])
        #expect(try await stage.service.ledger.envelope(id).status == .created)
    }

    @Test("What a program changes meanwhile is kept, and discarding leaves the envelope as it was")
    func programs() async throws {
        let id = try await draft()
        let browser = try await open(ticket(id))
        #expect(try await browser.upload("1", Device.pdf()).status == 200)
        _ = try await browser.call(.put, "draft", ["version": 0, "content": content()])
        let changed = await stage.call(
            .post, "\(envelopes)/\(id)/recipients",
            Data(#"{"carbonCopies":[{"recipientId":"7","name":"Di","email":"di@example.org"}]}"#.utf8),
            headers: [.contentType: "application/json"])
        #expect(changed.status == 201, "\(changed.text)")
        let now = try await browser.call(.get, "draft")
        let people = (now.json["content"] as? [String: Any])?["recipients"] as? [[String: Any]]
        #expect(Set(people?.compactMap { $0["name"] as? String } ?? []) == ["Bo", "Di"])
        #expect(
            try await browser.call(.post, "discard", [:])["redirect"] == "https://app.example.org/back?event=cancel")
        #expect(try await stage.service.ledger.envelope(id).recipients.map(\.name) == ["Di"])
    }

    @Test("An uploaded file outlives the sweep of orphaned files while a draft names it")
    func files() async throws {
        let id = try await draft()
        let browser = try await open(ticket(id))
        let file = try Device.pdf()
        #expect(try await browser.upload("1", file).status == 200)
        #expect(try await browser.upload("1", file).status == 200)
        #expect(try await browser.upload("1", Device.pdf("Other")).status == 409)
        stage.clock.advance(2 * 3600)
        try await stage.service.removeUnused()
        _ = try await open(ticket(id)).upload("2", Device.pdf("Other"))
        #expect(try await stage.service.ledger.blobs.contains(BlobHash(of: file)))
    }

    @Test("A file that is no PDF or that hides a program is refused with its reason")
    func refusedFiles() async throws {
        let browser = try await open(ticket(draft()))
        let refused = try await browser.upload("1", Data("PK".utf8))
        #expect(refused.status == 422)
        #expect((refused.json["error"] as? [String: Any])?["code"] as? String == "file-unknown-kind")
    }

    @Test("The address works once and not for long; nobody else's browser gets in, and a visit ends")
    func visits() async throws {
        let id = try await draft()
        let address = try await ticket(id)
        let browser = try await open(address)
        let again = await stage.call(.get, address, as: nil)
        #expect(again.headers[.location] == "https://app.example.org/back?event=error")
        let late = try await ticket(id)
        stage.clock.advance(301)
        #expect(await stage.call(.get, late, as: nil).headers[.location] == "https://app.example.org/back?event=error")
        #expect(await stage.call(.get, "/compose/nothing", as: nil).status == 404)
        #expect(await stage.call(.get, browser.path, as: nil).status == 401)
        #expect(await stage.call(.get, browser.path + "draft", as: nil).status == 401)
        var foreign: HTTPFields = [:]
        foreign[named: "Sec-Fetch-Site"] = "cross-site"
        #expect(try await browser.call(.post, "discard", [:], headers: foreign).status == 403)
        stage.clock.advance(3601)
        let ended = try await browser.call(.get, "draft")
        #expect(ended.status == 401)
        let error = ended.json["error"] as? [String: Any]
        #expect(error?["redirect"] as? String == "https://app.example.org/back?event=sessionEnd")
    }

    @Test("Only a user of the account gets an address, and only for a draft")
    func strangers() async throws {
        let id = try await draft()
        await view(id, as: Stage.eve).expectRefusal(404, "ENVELOPE_DOES_NOT_EXIST")
        let browser = try await open(ticket(id))
        _ = try await browser.upload("1", Device.pdf())
        _ = try await browser.call(.put, "draft", ["version": 0, "content": content()])
        _ = try await browser.call(.post, "send", ["version": 1])
        await view(id).expectRefusal(400, "ENVELOPE_INVALID_STATUS")
        #expect(try await browser.call(.get, "draft").status == 409)
    }

    @Test("The page begins and ends as the program wishes, which is told of wishes that mean nothing")
    func wishes() async throws {
        let id = try await draft()
        let settings = #","settings":{"startingScreen":"Tagger","sendButtonAction":"redirect"}"#
        let browser = try await open(ticket(id, settings))
        let draft = try await browser.call(.get, "draft")
        #expect(draft.json["beginsWithFields"] as? Bool == true)
        #expect(draft.json["sends"] as? Bool == false)
        #expect(try await browser.call(.post, "send", ["version": 0]).status == 403)
        let odd = await view(id, #","settings":{"startingScreen":"Somewhere"}"#)
        #expect(odd.status == 400)
        #expect(await view(id, name: "edit").status == 201)
        let noAddress = await stage.call(
            .post, "\(envelopes)/\(id)/views/sender", Data("{}".utf8), headers: [.contentType: "application/json"])
        #expect(noAddress.status == 400)
    }

    // MARK: Corrections

    /// A sent envelope with one signer, and a browser that corrects it.
    private func correcting() async throws -> (EnvelopeID, Browser) {
        let id = try await draft()
        let browser = try await open(ticket(id))
        _ = try await browser.upload("1", Device.pdf())
        _ = try await browser.call(.put, "draft", ["version": 0, "content": content()])
        _ = try await browser.call(.post, "send", ["version": 1])
        let answer = await view(id, name: "correct")
        try #require(answer.status == 201, "\(answer.text)")
        return (id, try await open(try #require(answer["url"].flatMap { URL(string: $0) }).path()))
    }

    private func version(_ browser: Browser) async throws -> Int {
        try #require(try await browser.call(.get, "draft").json["version"] as? Int)
    }

    private func bo(_ changes: [String: Any]) -> [String: Any] {
        let bo: [String: Any] = ["id": "1", "name": "Bo", "email": "bo@example.org", "routingOrder": 1]
        return content(["recipients": [bo.merging(changes) { _, new in new }]])
    }

    @Test("A correction goes into the envelope when the sender says so, as one event, and an answer may get lost")
    func correct() async throws {
        let (id, browser) = try await correcting()
        let version = try await version(browser)
        let saved = try await browser.call(
            .put, "draft", ["version": version, "content": bo(["email": "b@example.org"])])
        #expect(saved.status == 200, "\(saved.text)")
        #expect(try await browser.call(.post, "keep", [:]).status == 200)
        #expect(try await stage.history(id).events.map(\.body.kind) == [.created, .corrected, .sent])
        let again = try await open(
            try #require(await view(id, name: "correct")["url"].flatMap { URL(string: $0) }).path())
        let sent = try await again.call(.post, "send", ["version": version + 1])
        #expect(sent["redirect"] == "https://app.example.org/back?event=send", "\(sent.text)")
        #expect(try await stage.history(id).events.map(\.body.kind) == [.created, .corrected, .sent, .corrected])
        #expect(try await stage.service.ledger.envelope(id).recipients.map(\.email) == ["b@example.org"])
        let once = try await again.call(.post, "send", ["version": version + 1])
        #expect(once.status == 200, "\(once.text)")
        #expect(try await stage.history(id).events.count == 4)
    }

    @Test("What a correction must not change is named at its place, before and when it is made")
    func correctionProblems() async throws {
        let (id, browser) = try await correcting()
        let nobody = content(["recipients": [Any](), "tabs": [Any]()])
        let version = try await version(browser)
        let saved = try await browser.call(.put, "draft", ["version": version, "content": nobody])
        let codes = (saved.json["problems"] as? [[String: Any]])?.compactMap { $0["code"] as? String } ?? []
        #expect(codes.contains("nobody-left"), "\(saved.text)")
        let refused = try await browser.call(.post, "send", ["version": version + 1])
        #expect(refused.status == 422, "\(refused.text)")
        #expect(try await stage.history(id).events.count == 3)
        let fixed = saved.json["fixed"] as? [String: Any]
        #expect(fixed?["closesDocuments"] as? Bool == false && (fixed?["documents"] as? [String])?.isEmpty == true)
    }

    @Test("Ending a correction closes its pages and forgets what was not put in; a voided envelope is not corrected")
    func endCorrection() async throws {
        let (id, browser) = try await correcting()
        _ = try await browser.call(
            .put, "draft", ["version": try await version(browser), "content": bo(["name": "Bob"])])
        let path = "\(envelopes)/\(id)/views/correct"
        #expect(await stage.call(.delete, path).status == 200)
        #expect(try await browser.call(.get, "draft").status == 401)
        let second = try await open(
            try #require(await view(id, name: "correct")["url"].flatMap { URL(string: $0) }).path())
        let draft = try await second.call(.get, "draft")
        let people = (draft.json["content"] as? [String: Any])?["recipients"] as? [[String: Any]]
        #expect(people?.first?["name"] as? String == "Bo")
        let voided = await stage.call(
            .put, "\(envelopes)/\(id)", Data(#"{"status":"voided","voidedReason":"Mistake"}"#.utf8),
            headers: [.contentType: "application/json"])
        #expect(voided.status == 200, "\(voided.text)")
        let gone = try await second.call(.get, "draft")
        #expect((gone.json["error"] as? [String: Any])?["code"] as? String == "not-in-process")
        await view(id, name: "correct").expectRefusal(400, "ENVELOPE_INVALID_STATUS")
        #expect(await stage.call(.delete, path).status == 400)
        #expect(await stage.call(.delete, path, as: Stage.eve).status != 200)
    }

    // MARK: Templates and previews

    @Test("A template keeps nothing of the people, and another draft gets its documents under numbers of their own")
    func templates() async throws {
        let browser = try await open(ticket(draft()))
        _ = try await browser.upload("1", Device.pdf())
        _ = try await browser.call(.put, "draft", ["version": 0, "content": content()])
        let made = try await browser.call(.post, "templates", ["name": " Lease ", "roles": ["1": "Tenant"]])
        #expect(made.status == 204, "\(made.text)")
        #expect(try await browser.call(.post, "templates", ["name": "Lease", "roles": ["1": ""]]).status == 422)
        let other = try await open(ticket(draft()))
        _ = try await other.upload("1", Device.pdf("Other"))
        let offered = try await other.call(.get, "templates?name=leas").json["templates"] as? [[String: Any]]
        let template = try #require(offered?.first)
        #expect(template["name"] as? String == "Lease" && template["roles"] as? [String] == ["Tenant"])
        #expect(template["pages"] as? Int == 1)
        #expect((try await other.call(.get, "templates?name=boat").json["templates"] as? [Any])?.isEmpty == true)
        let used = try await other.call(.post, "templates/\(template["id"] as? String ?? "")/use", [:])
        #expect(used.status == 200, "\(used.text)")
        let files = used.json["files"] as? [[String: Any]] ?? []
        #expect(files.compactMap { $0["id"] as? String } == ["2"])
        let tabs = used.json["tabs"] as? [[String: Any]] ?? []
        #expect(tabs.compactMap { $0["documentId"] as? String } == ["2"])
        #expect(used.text.contains("Tenant") && !used.text.contains("bo@example.org") && !used.text.contains("\"Bo\""))
        #expect(try await other.call(.get, "files/2/pages/1/image").status == 200)
    }

    @Test("Nobody uses the template of another account, nor a colleague's own one")
    func foreignTemplates() async throws {
        let browser = try await open(ticket(draft()))
        // The other account's users share theirs among themselves.
        for other in [Stage.cy, Stage.eve] {
            let body =
                #"{"name":"Theirs","shared":"\#(other == Stage.eve)","documents":[],"recipients":{"signers":[{"roleName":"A","recipientId":"1"}]}}"#
            let made = await stage.call(
                .post, "/restapi/v2.1/accounts/\(other.accountID)/templates", Data(body.utf8),
                headers: [.contentType: "application/json"], as: other)
            let id = try #require(made["templateId"], "\(made.text)")
            #expect(try await browser.call(.post, "templates/\(id)/use", [:]).status == 404, "\(other.name)")
        }
        #expect((try await browser.call(.get, "templates?name=").json["templates"] as? [Any])?.isEmpty == true)
    }

    @Test("People from the sender's own envelopes are offered, and a colleague's are not")
    func people() async throws {
        let (_, browser) = try await correcting()
        let body =
            #"{"status":"created","recipients":{"signers":[{"recipientId":"1","name":"Di","email":"di@example.org"}]}}"#
        let theirs = await stage.call(
            .post, envelopes, Data(body.utf8), headers: [.contentType: "application/json"], as: Stage.cy)
        #expect(theirs.status == 201, "\(theirs.text)")
        let people = try await browser.call(.get, "people").json["people"] as? [[String: String]]
        #expect(people == [["name": "Bo", "email": "bo@example.org"]])
    }

    @Test("Somebody whose turn comes later, and who has a code, acts in a preview at once")
    func laterPreview() async throws {
        let browser = try await open(ticket(draft()))
        _ = try await browser.upload("1", Device.pdf())
        let people: [[String: Any]] = [("1", "Bo"), ("2", "Di")].map { id, name in
            [
                "id": id, "name": name, "email": "\(name.lowercased())@example.org", "routingOrder": Int(id) ?? 0,
                "code": "secret",
            ]
        }
        let saved = try await browser.call(.put, "draft", ["version": 0, "content": content(["recipients": people])])
        #expect(saved.status == 200, "\(saved.text)")
        #expect(try await browser.call(.get, "preview/1/").status == 200)
        let consented = try await browser.call(.post, "preview/1/consent", [:])
        #expect(consented.status == 200, "\(consented.text)")
        #expect((consented.json["recipient"] as? [String: Any])?["name"] as? String == "Di")
        // A new look begins anew.
        #expect(try await browser.call(.get, "preview/1/").status == 200)
        let session = try await browser.call(.get, "preview/1/session")
        #expect((session.json["recipient"] as? [String: Any])?["consented"] as? Bool == false)
    }

    @Test("The page of a recipient is shown without a trace, from a draft whose names are still missing")
    func preview() async throws {
        let id = try await draft()
        let browser = try await open(ticket(id))
        _ = try await browser.upload("1", Device.pdf())
        let blank = bo(["name": "", "email": "", "code": "secret"]).merging(["emailSubject": ""]) { _, new in new }
        #expect(try await browser.call(.put, "draft", ["version": 0, "content": blank]).status == 200)
        let page = try await browser.call(.get, "preview/0/")
        #expect(page.status == 200 && page.text.contains("<html"))
        let session = try await browser.call(.get, "preview/0/session")
        #expect((session.json["rules"] as? [String: Any])?["preview"] as? Bool == true, "\(session.text)")
        #expect((session.json["rules"] as? [String: Any])?["copies"] as? Bool == false)
        #expect(try await browser.call(.get, "preview/1/").status == 422)
        for path in ["preview/x/", "preview/0001/", "preview/-1/", "preview/+0/"] {
            #expect(try await browser.call(.get, path).status == 404, "\(path)")
        }
        #expect(try await stage.history(id).events.count == 1)
        #expect(await stage.call(.get, browser.path + "preview/0/", as: nil).status == 401)
    }

    // MARK: Several windows, and odd input

    private func code(_ reply: HTTPReply) -> String? { (reply.json["error"] as? [String: Any])?["code"] as? String }

    @Test(
        "After one window has sent or kept a draft, another does not overwrite it unseen", arguments: ["keep", "send"])
    func twoWindows(ending: String) async throws {
        let id = try await draft()
        let (first, second) = (try await open(ticket(id)), try await open(ticket(id)))
        let seen = try await second.call(.get, "draft").json["version"] as? Int
        _ = try await first.upload("1", Device.pdf())
        _ = try await first.call(.put, "draft", ["version": 0, "content": content()])
        #expect(try await first.call(.post, ending, ending == "send" ? ["version": 1] : [:]).status == 200)
        let other = content(["emailSubject": "Other"])
        let late = try await second.call(.put, "draft", ["version": try #require(seen), "content": other])
        #expect(late.status == 409, "\(late.text)")
        #expect(try await stage.service.ledger.envelope(id).recipients.map(\.name) == ["Bo"])
    }

    @Test("A correction that another window has made is not undone unseen")
    func twoCorrections() async throws {
        let (id, first) = try await correcting()
        let second = try await open(
            try #require(await view(id, name: "correct")["url"].flatMap { URL(string: $0) }).path())
        let seen = try #require(try await second.call(.get, "draft").json["version"] as? Int)
        _ = try await first.call(.put, "draft", ["version": seen, "content": bo(["email": "b@example.org"])])
        #expect(try await first.call(.post, "send", ["version": seen + 1]).status == 200)
        let late = try await second.call(.put, "draft", ["version": seen, "content": bo(["note": "Hello"])])
        #expect(late.status == 409 && code(late) == "changed", "\(late.text)")
        #expect(try await stage.service.ledger.envelope(id).recipients.map(\.email) == ["b@example.org"])
    }

    @Test("What a program changes after the page was read is not overwritten unseen")
    func programBetween() async throws {
        let id = try await draft()
        let browser = try await open(ticket(id))
        let seen = try #require(try await browser.call(.get, "draft").json["version"] as? Int)
        let changed = await stage.call(
            .put, "\(envelopes)/\(id)", Data(#"{"emailSubject":"By program"}"#.utf8),
            headers: [.contentType: "application/json"])
        #expect(changed.status == 200, "\(changed.text)")
        _ = try await browser.upload("1", Device.pdf())
        let late = try await browser.call(.put, "draft", ["version": seen, "content": content()])
        #expect(late.status == 409 && code(late) == "changed", "\(late.text)")
        let offered = ((late.json["error"] as? [String: Any])?["draft"] as? [String: Any])?["content"] as? [String: Any]
        #expect(offered?["emailSubject"] as? String == "By program")
    }

    @Test("What was left of a draft is no correction of the envelope that a program has sent")
    func leftOver() async throws {
        let id = try await draft()
        let browser = try await open(ticket(id))
        _ = try await browser.upload("1", Device.pdf())
        _ = try await browser.call(.put, "draft", ["version": 0, "content": content()])
        #expect(try await browser.call(.post, "keep", [:]).status == 200)
        let version = try #require(try await browser.call(.get, "draft").json["version"] as? Int)
        let unsaved = content(["emailSubject": "Unsaved"])
        #expect(try await browser.call(.put, "draft", ["version": version, "content": unsaved]).status == 200)
        let sent = await stage.call(
            .put, "\(envelopes)/\(id)", Data(#"{"status":"sent"}"#.utf8), headers: [.contentType: "application/json"])
        #expect(sent.status == 200, "\(sent.text)")
        let correcting = try await open(
            try #require(await view(id, name: "correct")["url"].flatMap { URL(string: $0) }).path())
        let shown = try await correcting.call(.get, "draft").json["content"] as? [String: Any]
        #expect(shown?["emailSubject"] as? String == "Lease")
    }

    @Test("Numbers, sizes, file numbers and codes that make no sense are refused, and the service goes on")
    func oddInput() async throws {
        let browser = try await open(ticket(draft()))
        for id in ["9223372036854775807", "0", "-1", "01", "x", "1000000"] {
            #expect(try await browser.upload(id, Device.pdf()).status == 400, "\(id)")
        }
        #expect(try await browser.upload("1", Device.pdf()).status == 200)
        let negative =
            [
                "id": tab, "kind": "signHere", "documentId": "1", "recipientId": "1", "page": 1, "label": "Signature",
                "required": true, "locked": false, "frame": ["x": 72_000, "y": 72_000, "width": -1000, "height": 1000],
            ] as [String: Any]
        let saved = try await browser.call(.put, "draft", ["version": 0, "content": content(["tabs": [negative]])])
        #expect(saved.status == 200, "\(saved.text)")
        #expect(try await browser.call(.post, "send", ["version": 1]).status == 422)
        for changes in [
            ["code": "\u{0}"], ["code": String(repeating: "x", count: 51)], ["routingOrder": 9_007_199_254_740_992],
        ] as [[String: Any]] {
            let odd = try await browser.call(.put, "draft", ["version": 1, "content": bo(changes)])
            #expect(odd.status == 400, "\(odd.text)")
        }
    }

    @Test("What a preview keeps is deleted there")
    func previewDeletes() async throws {
        let browser = try await open(ticket(draft()))
        _ = try await browser.upload("1", Device.pdf())
        _ = try await browser.call(.put, "draft", ["version": 0, "content": content()])
        _ = try await browser.call(.get, "preview/0/")
        let reply = try await browser.call(.delete, "preview/0/marks/nothing", [:])
        #expect(reply.json["error"] != nil && reply.status != 405, "\(reply.text)")
    }
}
