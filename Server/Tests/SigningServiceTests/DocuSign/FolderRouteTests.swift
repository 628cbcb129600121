import Envelopes
import Foundation
import HTTPTypes
import Testing

@testable import SigningService

/// The account's user, and a second one, Bo, who is the recipient of every sample.
private struct FolderScene {
    let fixture: ServiceFixture
    let bo: String

    init() async throws {
        fixture = try await ServiceFixture()
        let accounts = fixture.service.accounts
        _ = try await accounts.addUser(named: "Bo Signer", email: "bo@example.org", at: Moment.start)
        bo = try await accounts.makeToken(named: "", email: "bo@example.org", at: Moment.start).text
    }

    /// The ids of the envelopes of a list, newest first.
    static func ids(_ client: ServiceClient, _ query: String, token: String? = nil) async throws -> [String] {
        let answer = try await client.api(.get, "/envelopes?from_date=2020-01-01&\(query)", token: token)
        #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        return (answer.json["envelopes"] as? [[String: Any]] ?? []).compactMap { $0["envelopeId"] as? String }
    }

    static func folders(_ answer: Answer) -> [[String: Any]] { answer.json["folders"] as? [[String: Any]] ?? [] }
}

@Suite("Folders of envelopes")
struct FolderRouteTests {
    @Test("A user's folders hold what they have sent, what they have got, and their drafts")
    func everybodysFolders() async throws {
        let scene = try await FolderScene()
        try await scene.fixture.test { client in
            let sent = try await client.envelope()
            scene.fixture.clock.advance(60)
            let draft = try await client.envelope { $0["status"] = "created" }
            func counts(_ token: String? = nil) async throws -> [String: String] {
                let answer = try await client.api(.get, "/folders", token: token)
                #expect(answer.status == 200)
                let pairs = FolderScene.folders(answer).map {
                    ($0["type"] as? String ?? "", $0["itemCount"] as? String ?? "")
                }
                return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
            }
            #expect(try await counts() == ["inbox": "0", "sentitems": "1", "draft": "1", "recyclebin": "0"])
            #expect(try await counts(scene.bo) == ["inbox": "1", "sentitems": "0", "draft": "0", "recyclebin": "0"])
            #expect(try await FolderScene.ids(client, "folder_types=sentitems,draft") == [draft, sent])
            #expect(try await FolderScene.ids(client, "folder_ids=inbox", token: scene.bo) == [sent])
            #expect(try await FolderScene.ids(client, "folder_ids=awaiting_my_signature", token: scene.bo) == [sent])
            #expect(try await FolderScene.ids(client, "folder_types=templates") == [])
            let items = try await client.api(.get, "/folders/inbox?include_items=true", token: scene.bo)
            let item = try #require((FolderScene.folders(items).first?["folderItems"] as? [[String: Any]])?.first)
            #expect(item["envelopeId"] as? String == sent && item["subject"] as? String == "Lease")
            #expect(item["recipients"] == nil)
            let shown = try await client.api(.get, "/envelopes/\(sent)?include=folders", token: scene.bo)
            #expect(FolderScene.folders(shown).map { $0["folderId"] as? String } == ["inbox"])
            let own = try await client.api(.get, "/envelopes/\(sent)?include=folders")
            #expect(FolderScene.folders(own).map { $0["folderId"] as? String } == ["sentitems"])
            (try await client.api(.get, "/folders/elsewhere")).expectRefusal(
                404, "FOLDER_DOES_NOT_EXIST", containing: "elsewhere")
        }
    }

