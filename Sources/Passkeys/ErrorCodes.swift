import DescribedErrors

extension PasskeyError: DescribedError {
    package static let errorDomain = "Countersign.PasskeyError"
    package var numberedCode: (number: Int, code: String) {
        switch self {
        case .tooLarge: (1, "too-large")
        case .malformedBase64: (2, "malformed-base64")
        case .malformedCBOR: (3, "malformed-cbor")
        case .malformedClientData: (4, "malformed-client-data")
        case .wrongType: (5, "wrong-type")
        case .wrongChallenge: (6, "wrong-challenge")
        case .wrongOrigin: (7, "wrong-origin")
        case .crossOrigin: (8, "cross-origin")
        case .malformedAuthenticatorData: (9, "malformed-authenticator-data")
        case .wrongRelyingParty: (10, "wrong-relying-party")
        case .userNotPresent: (11, "user-not-present")
        case .userNotVerified: (12, "user-not-verified")
        case .contradictoryBackup: (13, "contradictory-backup")
        case .noCredential: (14, "no-credential")
        case .wrongCredential: (15, "wrong-credential")
        case .malformedKey: (16, "malformed-key")
        case .algorithmNotOffered: (17, "algorithm-not-offered")
        case .unsupportedAttestation: (18, "unsupported-attestation")
        case .malformedAttestation: (19, "malformed-attestation")
        case .wrongAttestationSignature: (20, "wrong-attestation-signature")
        case .wrongSignature: (21, "wrong-signature")
        case .counterWentBack: (22, "counter-went-back")
        case .wrongUser: (23, "wrong-user")
        }
    }
}
