import Ceremony
import EnvelopeService
import Envelopes
import Foundation
import Testing

@testable import TestSupport

/// A service, and the calls of the second dialect.
struct SignWellScene {
    let stage: Stage
    let authority: EnvelopeAuthority

    init(changing change: (inout EnvelopeServiceConfiguration) -> Void = { _ in }) throws {
        authority = try EnvelopeAuthority("Service")
        stage = try Stage(authority: authority, changing: change)
    }

    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: [String: Any]? = nil, query: [String: String] = [:],
        as user: Identity? = Stage.ada
    ) async throws -> HTTPReply {
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        return await stage.call(
            method, "/api/v1/\(path)", data ?? Data(), query: query, headers: [.contentType: "application/json"],
            as: user)
    }

    static func pdf() throws -> String { try Device.pdf().base64EncodedString() }

    /// A document for one or two people, each with a signature, and the first with a text.
    static func body(_ changes: [String: Any] = [:], people: Int = 1) throws -> [String: Any] {
        let names = ["Bo", "Cy"].prefix(people)
        var fields: [[String: Any]] = names.enumerated().map { index, _ in
            ["type": "signature", "x": 100, "y": 100 + 100 * index, "page": 1, "recipient_id": String(index + 1)]
        }
        fields.append(["type": "text", "x": 100, "y": 400, "page": 1, "recipient_id": "1", "api_id": "Town"])
        let body: [String: Any] = [
            "name": "Lease", "files": [["name": "lease.pdf", "file_base64": try pdf()]],
            "recipients": names.enumerated().map { index, name in
                ["id": String(index + 1), "name": name, "email": "\(name.lowercased())@example.org"]
            },
            "fields": [fields],
        ]
        return body.merging(changes) { $1 }
    }

    /// Creates a document and returns its answer.
    func create(_ changes: [String: Any] = [:], people: Int = 1) async throws -> HTTPReply {
        let answer = try await call(.post, "documents", Self.body(changes, people: people))
        try #require(answer.status == 201, "\(answer.text)")
        return answer
    }

    func envelope(_ answer: HTTPReply) async throws -> Envelope {
        try await stage.service.ledger.envelope(try #require(EnvelopeID(rawValue: answer["id"] ?? "")))
    }

    /// A recipient fills in everything and signs.
    func sign(_ recipient: RecipientID, _ answer: HTTPReply, town: String = "Ghent") async throws {
        let now = stage.clock.now
        try await Device.complete(
            recipient, of: try #require(EnvelopeID(rawValue: answer["id"] ?? "")), town: town,
            on: stage.service.ledger, authority: authority, CeremonyConfiguration(now: { now }))
    }

    /// A call of the first dialect.
    func other(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "{}", query: [String: String] = [:]
    ) async -> HTTPReply {
        await stage.call(
            method, "/restapi/v2.1/accounts/\(Stage.ada.accountID)/\(path)", Data(body.utf8), query: query,
            headers: [.contentType: "application/json"])
    }
}

extension HTTPReply {
    var errors: [String: Any] { json["errors"] as? [String: Any] ?? [:] }

    func objects(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }
}
