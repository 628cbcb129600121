import EnvelopeService
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import PageImages
import Testing

@testable import TestSupport

#if os(Linux)
    @Suite("Anchors of the eSignature API")
    struct AnchorRouteTests {
        private static let account = "/restapi/v2.1/accounts/\(Stage.ada.accountID)"

        private let stage: Stage

        init() throws { stage = try Stage(renderer: PopplerPageRenderer()) }

        /// A file of A4 pages with a line of Helvetica of 12 points on each, its baseline 700 points from the bottom.
        private static func file(_ pages: String...) -> String {
            let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
            var objects = [
                "<</Type/Catalog/Pages 2 0 R>>",
                "<</Type/Pages/Kids[\(kids)]/Count \(pages.count)/MediaBox[0 0 595 842]>>",
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            ]
            for text in pages {
                let content = "BT /F 12 Tf 72 700 Td (\(text)) Tj ET"
                objects.append(
                    "<</Type/Page/Parent 2 0 R/Contents \(objects.count + 2) 0 R/Resources<</Font<</F 3 0 R>>>>>>")
                objects.append("<</Length \(content.utf8.count)>>stream\n\(content)\nendstream")
            }
            return SamplePDF.file(objects).base64EncodedString()
        }

        private static func document(_ id: String, _ file: String, anchored: Bool? = nil) -> [String: Any] {
            var document: [String: Any] = ["documentId": id, "name": "Lease \(id).pdf", "documentBase64": file]
            document["applyAnchorTabs"] = anchored.map { "\($0)" }
            return document
        }

        private static func body(
            _ documents: [[String: Any]], _ tabs: [String: Any], status: String = "sent"
        ) -> [String: Any] {
            [
                "emailSubject": "Lease", "status": status, "documents": documents,
                "recipients": [
                    "signers": [
                        [
                            "recipientId": "1", "name": "Bo", "email": "bo@example.org", "roleName": "tenant",
                            "tabs": tabs,
                        ]
                    ]
                ],
            ]
        }

        private func send(
            _ method: HTTPRequest.Method, _ path: String, _ body: Any
        ) async throws -> HTTPReply {
            await stage.call(
                method, Self.account + path, try JSONSerialization.data(withJSONObject: body),
                headers: [.contentType: "application/json"])
        }

        /// Asks for an envelope.
        private func send(_ body: Any) async throws -> HTTPReply { try await send(.post, "/envelopes", body) }

        private func created(_ reply: HTTPReply) async throws -> Envelope {
            try #require(reply.status == 201, "\(reply.text)")
            let id = try #require(reply["envelopeId"].flatMap { EnvelopeID(rawValue: $0) })
            return try await stage.service.ledger.envelope(id)
        }

        @Test("An envelope gets a tab at every place of an anchor, in all documents")
        func everywhere() async throws {
            let tabs: [String: Any] = [
                "signHereTabs": [["anchorString": "/sn1/", "anchorXOffset": "10", "anchorYOffset": "2"]],
                "dateSignedTabs": [["anchorString": "dated", "documentId": "1", "anchorUnits": "mms"]],
            ]
            let documents = [
                Self.document("1", Self.file("Tenant: /sn1/", "nothing", "/sn1/ and /sn1/")),
                Self.document("2", Self.file("Dated today, /sn1/")),
            ]
            let reply = try await send(Self.body(documents, tabs))
            let envelope = try await created(reply)
            // As in the API, the text counts and not the document that a tab names.
            let ignored = try #require(reply.headers[named: "X-Countersign-Ignored"])
            #expect(ignored.contains("dateSignedTabs.documentId"), "\(ignored)")
            let signatures = envelope.tabs.filter { $0.kind == .signHere }
            #expect(signatures.map { "\($0.documentID) \($0.page)" } == ["1 1", "1 3", "1 3", "2 1"])
            // Helvetica of 12 points: “/sn1/ and ” is 52.7 points wide, and letters reach 3 points below the baseline.
            for (tab, x) in zip(signatures.dropFirst(), [82, 134.7]) { #expect(abs(tab.frame.x - x) < 1) }
            for tab in signatures { #expect(abs(tab.frame.y + tab.frame.height - 2 - 144.6) < 1.5, "\(tab.frame)") }
            let date = try #require(envelope.tabs.first { $0.kind == .dateSigned })
            #expect(date.documentID == "2" && abs(date.frame.x - 72) < 0.5 && abs(date.frame.y - 144.6) < 1.5)
            #expect(envelope.status == .sent)
        }

        @Test("An anchor that is not found is refused and nothing stored, or its tab left out")
        func absent() async throws {
            let documents = [Self.document("1", Self.file("Tenant: /sn1/"))]
            let refused = try await send(Self.body(documents, ["signHereTabs": [["anchorString": "/sn2/"]]]))
            refused.expectRefusal(400, "ANCHOR_TAB_STRING_NOT_FOUND", containing: "/sn2/")
            let tabs: [String: Any] = [
                "signHereTabs": [
                    ["anchorString": "/sn1/"], ["anchorString": "/sn2/", "anchorIgnoreIfNotPresent": "true"],
                ]
            ]
            #expect(try await created(send(Self.body(documents, tabs))).tabs.count == 1)
        }

        @Test("applyAnchorTabs keeps anchors out of a document")
        func documentsWithout() async throws {
            let tabs = ["signHereTabs": [["anchorString": "/sn1/"]]]
            let documents = [
                Self.document("1", Self.file("/sn1/"), anchored: false),
                Self.document("2", Self.file("/sn1/"), anchored: true),
            ]
            #expect(try await created(send(Self.body(documents, tabs))).tabs.map(\.documentID) == ["2"])
            let named: [String: Any] = [
                "radioGroupTabs": [
                    ["groupName": "g", "documentId": "1", "radios": [["value": "a", "anchorString": "/sn1/"]]]
                ]
            ]
            try await send(Self.body(documents, named)).expectRefusal(400, "DOCUMENT_DOES_NOT_EXIST", containing: "1")
        }

        @Test("A template's anchors are found when it is made, and roles add tabs of their own")
        func templates() async throws {
            var template = Self.body(
                [Self.document("1", Self.file("Tenant: /sn1/ Town: /town/"))],
                [
                    "signHereTabs": [["anchorString": "/sn1/"]],
                    "textTabs": [["anchorString": "/town/", "tabLabel": "Town"]],
                ])
            template["status"] = nil
            template["name"] = "Lease"
            let made = try await send(.post, "/templates", template)
            try #require(made.status == 201, "\(made.text)")
            let id = try #require(made["templateId"])
            func use(_ tabs: [String: Any]) async throws -> HTTPReply {
                try await send([
                    "templateId": id, "status": "sent",
                    "templateRoles": [
                        ["roleName": "tenant", "name": "Bo", "email": "bo@example.org", "tabs": tabs]
                    ],
                ])
            }
            let plain = try await created(use([:]))
            #expect(plain.tabs.map(\.kind) == [.signHere, .text])
            let reply = try await use([
                "textTabs": [["tabLabel": "Town", "value": "Ghent", "anchorString": "/sn1/", "width": "40"]],
                "initialHereTabs": [["anchorString": "/town/"]],
                "dateSignedTabs": [["anchorString": "nowhere", "anchorIgnoreIfNotPresent": "true"]],
            ])
            let filled = try await created(reply)
            #expect(filled.tabs.map(\.kind) == [.signHere, .text, .initialHere])
            #expect(filled.tabs[1].value == "Ghent" && filled.tabs[1].frame == plain.tabs[1].frame)
            #expect(filled.tabs[2].recipientID == "1" && abs(filled.tabs[2].frame.x - plain.tabs[1].frame.x) < 0.01)
            let ignored = try #require(reply.headers[named: "X-Countersign-Ignored"])
            #expect(ignored.contains("templateRoles.tabs.textTabs.anchorString"), "\(ignored)")
            #expect(ignored.contains("templateRoles.tabs.textTabs.width"), "\(ignored)")
            try await use(["initialHereTabs": [["anchorString": "/no/"]]])
                .expectRefusal(
                    400, "ANCHOR_TAB_STRING_NOT_FOUND", containing: "templateRoles[0].tabs.initialHereTabs[0]")
        }

        @Test("A draft gets tabs by anchors, with new recipients, changed ones, and tabs alone")
        func draft() async throws {
            let documents = [Self.document("1", Self.file("Tenant: /sn1/ Guest: /sn2/"))]
            let draft = try await created(
                send(Self.body(documents, ["signHereTabs": [["anchorString": "/sn1/"]]], status: "created")))
            let path = "/envelopes/\(draft.id)/recipients"
            let guest: [String: Any] = [
                "signers": [
                    [
                        "recipientId": "2", "name": "Cy", "email": "cy@example.org",
                        "tabs": ["signHereTabs": [["anchorString": "/sn2/"]]],
                    ]
                ]
            ]
            #expect(try await send(.post, path, guest).status == 201)
            let date = ["dateSignedTabs": [["anchorString": "/sn2/", "anchorXOffset": "50"]]]
            let added = try await send(.post, path + "/2/tabs", date)
            #expect(added.status == 201 && (added.json["dateSignedTabs"] as? [Any])?.count == 1, "\(added.text)")
            let again = ["signers": [["recipientId": "2", "tabs": ["fullNameTabs": [["anchorString": "guest"]]]]]]
            #expect(try await send(.put, path, again).status == 200)
            let tabs = try await stage.service.ledger.envelope(draft.id).tabs
            #expect(tabs.map(\.kind) == [.signHere, .signHere, .dateSigned, .fullName])
            #expect(tabs[1].frame.x > tabs[0].frame.x && abs(tabs[2].frame.x - tabs[1].frame.x - 50) < 0.01)

            // Tabs that are there already stay where they are.
            let moved = ["signHereTabs": [["tabId": tabs[1].id.rawValue, "anchorString": "/sn1/"]]]
            try await send(.put, path + "/2/tabs", moved)
                .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "signHereTabs[0].anchorString")
            try await send(.post, path + "/2/tabs", ["dateSignedTabs": [["anchorString": "/sn3/"]]])
                .expectRefusal(400, "ANCHOR_TAB_STRING_NOT_FOUND", containing: "dateSignedTabs[0]")
            let none = ["dateSignedTabs": [["anchorString": "/sn3/", "anchorIgnoreIfNotPresent": "true"]]]
            let nothing = try await send(.post, path + "/2/tabs", none)
            #expect(nothing.status == 201, "\(nothing.text)")
            #expect(try await stage.service.ledger.envelope(draft.id).tabs == tabs)
        }

        @Test("A request repeated with its transaction id gives the envelope that it gave")
        func repeated() async throws {
            var body = Self.body(
                [Self.document("1", Self.file("/sn1/"))], ["signHereTabs": [["anchorString": "/sn1/"]]])
            body["transactionId"] = "t-1"
            let first = try await created(send(body))
            #expect(try await created(send(body)).id == first.id)
        }

        @Test("A radio button stands at its text")
        func radio() async throws {
            let group: [String: Any] = [
                "groupName": "pets",
                "radios": [["value": "yes", "anchorString": "Pets yes"], ["value": "no", "anchorString": "or no"]],
            ]
            let tabs: [String: Any] = [
                "radioGroupTabs": [group], "signHereTabs": [["anchorString": "/sn1/"]],
            ]
            let envelope = try await created(
                send(Self.body([Self.document("1", Self.file("Pets yes or no /sn1/"))], tabs)))
            let buttons = envelope.tabs.filter { $0.kind == .radio }
            #expect(buttons.map(\.documentID) == ["1", "1"] && abs(buttons[0].frame.x - 72) < 0.5)
            #expect(buttons[1].frame.x > buttons[0].frame.x + 30)
        }

        @Test("Too many places are refused with a sentence")
        func tooMany() async throws {
            let page = Array(repeating: "a", count: 40).joined(separator: " ")
            let pages = [Self.document("1", Self.file(page, page))]
            let tabs = Array(repeating: ["anchorString": "a"], count: 38)
            try await send(Self.body(pages, ["signHereTabs": tabs]))
                .expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: "3000")
        }

        @Test("A page whose text cannot be read is refused with its document's number")
        func unreadable() async throws {
            let stage = try Stage(renderer: Unreadable())
            let body = try JSONSerialization.data(
                withJSONObject: Self.body(
                    [Self.document("7", Self.file("/sn1/"))], ["signHereTabs": [["anchorString": "/sn1/"]]]))
            await stage.call(
                .post, Self.account + "/envelopes", body, headers: [.contentType: "application/json"]
            ).expectRefusal(400, "UNSUPPORTED_PDF_CONTENT", containing: "Document 7")
        }

        private struct Unreadable: PageRenderer {
            func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Data() }
            func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] {
                throw PageImageError.unrenderable(page: page, reason: "It is black.")
            }
        }

        @Test("Only requests with anchors read text, and each document once")
        func readOnce() async throws {
            let counting = Counting()
            let stage = try Stage(renderer: counting)
            func send(_ tab: [String: String], pages: Int) async throws -> HTTPReply {
                let file = SamplePDF.make(pages: pages).base64EncodedString()
                let body = Self.body(
                    [Self.document("1", file)], ["signHereTabs": [tab], "initialHereTabs": [tab]], status: "created")
                return await stage.call(
                    .post, Self.account + "/envelopes", try JSONSerialization.data(withJSONObject: body),
                    headers: [.contentType: "application/json"])
            }
            let place = ["documentId": "1", "pageNumber": "1", "xPosition": "10", "yPosition": "10"]
            #expect(try await send(place, pages: 2).status == 201)
            #expect(counting.pages.withLock { $0 } == [])
            #expect(try await send(["anchorString": "Word"], pages: 60).status == 201)
            #expect(counting.pages.withLock { $0 } == Array(1...60))
        }

        private struct Counting: PageRenderer {
            let pages = Locked<[Int]>([])
            func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Data() }
            func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] {
                pages.withLock { $0.append(page) }
                return [WordBox(text: "word", x: 10, y: 10, width: 40, height: 10, line: 0)]
            }
        }
    }
#endif