    @Test("An open envelope in the recycle bin is void, leaves the lists, and comes back with them")
    func recycleBin() async throws {
        let scene = try await FolderScene()
        try await scene.fixture.test { client in
            let sent = try await client.envelope()
            let draft = try await client.envelope { $0["status"] = "created" }
            let moved = try await client.api(.put, "/folders/recyclebin", ["envelopeIds": [sent, draft, sent]])
            #expect(moved.status == 200)
            let results = moved.json["envelopes"] as? [[String: Any]] ?? []
            #expect(results.map { $0["status"] as? String } == ["voided", "created"])
            #expect(results.allSatisfy { $0["errorDetails"] == nil })
            #expect(try await client.api(.get, "/envelopes/\(sent)")["voidedReason"] == "The sender has deleted it.")
            #expect(try await FolderScene.ids(client, "") == [])
            #expect(try await Set(FolderScene.ids(client, "status=deleted")) == [sent, draft])
            #expect(try await Set(FolderScene.ids(client, "from_to_status=deleted")) == [sent, draft])
            #expect(try await Set(FolderScene.ids(client, "folder_ids=recyclebin")) == [sent, draft])
            // For the recipient, it is where it was.
            #expect(try await FolderScene.ids(client, "folder_ids=inbox", token: scene.bo) == [sent])
            // Again changes nothing.
            #expect(try await client.api(.put, "/folders/recyclebin", ["envelopeIds": [draft]]).status == 200)
            let wrong = try await client.api(.put, "/folders/sentitems", ["envelopeIds": [draft]])
            let details = (wrong.json["envelopes"] as? [[String: Any]])?.first?["errorDetails"] as? [String: Any]
            #expect(details?["errorCode"] as? String == "INVALID_REQUEST_PARAMETER")
            #expect((details?["message"] as? String)?.contains("can only be moved to draft") == true)
            #expect(try await client.api(.put, "/folders/draft", ["envelopeIds": [draft]]).status == 200)
            #expect(try await FolderScene.ids(client, "status=created") == [draft])
            #expect(try await FolderScene.ids(client, "folder_ids=drafts") == [draft])
        }
    }

    @Test("Emptying the recycle bin removes a draft, and nothing that is not in it")
    func emptying() async throws {
        let scene = try await FolderScene()
        try await scene.fixture.test { client in
            let sent = try await client.envelope()
            let draft = try await client.envelope { $0["status"] = "created" }
            func empty(_ ids: [String]) async throws -> [[String: Any]] {
                let answer = try await client.api(
                    .put, "/folders/recyclebin", ["envelopeIds": ids, "fromFolderId": "recyclebin"])
                return answer.json["envelopes"] as? [[String: Any]] ?? []
            }
            #expect(try await empty([sent, draft]).allSatisfy { $0["errorDetails"] != nil })
            _ = try await client.api(.put, "/folders/recyclebin", ["envelopeIds": [sent, draft]])
            #expect(try await empty([sent, draft]).allSatisfy { $0["errorDetails"] == nil })
            #expect(try await client.api(.get, "/envelopes/\(draft)").status == 404)
            #expect(try await client.api(.get, "/envelopes/\(sent)")["status"] == "voided")
            #expect(try await FolderScene.ids(client, "folder_ids=recyclebin") == [])
            // What follows from a draft that is gone comes to its end.
            while await scene.fixture.service.jobs.runDue() > 0 {}
            let stuck = try await scene.fixture.service.envelopes.stores.jobs.jobs(in: nil, after: 0, count: 100)
            #expect(!stuck.contains { $0.envelopeID == EnvelopeID(rawValue: draft) && $0.attempts > 0 })
        }
    }

    @Test("A deleted draft is not sent by itself, but when it is restored, and by its sender at any time")
    func scheduledDraft() async throws {
        let scene = try await FolderScene()
        let jobs = scene.fixture.service.jobs
        try await scene.fixture.test { client in
            let workflow: [String: Any] = [
                "scheduledSending": ["rules": [["resumeDate": "2026-11-22T09:15:00Z"]]]
            ]
            func draft() async throws -> String {
                try await client.envelope { $0["workflow"] = workflow }
            }
            let (left, deleted, sent) = (try await draft(), try await draft(), try await draft())
            func status(_ id: String) async throws -> String? {
                try await client.api(.get, "/envelopes/\(id)")["status"]
            }
            #expect(try await status(left) == "created")
            _ = try await client.api(.put, "/folders/recyclebin", ["envelopeIds": [deleted, sent]])
            #expect(try await client.api(.put, "/envelopes/\(sent)", ["status": "sent"]).status == 200)
            #expect(try await FolderScene.ids(client, "folder_ids=sentitems") == [sent])
            scene.fixture.clock.advance(10 * 86_400)
            await jobs.runDue()
            #expect(try await status(left) == "sent")
            #expect(try await status(deleted) == "created")
            #expect(try await client.api(.put, "/folders/draft", ["envelopeIds": [deleted]]).status == 200)
            await jobs.runDue()
            #expect(try await status(deleted) == "sent")
        }
    }

