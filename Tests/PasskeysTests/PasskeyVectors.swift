import Essentials
import Foundation

@testable import Passkeys

/// Tests/Vectors/passkeys.json, which python-fido2 made.
struct PasskeyVector: Decodable, Sendable, CustomStringConvertible {
    struct Response: Decodable, Sendable {
        struct Parts: Decodable, Sendable {
            var clientDataJSON: String
            var attestationObject: String?
            var authenticatorData: String?
            var signature: String?
            var userHandle: String?
        }
        var challenge: String
        var id: String
        var response: Parts
    }

    var name: String
    var algorithm: String?
    var attestation: String?
    var publicKey: String?
    var counter: UInt32?
    var registration: Response
    var assertion: Response?
    var refusal: String?

    var description: String { name }

    static let site = RelyingParty(id: "example.com", origins: ["https://example.com"])
    static let userHandle = Array("user-17".utf8)

    private static let all: [PasskeyVector] = {
        let place = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors/passkeys.json")
        let data = (try? Data(contentsOf: place)) ?? Data()
        return (try? JSONDecoder().decode([PasskeyVector].self, from: data)) ?? []
    }()
    static var accepted: [PasskeyVector] { all.filter { $0.refusal == nil } }
    static var refused: [PasskeyVector] { all.filter { $0.refusal != nil } }
}

extension PasskeyVector {
    func registrationResponse() throws -> RegistrationResponse {
        RegistrationResponse(
            id: try bytes(registration.id), clientDataJSON: try bytes(registration.response.clientDataJSON),
            attestationObject: try bytes(registration.response.attestationObject))
    }

    func assertionResponse() throws -> AssertionResponse {
        let parts = assertion?.response
        return AssertionResponse(
            id: try bytes(assertion?.id), clientDataJSON: try bytes(parts?.clientDataJSON),
            authenticatorData: try bytes(parts?.authenticatorData), signature: try bytes(parts?.signature),
            userHandle: try bytes(parts?.userHandle))
    }

    func registered(at site: RelyingParty = site) throws -> Registration {
        try site.registration(
            from: try registrationResponse(), challenge: try bytes(registration.challenge),
            userHandle: Self.userHandle)
    }

    func signedIn(
        _ response: AssertionResponse? = nil, by passkey: Passkey? = nil, at site: RelyingParty = site
    ) throws -> Assertion {
        try site.assertion(
            from: try response ?? assertionResponse(), by: try passkey ?? registered().passkey,
            challenge: try bytes(assertion?.challenge), isUserKnown: false)
    }

    private struct MissingPart: Error {}
    func bytes(_ text: String?) throws -> [UInt8] {
        guard let text, let bytes = Base64URL.decode(text) else { throw MissingPart() }
        return bytes
    }
}
