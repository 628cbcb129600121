import Crypto
import Essentials

/// What the authenticator signed (WebAuthn Level 3 §6.1).
struct AuthenticatorData: Sendable {
    let relyingPartyHash: [UInt8]
    let flags: Flags
    let counter: UInt32
    let credential: Credential?
    let bytes: [UInt8]

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        static let userPresent = Flags(rawValue: 0x01)
        static let userVerified = Flags(rawValue: 0x04)
        static let backupEligible = Flags(rawValue: 0x08)
        static let backedUp = Flags(rawValue: 0x10)
        static let attestedCredential = Flags(rawValue: 0x40)
        static let extensions = Flags(rawValue: 0x80)
    }

    /// A new passkey (WebAuthn Level 3 §6.5.1).
    struct Credential: Sendable {
        /// The authenticator's model; sixteen zeros if it does not say.
        let aaguid: [UInt8]
        let id: [UInt8]
        let key: PublicKey
        /// The COSE key's bytes.
        let keyBytes: [UInt8]
    }

    /// The longest identifier of a credential (WebAuthn Level 3 §7.1, step 25).
    static let longestID = 1023

    init(_ bytes: [UInt8]) throws(PasskeyError) {
        guard bytes.count >= 37 else { throw .malformedAuthenticatorData("it is shorter than 37 bytes") }
        relyingPartyHash = Array(bytes[0..<32])
        let flags = Flags(rawValue: bytes[32])
        self.flags = flags
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        self.bytes = bytes

        var position = 37
        if flags.contains(.attestedCredential) {
            guard bytes.count >= position + 18 else { throw .malformedAuthenticatorData("its passkey is cut off") }
            let aaguid = Array(bytes[position..<position + 16])
            let length = Int(bytes[position + 16]) << 8 | Int(bytes[position + 17])
            position += 18
            guard (1...Self.longestID).contains(length), bytes.count >= position + length else {
                throw .malformedAuthenticatorData("its passkey's identifier has a wrong length")
            }
            let id = Array(bytes[position..<position + length])
            position += length
            var reader = CBORReader(bytes, from: position)
            let key = try PublicKey(cose: try reader.value())
            credential = Credential(
                aaguid: aaguid, id: id, key: key, keyBytes: Array(bytes[position..<reader.position]))
            position = reader.position
        } else {
            credential = nil
        }
        if flags.contains(.extensions) {
            var reader = CBORReader(bytes, from: position)
            guard case .map = try reader.value() else {
                throw .malformedAuthenticatorData("its extensions are not a map")
            }
            position = reader.position
        }
        guard position == bytes.count else { throw .malformedAuthenticatorData("bytes follow it") }
    }

    /// Checks what registration and authentication have in common (WebAuthn Level 3 §7.1 and §7.2).
    func check(for relyingParty: RelyingParty) throws(PasskeyError) {
        guard relyingPartyHash.isEqualInConstantTime(to: Array(SHA256.hash(data: Array(relyingParty.id.utf8)))) else {
            throw .wrongRelyingParty
        }
        guard flags.contains(.userPresent) else { throw .userNotPresent }
        if relyingParty.requiresUserVerification, !flags.contains(.userVerified) { throw .userNotVerified }
        if flags.contains(.backedUp), !flags.contains(.backupEligible) { throw .contradictoryBackup }
    }
}
