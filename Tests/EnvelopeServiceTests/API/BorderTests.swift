import DocuSignDialect
import EnvelopeService
import Envelopes
import Foundation
import HTTPMessages
import Testing

@testable import TestSupport

/// Odd numbers, dates and addresses in every member, path and query of the eSignature API. A trap ends the test run.
@Suite("Odd values in the eSignature API")
struct BorderTests {
    /// A call with a body, and the members that its type reads.
    struct Call: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        /// Below the account; `:draft` and `:sent` are envelopes.
        let path: String
        let members: [[String]]
        /// A body that is accepted, in JSON.
        let usual: String

        init(_ method: HTTPRequest.Method, _ path: String, _ type: (some Decodable).Type, _ usual: String = "{}") {
            self.method = method
            self.path = path
            self.usual = usual
            members = ProbedMembers.paths(of: type)
        }

        var testDescription: String { "\(method) \(path)" }
    }

    private static let signer =
        #"{"recipientId":"1","name":"Bo","email":"bo@example.org","clientUserId":"1","tabs":{"signHereTabs":[\#(tab)]}}"#
    private static let tab =
        #"{"documentId":"1","pageNumber":"1","xPosition":"100","yPosition":"300","tabLabel":"L","recipientId":"1"}"#

    private static func envelope(_ status: String = "sent") throws -> String {
        let pdf = try Device.pdf().base64EncodedString()
        return """
            {"emailSubject":"Lease","status":"\(status)","recipients":{"signers":[\(signer)]},
            "documents":[{"documentId":"1","name":"lease.pdf","documentBase64":"\(pdf)"}]}
            """
    }

    static let calls: [Call] = [
        Call(.post, "envelopes", Wire.EnvelopeDefinition.self, "envelope"),
        Call(.put, "envelopes/:draft", Wire.EnvelopeUpdate.self, #"{"emailSubject":"x"}"#),
        Call(.put, "envelopes/:draft/notification", Wire.Notification.self),
        Call(.put, "envelopes/:draft/email_settings", Wire.EmailSettings.self),
        Call(.put, "envelopes/:draft/custom_fields", Wire.CustomFields.self),
        Call(.put, "envelopes/:draft/documents", Wire.DocumentsRequest.self),
        Call(.put, "envelopes/:draft/documents/1/fields", Wire.DocumentFieldsInformation.self),
        Call(.put, "envelopes/:draft/recipients", Wire.Recipients.self),
        Call(.put, "envelopes/:sent/recipients", Wire.Recipients.self),
        Call(.post, "envelopes/:draft/recipients/1/tabs", Wire.Tabs.self),
        Call(.put, "envelopes/:draft/workflow", Wire.Workflow.self),
        Call(.post, "envelopes/:draft/lock", Wire.LockRequest.self),
        Call(
            .post, "envelopes/:sent/views/recipient", Wire.RecipientViewRequest.self,
            """
            {"returnUrl":"https://example.org","authenticationMethod":"none","userName":"Bo","email":"bo@example.org",
            "clientUserId":"1"}
            """),
        Call(
            .post, "connect", Wire.ConnectCustomConfiguration.self,
            #"{"name":"h","urlToPublishTo":"https://example.org/hook","events":["envelope-sent"]}"#),
        Call(.put, "connect/oauth", Wire.ConnectOAuthConfig.self),
        Call(.post, "templates", Wire.EnvelopeTemplate.self, "envelope"),
        Call(.put, "folders/recyclebin", Wire.FoldersRequest.self),
        Call(.post, "brands", Wire.Brand.self),
    ]

    /// What a new entry of a list needs so that its other members are looked at.
    private static func entry(_ list: String) -> [String: Any] {
        let text =
            switch list {
            case "documents": #"{"documentId":"7","name":"x.pdf"}"#
            case "signers", "carbonCopies", "certifiedDeliveries", "inPersonSigners":
                #"{"recipientId":"7","name":"Cy","email":"cy@example.org"}"#
            case "textCustomFields", "listCustomFields", "documentFields": #"{"name":"n","value":"v"}"#
            case "eventNotification", "eventNotifications":
                #"{"url":"https://example.org/hook","events":["envelope-sent"]}"#
            case "workflowSteps": #"{"action":"pause_before","triggerOnItem":"routing_order","itemId":"1"}"#
            case "templateRoles": #"{"roleName":"r","name":"Cy","email":"cy@example.org"}"#
            case _ where list.hasSuffix("Tabs"): tab
            default: "{}"
            }
        return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
    }

    /// A service with a draft and an envelope that is out.
    private struct Place {
        let stage: Stage
        private(set) var draft = ""
        private(set) var sent = ""

        init() async throws {
            stage = try Stage()
            draft = try await created("created")
            sent = try await created("sent")
        }

        private func created(_ status: String) async throws -> String {
            let answer = await call(.post, "envelopes", Data(try BorderTests.envelope(status).utf8))
            return try #require(answer["envelopeId"], "\(answer.text)")
        }

        func call(
            _ method: HTTPRequest.Method, _ path: String, _ body: Data = Data(), query: [String: String] = [:]
        ) async -> HTTPReply {
            let path = path.replacing(":draft", with: draft).replacing(":sent", with: sent)
            return await stage.call(
                method, path.hasPrefix("/") ? path : "/restapi/v2.1/accounts/\(Stage.ada.accountID)/\(path)", body,
                query: query, headers: [.contentType: "application/json"])
        }
    }

    @Test("Every body is taken or refused, whatever its members hold", arguments: calls)
    func bodies(call: Call) async throws {
        #expect(call.members.count > 1, "\(call.members)")
        let text = call.usual == "envelope" ? try Self.envelope() : call.usual
        let usual = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let place = try await Place()
        func send(_ changes: [(path: [String], value: Any)]) async throws {
            let body = changes.reduce(usual) { body, change in
                OddBody.setting(change.value, at: change.path[...], in: body, usual: Self.entry)
            }
            let data = try JSONSerialization.data(withJSONObject: body)
            let answer = await place.call(call.method, call.path, data)
            #expect(answer.status < 500, "\(changes) → \(answer.text)")
        }
        // Members of one name mean the same in every object that has them: each value is tried in one of these.
        let byName = Dictionary(grouping: call.members) { $0.last { Int($0) == nil } ?? "" }
        let values: [Any] = OddValues.all + OddValues.plainNumbers
        for (turn, (_, paths)) in byName.sorted(by: { $0.key < $1.key }).enumerated() {
            for (number, value) in OddValues.some(of: values, for: turn).enumerated() {
                try await send([(paths[number % paths.count], value)])
            }
        }
        var dice = SeededGenerator(seed: 7)
        for _ in 1...20 {
            var changes: [(path: [String], value: Any)] = []
            for _ in 1...4 {
                guard let path = call.members.randomElement(using: &dice),
                    let value = values.randomElement(using: &dice),
                    !changes.contains(where: { $0.path.starts(with: path) || path.starts(with: $0.path) })
                else { continue }
                changes.append((path, value))
            }
            try await send(changes)
        }
    }

    @Test("Every name in a path is found or refused, whatever it is")
    func paths() async throws {
        let place = try await Place()
        let known = [
            "accountId": Stage.ada.accountID, "envelopeId": place.sent, "documentId": "1", "recipientId": "1",
        ]
        var names = 0
        for route in place.stage.service.routes {
            let parts = route.path.split(separator: "/").map(String.init)
            for (index, part) in parts.enumerated() where part.hasPrefix(":") && part != ":accountId" {
                names += 1
                for value in OddValues.some(of: OddValues.all, for: names) {
                    var parts = parts.map { $0.hasPrefix(":") ? known[String($0.dropFirst())] ?? "1" : $0 }
                    parts[index] = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                    let answer = await place.call(
                        route.method, "/" + parts.joined(separator: "/"), Data("{}".utf8))
                    #expect(answer.status < 500, "\(route.method) \(route.path) \(value) → \(answer.text)")
                }
            }
        }
        #expect(names > 50)
    }

    @Test("Every parameter of a query is read or refused, whatever it holds")
    func queries() async throws {
        let place = try await Place()
        let names = try Self.parameterNames()
        #expect(names.count > 40 && names.contains("start_position") && names.contains("width"))
        let known = [
            "accountId": Stage.ada.accountID, "envelopeId": place.sent, "documentId": "1", "recipientId": "1",
        ]
        for route in place.stage.service.routes where route.method == .get {
            let path =
                "/"
                + route.path.split(separator: "/").map { part in
                    part.hasPrefix(":") ? known[String(part.dropFirst())] ?? "1" : String(part)
                }.joined(separator: "/")
            for (index, name) in names.enumerated() where index % 6 == path.count % 6 {
                let value = OddValues.all[(index + path.count) % OddValues.all.count]
                let answer = await place.call(.get, path, query: [name: value])
                #expect(answer.status < 500, "\(path)?\(name)=\(value) → \(answer.text)")
            }
        }
        for path in ["envelopes", "templates"] {
            for (index, name) in names.enumerated() {
                for value in OddValues.some(of: OddValues.all, for: index) {
                    let query = ["from_date": "2020-01-01", "count": "5"].merging([name: value]) { $1 }
                    let answer = await place.call(.get, path, query: query)
                    #expect(answer.status < 500, "\(path)?\(query) → \(answer.text)")
                }
            }
        }
    }

    /// The names of parameters in the sources of the calls.
    private static func parameterNames() throws -> [String] {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        var names: Set<String> = []
        for room in ["EnvelopeService", "DocuSignDialect/Requests", "SignWellDialect/Requests", "Ceremony/Host"] {
            let folder = sources.appending(path: room)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift" else { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: #/"([a-z]+(?:_[a-z]+)+|count|page|limit|include|width|query|order|v)"/#) {
                    names.insert(String(match.1))
                }
            }
        }
        return names.sorted()
    }
}
