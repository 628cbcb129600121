import Accounts
import Ceremony
import DocuSignDialect
import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import PageImages
import SignedPDF
import Testing
import Typesetting

@testable import TestSupport

struct NoPages: PageRenderer {
    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Data() }
    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }
}

/// Access tokens: a user's name is the token.
struct TestTokens: AccessTokens, APIKeys {
    let users: [Identity]
    /// Recipients who have signed in: their addresses by their tokens.
    var recipients: [String: String] = [:]

    func identity(for token: Secret, in account: String?) async throws -> Identity? {
        users.first { $0.name.lowercased() == token.text.lowercased() }
    }

    func provenAddress(for token: Secret) async throws -> String? { recipients[token.text] }

    func holder(of key: Secret) async throws -> APIKeyHolder? {
        try await identity(for: key, in: nil).map { APIKeyHolder(keyID: $0.userID, identity: $0) }
    }
}

/// A service over stores in memory, with users of two accounts.
struct Stage {
    static let ada = user("ada", account: "11111111-1111-4111-8111-111111111111", number: 1)
    static let cy = user("cy", account: "11111111-1111-4111-8111-111111111111", number: 3)
    static let eve = user("eve", account: "22222222-2222-4222-8222-222222222222", number: 2)

    let clock = MovableTime()
    let service: EnvelopeService
    private let base: URL

    init(
        authority: EnvelopeAuthority? = nil, typesetter: (any Typesetter)? = nil,
        renderer: any PageRenderer = NoPages(), recipients: [String: String] = [:],
        changing change: (inout EnvelopeServiceConfiguration) -> Void = { _ in },
        wrapping wrap: (any EventStore) -> any EventStore = { $0 }
    ) throws {
        var configuration = EnvelopeServiceConfiguration()
        configuration.now = { [clock] in clock.now }
        configuration.mailsSigners = true
        change(&configuration)
        let address = try #require(URL(string: "https://sign.example.org"))
        base = address
        service = EnvelopeService(
            configuration,
            stores: try .inMemory(
                configuration,
                tokens: TestTokens(users: [Self.ada, Self.cy, Self.eve], recipients: recipients),
                keys: TestTokens(users: [Self.ada, Self.cy, Self.eve]), wrapping: wrap),
            workshop: .init(
                authority: try authority ?? EnvelopeAuthority("Service"),
                typesetter: try typesetter ?? HarfBuzzTypesetter(),
                renderer: renderer),
            base: { address })
    }

    private static func user(_ name: String, account: String, number: Int) -> Identity {
        Identity(
            accountID: account, userID: "\(number)0000000-0000-4000-8000-000000000000", accountName: name, name: name,
            email: "\(name)@example.org", createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    /// A call; below `/` at the root, else one of our own below the user's account.
    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: Data = Data(), query: [String: String] = [:],
        headers: HTTPFields = [:], as user: Identity? = Stage.ada
    ) async -> HTTPReply {
        var headers = headers
        if let user {
            headers[.authorization] = "Bearer \(user.name)"
            headers[named: "X-Api-Key"] = user.name
        }
        let whole = path.hasPrefix("/") ? path : "/countersign/v1/accounts/\(user?.accountID ?? "")/\(path)"
        return await service.answer(
            ServiceCall(HTTPCall(method, whole + Self.query(query), headers: headers, body: body), base: base))
    }

    /// Parameters as they are written after a path.
    private static func query(_ parameters: [String: String]) -> String {
        var parts = URLComponents()
        parts.queryItems = parameters.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        return parameters.isEmpty ? "" : "?" + (parts.percentEncodedQuery ?? "").replacing("+", with: "%2B")
    }

    /// A part of an upload.
    func put(
        _ part: Data, at offset: Int = 0, of total: Int, to hash: BlobHash, as user: Identity = Stage.ada
    ) async -> HTTPReply {
        let range = part.isEmpty ? "bytes */\(total)" : "bytes \(offset)-\(offset + part.count - 1)/\(total)"
        return await call(.put, "uploads/\(hash)", part, headers: [.contentRange: range], as: user)
    }

    /// Hands blobs over whole.
    func upload(_ blobs: [Data], as user: Identity = Stage.ada) async throws {
        for blob in blobs {
            let answer = await put(blob, of: blob.count, to: BlobHash(of: blob), as: user)
            try #require(answer.status == 200, "\(answer.text)")
        }
    }

    /// Hands a history in.
    func commit(_ history: History, as user: Identity = Stage.ada) async throws -> HTTPReply {
        await call(
            .put, "envelopes/\(history.envelope.id)/history", try history.file,
            headers: [.contentType: "application/json"], as: user)
    }

    /// Hands over the blobs and the history of a device.
    func sync(_ device: Device, as user: Identity = Stage.ada) async throws -> HTTPReply {
        try await upload(device.desk.blobs, as: user)
        return try await commit(device.desk.known, as: user)
    }

    func history(_ id: EnvelopeID) async throws -> History { try await service.ledger.history(id) }
}

extension HTTPReply {
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: [String: Any] { ((try? JSONSerialization.jsonObject(with: body)) as? [String: Any]) ?? [:] }
    subscript(name: String) -> String? { json[name] as? String }

    func expectRefusal(_ status: Int, _ code: String, containing words: String = "") {
        #expect(self.status == status, "\(text)")
        #expect(self["errorCode"] == code, "\(text)")
        #expect(words.isEmpty || self["message"]?.contains(words) == true, "\(text)")
    }
}
