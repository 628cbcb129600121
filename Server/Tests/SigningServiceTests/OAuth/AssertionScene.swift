import Crypto
import CryptoExtras
import Essentials
import Foundation
import HTTPTypes
import Testing

@testable import SigningService

/// An app with an RSA key, which signs in on its own.
struct AssertionScene {
    static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    /// Made once: RSA keys take time.
    private static let keys = Result {
        try [_RSA.Signing.PrivateKey(keySize: .bits2048), _RSA.Signing.PrivateKey(keySize: .bits2048)]
    }
    static var key: _RSA.Signing.PrivateKey { get throws { try keys.get()[0] } }
    static var otherKey: _RSA.Signing.PrivateKey { get throws { try keys.get()[1] } }

    let scene: SignInScene
    let app: OAuthApplication

    init(isConfidential: Bool = false) async throws {
        scene = try await SignInScene()
        app = try await scene.fixture.service.authorizations.register(
            name: "Night job", redirectURIs: ["https://app.example.org/done"], isConfidential: isConfidential,
            keys: [try IntegrationKey(pem: Self.key.publicKey.pemRepresentation)], at: Moment.start
        ).application
    }

    var user: String { scene.fixture.credentials.identity.userID }
    var now: TimeInterval { scene.fixture.clock.now.timeIntervalSince1970 }

    func allow() async throws {
        try await scene.fixture.service.authorizations.consent(of: user, to: app.id, at: Moment.start)
    }

    /// The claims as the official clients write them.
    var claims: [String: JSONValue] {
        [
            "iss": .string(app.id), "sub": .string(user), "aud": .string(audience), "iat": .integer(Int(now)),
            "exp": .integer(Int(now) + 3600), "scope": "signature impersonation",
        ]
    }

    /// The service's address without a scheme.
    var audience: String {
        scene.fixture.service.baseURL.absoluteString.replacingOccurrences(of: "http://", with: "")
    }

    /// Returns a token.
    ///
    /// - Parameters:
    ///   - changes: claims in place of the usual ones; `nil` leaves one out
    ///   - payload: the JSON in place of the claims
    func token(
        _ changes: [String: JSONValue?] = [:], header: String = #"{"alg":"RS256","typ":"JWT"}"#,
        payload: String? = nil, key: _RSA.Signing.PrivateKey? = nil
    ) throws -> String {
        var claims = claims
        for (name, value) in changes { claims[name] = value }
        let body = try payload ?? String(decoding: JSONEncoder().encode(claims), as: UTF8.self)
        let text = "\(Base64URL.encode(Data(header.utf8))).\(Base64URL.encode(Data(body.utf8)))"
        let signature = try (key ?? Self.key).signature(
            for: SHA256.hash(data: Data(text.utf8)), padding: .insecurePKCS1v1_5)
        return "\(text).\(Base64URL.encode(signature.rawRepresentation))"
    }

    func test(_ body: @Sendable (SignInClient) async throws -> Void) async throws {
        try await scene.test(body)
    }

    func ask(_ app: SignInClient, _ token: String) async throws -> Answer {
        try await app.token(["grant_type": Self.grant, "assertion": token])
    }

    func ask(_ app: SignInClient, _ changes: [String: JSONValue?] = [:]) async throws -> Answer {
        try await ask(app, try token(changes))
    }
}
