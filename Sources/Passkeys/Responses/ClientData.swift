import Crypto
import Essentials
import Foundation

/// What the browser or system signed along: `clientDataJSON` (WebAuthn Level 3 §5.8.1).
struct ClientData: Sendable {
    /// The ceremony that the data is for.
    enum Ceremony: String, Sendable {
        case registration = "webauthn.create"
        case authentication = "webauthn.get"
    }

    /// The SHA-256 of the JSON's bytes.
    let hash: [UInt8]

    private struct Members: Decodable {
        var type: String
        var challenge: String
        var origin: String
        var crossOrigin: Bool?
        var topOrigin: String?
    }

    /// Checks the JSON's members in the order of WebAuthn Level 3 §7.1 and §7.2.
    init(
        json: [UInt8], for ceremony: Ceremony, challenge: [UInt8], at relyingParty: RelyingParty
    ) throws(PasskeyError) {
        guard let members = try? JSONDecoder().decode(Members.self, from: Data(json)) else {
            throw .malformedClientData
        }
        guard members.type == ceremony.rawValue else { throw .wrongType(expected: ceremony.rawValue) }
        guard let received = Base64URL.decode(members.challenge), !challenge.isEmpty,
            received.isEqualInConstantTime(to: challenge)
        else { throw .wrongChallenge }
        guard relyingParty.origins.contains(members.origin) else { throw .wrongOrigin(members.origin) }
        // Older browsers do not name the page around the frame.
        let isFramed = members.crossOrigin == true || members.topOrigin != nil
        if isFramed, relyingParty.topOrigins.isEmpty { throw .crossOrigin }
        if let top = members.topOrigin, !relyingParty.topOrigins.contains(top) { throw .crossOrigin }
        hash = Array(SHA256.hash(data: json))
    }
}