    @Test("A draft that somebody else has locked is neither deleted nor removed")
    func lockedDraft() async throws {
        let scene = try await FolderScene()
        try await scene.fixture.test { client in
            let draft = try await client.envelope { $0["status"] = "created" }
            func delete(_ from: String? = nil, token: String? = nil) async throws -> String? {
                var body: [String: Any] = ["envelopeIds": [draft]]
                body["fromFolderId"] = from
                let answer = try await client.api(.put, "/folders/recyclebin", body, token: token)
                let details = (answer.json["envelopes"] as? [[String: Any]])?.first?["errorDetails"]
                return (details as? [String: Any])?["errorCode"] as? String
            }
            func lock() async throws {
                let answer = try await client.api(.post, "/envelopes/\(draft)/lock", ["lockDurationInSeconds": "60"])
                #expect(answer.status == 201)
            }
            try await lock()
            #expect(try await delete() == "EDIT_LOCK_NOT_LOCK_OWNER")
            #expect(try await FolderScene.ids(client, "") == [draft])
            scene.fixture.clock.advance(61)
            #expect(try await delete() == nil)
            try await lock()
            #expect(try await delete("recyclebin") == "EDIT_LOCK_NOT_LOCK_OWNER")
            #expect(try await client.api(.get, "/envelopes/\(draft)").status == 200)
        }
    }

    @Test("A colleague files others' envelopes in folders of their own, and takes them out again")
    func colleague() async throws {
        let scene = try await FolderScene()
        let accounts = scene.fixture.service.accounts
        _ = try await accounts.addUser(named: "Cy", email: "cy@example.org", at: Moment.start)
        let cy = try await accounts.makeToken(named: "", email: "cy@example.org", at: Moment.start).text
        try await scene.fixture.test { client in
            let sent = try await client.envelope()
            func move(_ folder: String, _ body: [String: Any] = [:]) async throws -> [String: Any]? {
                let answer = try await client.api(
                    .put, "/folders/\(folder)", body.merging(["envelopeIds": [sent]]) { $1 }, token: cy)
                #expect(answer.status == 200)
                return (answer.json["envelopes"] as? [[String: Any]])?.first?["errorDetails"] as? [String: Any]
            }
            let made = try await client.api(.post, "/folders", ["folders": [["name": "Mine"]]], token: cy)
            let folder = try #require(FolderScene.folders(made).first?["folderId"] as? String)
            #expect(try await move(folder) == nil)
            #expect(try await FolderScene.ids(client, "folder_ids=sentitems") == [sent])
            #expect(try await FolderScene.ids(client, "folder_ids=\(folder)", token: cy) == [sent])
            #expect((try await move("inbox"))?["message"] as? String != nil)
            #expect(try await move("sentitems", ["fromFolderId": folder]) == nil)
            #expect(try await FolderScene.ids(client, "folder_ids=\(folder)", token: cy) == [])
            // They act for the sender, as with every other call.
            #expect(try await move("recyclebin") == nil)
            #expect(try await FolderScene.ids(client, "folder_ids=recyclebin") == [sent])
            #expect(try await move("sentitems") == nil)
            #expect(try await FolderScene.ids(client, "folder_ids=sentitems") == [sent])
        }
    }

    @Test("What a request to a folder cannot mean is refused by name")
    func meaningless() async throws {
        let scene = try await FolderScene()
        try await scene.fixture.test { client in
            let sent = try await client.envelope()
            func refusal(_ folder: String, _ body: [String: Any], _ status: Int, _ code: String, _ words: String)
                async throws
            {
                (try await client.api(.put, "/folders/\(folder)", body)).expectRefusal(
                    status, code, containing: words)
            }
            try await refusal(
                "sentitems", ["envelopeIds": [sent], "fromFolderId": "nope"], 404, "FOLDER_DOES_NOT_EXIST", "nope")
            try await refusal(
                "inbox", ["folders": [["name": "x"]]], 400, "INVALID_REQUEST_PARAMETER", "cannot be renamed")
            try await refusal(
                "inbox", ["folders": [["name": "x"]], "envelopeIds": [sent]], 400, "INVALID_REQUEST_PARAMETER",
                "one of them")
            for name in ["", " ", "a\u{1}b", String(repeating: "x", count: 101)] {
                (try await client.api(.post, "/folders", ["folders": [["name": name]]])).expectRefusal(
                    400, "INVALID_REQUEST_PARAMETER", containing: "1 to 100")
            }
            // What cannot be read is not taken for a missing filter.
            #expect(try await FolderScene.ids(client, "search_text=%FF") == [])
            #expect(try await FolderScene.ids(client, "folder_ids=,") == [])
            (try await client.api(.get, "/envelopes?from_date=2020-01-01&folder_ids=%FF")).expectRefusal(
                404, "FOLDER_DOES_NOT_EXIST", containing: "no folder")
        }
    }

