/// A browser's or system's answer to the request for a new passkey, as bytes.
package struct RegistrationResponse: Sendable {
    package var id: [UInt8]
    package var clientDataJSON: [UInt8]
    package var attestationObject: [UInt8]

    package init(id: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
    }
}

/// A passkey as the site stores it.
package struct Passkey: Sendable, Equatable {
    package var id: [UInt8]
    /// The COSE key's bytes.
    package var publicKey: [UInt8]
    package var counter: UInt32
    /// The authenticator's model; sixteen zeros if it does not say.
    package var aaguid: [UInt8]
    /// Whether copies of the passkey may exist, and whether they do.
    package var isBackupEligible: Bool
    package var isBackedUp: Bool
    /// The bytes that the site gave the authenticator as the user's identifier.
    package var userHandle: [UInt8]

    package init(
        id: [UInt8], publicKey: [UInt8], counter: UInt32, aaguid: [UInt8], isBackupEligible: Bool, isBackedUp: Bool,
        userHandle: [UInt8]
    ) {
        self.id = id
        self.publicKey = publicKey
        self.counter = counter
        self.aaguid = aaguid
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.userHandle = userHandle
    }
}

/// A passkey that a site may store, if nobody has registered its identifier before.
package struct Registration: Sendable, Equatable {
    package var passkey: Passkey
    package var algorithm: PasskeyAlgorithm
    package var isUserVerified: Bool
    package var attestation: Attestation
}

extension RelyingParty {
    /// The largest `clientDataJSON` and the largest other part of a response, in bytes.
    package static let largestClientData = 8 * 1024
    package static let largestPart = 64 * 1024

    /// Checks a new passkey (WebAuthn Level 3 §7.1).
    ///
    /// - Parameters:
    ///   - challenge: the bytes that this site made for this attempt; the caller accepts each challenge once
    ///   - userHandle: the bytes that the site sent as `user.id`
    package func registration(
        from response: RegistrationResponse, challenge: [UInt8], userHandle: [UInt8]
    ) throws(PasskeyError) -> Registration {
        try Self.checkSizes([("attestation object", response.attestationObject)], clientData: response.clientDataJSON)
        let clientData = try ClientData(
            json: response.clientDataJSON, for: .registration, challenge: challenge, at: self)
        let object = try AttestationObject(response.attestationObject)
        let data = object.authenticatorData
        try data.check(for: self)
        guard let credential = data.credential else { throw .noCredential }
        guard credential.id == response.id else { throw .wrongCredential }
        guard algorithms.contains(credential.key.algorithm) else {
            throw .algorithmNotOffered(credential.key.algorithm.rawValue)
        }
        let attestation = try object.verify(credential, clientDataHash: clientData.hash)
        let passkey = Passkey(
            id: credential.id, publicKey: credential.keyBytes, counter: data.counter, aaguid: credential.aaguid,
            isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: data.flags.contains(.backedUp),
            userHandle: userHandle)
        return Registration(
            passkey: passkey, algorithm: credential.key.algorithm,
            isUserVerified: data.flags.contains(.userVerified), attestation: attestation)
    }

    static func checkSizes(_ parts: [(String, [UInt8])], clientData: [UInt8]) throws(PasskeyError) {
        if clientData.count > largestClientData { throw .tooLarge(part: "client data", limit: largestClientData) }
        for (name, bytes) in parts where bytes.count > largestPart {
            throw .tooLarge(part: name, limit: largestPart)
        }
    }
}
