import DescribedErrors

/// Why a passkey was refused.
package enum PasskeyError: Error, Sendable, Equatable {
    /// A part of the response is larger than any authenticator makes it; limits in bytes.
    case tooLarge(part: String, limit: Int)
    /// A part is not base64url without padding.
    case malformedBase64(part: String)
    /// The CBOR breaks a rule; the position is an offset in bytes.
    case malformedCBOR(String, position: Int)
    case malformedClientData
    /// The client data is for another ceremony than the expected one.
    case wrongType(expected: String)
    case wrongChallenge
    /// The page or app that asked is none of the allowed ones.
    case wrongOrigin(String)
    /// The page that asked was in a frame of another origin.
    case crossOrigin
    case malformedAuthenticatorData(String)
    case wrongRelyingParty
    case userNotPresent
    case userNotVerified
    /// The flags say that a passkey is backed up that cannot be.
    case contradictoryBackup
    case noCredential
    /// The identifiers in the response and in the authenticator data differ.
    case wrongCredential
    /// A key is incomplete, not on its curve, or too weak.
    case malformedKey(String)
    /// The number is a COSE algorithm identifier.
    case algorithmNotOffered(Int64)
    case unsupportedAttestation(format: String)
    case malformedAttestation(String)
    case wrongAttestationSignature
    case wrongSignature
    /// The counter did not grow, so that two authenticators may hold the key.
    case counterWentBack(stored: UInt32, received: UInt32)
    /// The response names no user, or another user than the passkey's.
    case wrongUser
}

extension PasskeyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let part, let limit): "The passkey's \(part) is larger than \(limit) bytes."
        case .malformedBase64(let part): "The passkey's \(part) is not base64url without padding."
        case .malformedCBOR(let reason, let position):
            "The passkey's data is not valid CBOR: \(reason), at byte \(position)."
        case .malformedClientData: "The passkey's client data is not a JSON object with type, challenge and origin."
        case .wrongType(let expected): "The passkey's client data is not of the type \(expected)."
        case .wrongChallenge: "The passkey answers another challenge; start again."
        case .wrongOrigin(let origin): "The passkey was used on \(QuotedText.plain(origin)), which is not allowed here."
        case .crossOrigin: "The passkey was used in a frame of another site, which is not allowed."
        case .malformedAuthenticatorData(let reason): "The authenticator's data is malformed: \(reason)."
        case .wrongRelyingParty: "The passkey belongs to another site."
        case .userNotPresent: "The authenticator did not see anybody."
        case .userNotVerified: "The authenticator did not verify its user by a PIN or biometrics."
        case .contradictoryBackup: "The authenticator says that a passkey is backed up that cannot be."
        case .noCredential: "The authenticator's data holds no new passkey."
        case .wrongCredential: "The response is for another passkey."
        case .malformedKey(let reason): "The passkey's public key cannot be used: \(reason)."
        case .algorithmNotOffered(let number): "The passkey's algorithm, \(number), was not offered."
        case .unsupportedAttestation(let format):
            "The attestation format \(QuotedText.plain(format)) is not supported; ask for the attestation “none”."
        case .malformedAttestation(let reason): "The attestation is malformed: \(reason)."
        case .wrongAttestationSignature: "The attestation's signature does not match."
        case .wrongSignature: "The passkey's signature does not match."
        case .counterWentBack(let stored, let received):
            "The authenticator counted \(received) uses after \(stored), so the passkey may have been copied."
        case .wrongUser: "The passkey belongs to another user."
        }
    }
}