    @Test("A recipient's recycle bin is their own: nothing becomes void, and the sender's lists stay")
    func recipientsBin() async throws {
        let scene = try await FolderScene()
        try await scene.fixture.test { client in
            let sent = try await client.envelope()
            let moved = try await client.api(
                .put, "/folders/recyclebin", ["envelopeIds": [sent]], token: scene.bo)
            #expect(moved.status == 200)
            #expect(try await client.api(.get, "/envelopes/\(sent)")["status"] == "sent")
            #expect(try await FolderScene.ids(client, "") == [sent])
            #expect(try await FolderScene.ids(client, "folder_ids=inbox", token: scene.bo) == [])
            #expect(try await FolderScene.ids(client, "folder_ids=recyclebin", token: scene.bo) == [sent])
            #expect(try await FolderScene.ids(client, "folder_ids=recyclebin") == [])
        }
    }

    @Test("A user makes folders, fills, renames and removes them; nobody else sees them")
    func ownFolders() async throws {
        let scene = try await FolderScene()
        try await scene.fixture.test { client in
            let sent = try await client.envelope()
            let made = try await client.api(.post, "/folders", ["folders": [["name": " Léases "]]])
            #expect(made.status == 201)
            let folder = try #require(FolderScene.folders(made).first?["folderId"] as? String)
            #expect(FolderScene.folders(made).first?["name"] as? String == "Léases")
            (try await client.api(.post, "/folders", ["folders": [["name": "leases"]]])).expectRefusal(
                400, "INVALID_REQUEST_PARAMETER", containing: "already")
            #expect(try await client.api(.put, "/folders/\(folder)", ["envelopeIds": [sent]]).status == 200)
            #expect(try await FolderScene.ids(client, "folder_ids=\(folder.uppercased())") == [sent])
            #expect(try await FolderScene.ids(client, "folder_types=normal") == [sent])
            #expect(try await FolderScene.ids(client, "folder_ids=sentitems") == [])
            #expect(try await FolderScene.ids(client, "") == [sent])
            for method in [HTTPRequest.Method.get, .delete] {
                (try await client.api(method, "/folders/\(folder)", token: scene.bo)).expectRefusal(
                    404, "FOLDER_DOES_NOT_EXIST", containing: "no folder")
            }
            (try await client.api(.put, "/folders/\(folder)", ["envelopeIds": [sent]], token: scene.bo)).expectRefusal(
                404, "FOLDER_DOES_NOT_EXIST", containing: "no folder")
            let renamed = try await client.api(.put, "/folders/\(folder)", ["folders": [["name": "Flats"]]])
            #expect(FolderScene.folders(renamed).first?["name"] as? String == "Flats")
            #expect(try await client.api(.delete, "/folders/\(folder)").status == 200)
            #expect(try await FolderScene.ids(client, "folder_ids=sentitems") == [sent])
            (try await client.api(.delete, "/folders/inbox")).expectRefusal(
                404, "FOLDER_DOES_NOT_EXIST", containing: "cannot be removed")
        }
    }

