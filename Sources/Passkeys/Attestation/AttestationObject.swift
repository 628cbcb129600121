/// What an authenticator says about itself (WebAuthn Level 3 §6.5.3).
package enum Attestation: Sendable, Equatable {
    /// Nothing.
    case none
    /// The passkey signed itself.
    case selfSigned
    /// A certificate's key signed the passkey. The certificates are DER, the signing one first. Nobody has checked
    /// that a known authority issued them.
    case certified([[UInt8]])
}

/// Authenticator data and the statement about it (WebAuthn Level 3 §6.5.4).
struct AttestationObject: Sendable {
    let format: String
    let statement: [CBORKey: CBORValue]
    let authenticatorData: AuthenticatorData

    init(_ bytes: [UInt8]) throws(PasskeyError) {
        let object = try CBORReader.onlyValue(in: bytes)
        guard let format = object["fmt"]?.text, let statement = object["attStmt"]?.map,
            let data = object["authData"]?.bytes
        else { throw .malformedAttestation("it lacks its format, its statement or its data") }
        self.format = format
        self.statement = statement
        authenticatorData = try AuthenticatorData(data)
    }

    /// Checks the statement by the rules of its format.
    func verify(
        _ credential: AuthenticatorData.Credential, clientDataHash: [UInt8]
    ) throws(PasskeyError) -> Attestation {
        switch format {
        case "none":
            guard statement.isEmpty else { throw .malformedAttestation("an empty statement has members") }
            return .none
        case "packed":
            let packed = try PackedStatement(statement)
            return try packed.verify(credential, message: authenticatorData.bytes + clientDataHash)
        default: throw .unsupportedAttestation(format: format)
        }
    }
}
