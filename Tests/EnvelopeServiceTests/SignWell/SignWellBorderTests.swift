import EnvelopeService
import Envelopes
import Foundation
import HTTPMessages
import SignWellDialect
import Testing

@testable import TestSupport

/// Odd numbers, dates and addresses in every member of SignWell's API. A trap ends the test run.
@Suite("Odd values in SignWell's API")
struct SignWellBorderTests {
    /// A kind of body, with one entry of each list in it.
    enum Kind: String, CaseIterable, Sendable {
        case document, template, send, remind, recipients, bulkSend, hook

        /// Reads a body, and notes what it does not know.
        func read(_ body: Data, _ problems: RequestProblems) throws {
            let reader = try RequestReader(body: body, problems)
            switch self {
            case .document: _ = SignWell.DocumentRequest(reading: reader)
            case .template: _ = SignWell.TemplateRequest(reading: reader)
            case .send: _ = SignWell.SendRequest(reading: reader)
            case .remind: _ = SignWell.RemindRequest(reading: reader)
            case .recipients: _ = SignWell.RecipientsRequest(reading: reader)
            case .bulkSend: _ = SignWell.BulkSendRequest(reading: reader)
            case .hook: _ = SignWell.HookRequest(reading: reader)
            }
        }

        var path: String {
            switch self {
            case .document: "documents"
            case .template: "document_templates"
            case .send: "documents/:draft/send"
            case .remind: "documents/:sent/remind"
            case .recipients: "documents/:sent/recipients"
            case .bulkSend: "bulk_sends"
            case .hook: "hooks"
            }
        }

        func usual() throws -> [String: Any] {
            switch self {
            case .document: try SignWellScene.body()
            case .template:
                try SignWellScene.body([
                    "recipients": NSNull(), "placeholders": [["id": "1", "name": "Tenant"]],
                ]).filter { !($0.value is NSNull) }
            case .send: ["name": "Lease"]
            case .remind: [:]
            case .recipients: ["recipients": [["id": "1", "name": "Bo", "email": "bo@example.org"]]]
            case .bulkSend:
                ["template_ids": ["x"], "bulk_send_csv": Data("a,b\n1,2\n".utf8).base64EncodedString()]
            case .hook: ["callback_url": "https://example.org/hook"]
            }
        }
    }

    /// The objects of a body: the whole, and the first entry of each list; `fields` is a list of lists.
    private static let objects = [
        [], ["files", "0"], ["recipients", "0"], ["copied_contacts", "0"], ["fields", "0", "0"],
        ["attachment_requests", "0"], ["checkbox_groups", "0"], ["labels", "0"], ["placeholders", "0"],
        ["copied_placeholders", "0"], ["template_fields", "0"],
    ]

    /// The members that a kind of body has in an object: of all names in the dialect's sources, those it knows there.
    private static func members(of kind: Kind, in object: [String], among names: [String]) throws -> [[String]] {
        let nulls = Dictionary(names.map { ($0, NSNull() as Any) }, uniquingKeysWith: { first, _ in first })
        let body = OddBody.setting(nulls, at: object[...], in: [String: Any]()) { _ in [:] }
        let problems = RequestProblems()
        try kind.read(JSONSerialization.data(withJSONObject: body), problems)
        let prefix = object.filter { Int($0) == nil }
        if let list = prefix.first, problems.unknownKeys.contains(list) { return [] }
        return names.filter { !problems.unknownKeys.contains((prefix + [$0]).joined(separator: ".")) }
            .map { object + [$0] }
    }

    private static func names() throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/SignWellDialect")
        var names: Set<String> = []
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/"([a-z]+(?:_[a-z0-9]+)*)"/#) { names.insert(String(match.1)) }
        }
        return names.sorted()
    }

    private static func entry(_ list: String) -> [String: Any] {
        switch list {
        case "recipients": ["id": "1", "name": "Bo", "email": "bo@example.org"]
        case "copied_contacts": ["name": "Cy", "email": "cy@example.org"]
        case "fields": ["type": "text", "x": 100, "y": 100, "page": 1, "recipient_id": "1"]
        case "files": ["name": "x.pdf"]
        default: [:]
        }
    }

    @Test("Every body is taken or refused, whatever its members hold", arguments: Kind.allCases)
    func bodies(kind: Kind) async throws {
        let names = try Self.names()
        let members = try Self.objects.flatMap { try Self.members(of: kind, in: $0, among: names) }
        #expect(members.count > 1, "\(members)")
        if kind == .document { #expect(members.count > 60 && members.contains(["fields", "0", "0", "page"])) }
        let scene = try SignWellScene()
        let draft = try await scene.create(["draft": true])["id"] ?? ""
        let sent = try await scene.create()["id"] ?? ""
        let path = kind.path.replacing(":draft", with: draft).replacing(":sent", with: sent)
        let usual = try kind.usual()
        func send(_ changes: [(path: [String], value: Any)]) async throws {
            let body = changes.reduce(usual as Any) { body, change in
                OddBody.setting(change.value, at: change.path[...], in: body, usual: Self.entry)
            }
            let answer = try await scene.call(
                kind == .recipients ? .patch : .post, path, body as? [String: Any] ?? [:])
            #expect(answer.status < 500, "\(changes) → \(answer.text)")
        }
        let values: [Any] = OddValues.all + OddValues.plainNumbers
        for (number, path) in members.enumerated() {
            for value in OddValues.some(of: values, for: number) { try await send([(path, value)]) }
        }
        var dice = SeededGenerator(seed: 11)
        for _ in 1...20 {
            var changes: [(path: [String], value: Any)] = []
            for _ in 1...4 {
                guard let path = members.randomElement(using: &dice), let value = values.randomElement(using: &dice),
                    !changes.contains(where: { $0.path.starts(with: path) || path.starts(with: $0.path) })
                else { continue }
                changes.append((path, value))
            }
            try await send(changes)
        }
    }
}