    @Test("One wrong id moves nothing, and another account's envelope does not exist")
    func wrongIDs() async throws {
        let scene = try await FolderScene()
        let other = try await scene.fixture.service.accounts.create(
            name: "Eve", email: "eve@example.org", at: Moment.start)
        try await scene.fixture.test { client in
            let sent = try await client.envelope()
            (try await client.api(.put, "/folders/recyclebin", ["envelopeIds": [sent, UUID().uuidString]]))
                .expectRefusal(404, "ENVELOPE_DOES_NOT_EXIST", containing: "no envelope or template")
            #expect(try await client.api(.get, "/envelopes/\(sent)")["status"] == "sent")
            let eve = try await client.api(
                .put, "/folders/recyclebin", ["envelopeIds": [sent]], account: other.identity.accountID,
                token: other.accessToken.text)
            eve.expectRefusal(404, "ENVELOPE_DOES_NOT_EXIST", containing: "no envelope")
            let template = try await client.template()
            (try await client.api(.put, "/folders/inbox", ["envelopeIds": [template]])).expectRefusal(
                400, "INVALID_REQUEST_PARAMETER", containing: "template is named")
            let mixed = try await client.api(.put, "/folders/recyclebin", ["envelopeIds": [template, sent]])
            #expect(mixed.status == 200)
            #expect(try await client.api(.get, "/templates/\(template)").status == 404)
            #expect(try await client.api(.get, "/envelopes/\(sent)")["status"] == "voided")
        }
    }

    @Test("Search folders look at the last thirty days, and their pages follow each other")
    func searchFolders() async throws {
        let scene = try await FolderScene()
        try await scene.fixture.test { client in
            let old = try await client.envelope()
            scene.fixture.clock.advance(40 * 86_400)
            let new = [try await client.envelope(), try await client.envelope()]
            func search(_ path: String, token: String? = nil) async throws -> Answer {
                try await client.api(.get, "/search_folders/\(path)", token: token)
            }
            func ids(_ answer: Answer) -> Set<String> {
                Set((answer.json["folderItems"] as? [[String: Any]] ?? []).compactMap { $0["envelopeId"] as? String })
            }
            #expect(ids(try await search("out_for_signature")) == Set(new))
            #expect(ids(try await search("awaiting_my_signature", token: scene.bo)) == Set(new))
            #expect(ids(try await search("completed")) == [])
            let all = try await search("out_for_signature?from_date=2020-01-01&count=2&include_recipients=true")
            #expect(all["totalRows"] == "3" && all["resultSetSize"] == "2")
            let next = try await client.api(.get, try #require(all["nextUri"]))
            #expect(ids(next).union(ids(all)) == Set(new + [old]) && next["nextUri"] == nil)
            let item = (next.json["folderItems"] as? [[String: Any]])?.first
            #expect(item?["recipients"] != nil)
            (try await search("everything")).expectRefusal(404, "FOLDER_DOES_NOT_EXIST", containing: "everything")
        }
    }

    @Test("Lists go by words, custom fields, senders, and the moment that is asked for")
    func filters() async throws {
        let scene = try await FolderScene()
        try await scene.fixture.test { client in
            let field = ["textCustomFields": [["name": "Région", "value": "West", "fieldId": "1"]]]
            let one = try await client.envelope { $0["customFields"] = field }
            scene.fixture.clock.advance(3600)
            let made = try await client.api(
                .post, "/envelopes",
                SampleEnvelope.request().merging(["emailSubject": "Åpartment"]) { $1 }, token: scene.bo)
            let two = try #require(made["envelopeId"])
            #expect(try await FolderScene.ids(client, "search_text=apartm") == [two])
            #expect(try await FolderScene.ids(client, "search_text=LEASE%20bo") == [one])
            #expect(try await FolderScene.ids(client, "custom_field=region%3Dwest") == [one])
            #expect(try await FolderScene.ids(client, "email=Bo@example.org&user_name=bo%20signer") == [two])
            #expect(try await FolderScene.ids(client, "email=bo@example.org&user_name=Somebody") == [])
            #expect(try await FolderScene.ids(client, "order_by=subject&order=asc") == [two, one])
            #expect(try await FolderScene.ids(client, "user_filter=recipient_only", token: scene.bo) == [one])
            #expect(try await FolderScene.ids(client, "from_to_status=completed") == [])
            #expect(try await FolderScene.ids(client, "from_to_status=timedout") == [])
            let parts = try await client.api(.get, "/envelopes?from_date=2020-01-01&include=extensions,attachments")
            let shown = (parts.json["envelopes"] as? [[String: Any]])?.first
            #expect(shown?["emailSettings"] != nil && shown?["envelopeAttachments"] != nil)
        }
    }
}
