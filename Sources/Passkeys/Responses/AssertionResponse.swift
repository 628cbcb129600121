import Essentials

/// A browser's or system's answer to the request to sign in, as bytes.
package struct AssertionResponse: Sendable {
    package var id: [UInt8]
    package var clientDataJSON: [UInt8]
    package var authenticatorData: [UInt8]
    package var signature: [UInt8]
    /// The user's identifier, which an authenticator returns if it chose the passkey itself.
    package var userHandle: [UInt8]?

    package init(
        id: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?
    ) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}

/// A proof that the holder of a passkey is there.
package struct Assertion: Sendable, Equatable {
    /// What to store as the passkey's counter, if it is still the one that the check began with.
    package var counter: UInt32
    package var isUserVerified: Bool
    package var isBackedUp: Bool
}

extension RelyingParty {
    /// Checks a signature by a stored passkey (WebAuthn Level 3 §7.2).
    ///
    /// - Parameters:
    ///   - passkey: the stored passkey whose identifier the response names
    ///   - challenge: the bytes that this site made for this attempt; the caller accepts each challenge once
    ///   - isUserKnown: whether the site knew the user before the response named one
    package func assertion(
        from response: AssertionResponse, by passkey: Passkey, challenge: [UInt8], isUserKnown: Bool
    ) throws(PasskeyError) -> Assertion {
        try Self.checkSizes(
            [
                ("authenticator data", response.authenticatorData), ("signature", response.signature),
                ("user handle", response.userHandle ?? []),
            ], clientData: response.clientDataJSON)
        guard response.id == passkey.id else { throw .wrongCredential }
        switch response.userHandle {
        case let handle?: guard handle.isEqualInConstantTime(to: passkey.userHandle) else { throw .wrongUser }
        case nil: guard isUserKnown else { throw .wrongUser }
        }
        let clientData = try ClientData(
            json: response.clientDataJSON, for: .authentication, challenge: challenge, at: self)
        let data = try AuthenticatorData(response.authenticatorData)
        try data.check(for: self)
        guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else { throw .contradictoryBackup }
        let key = try PublicKey(cose: try CBORReader.onlyValue(in: passkey.publicKey))
        guard algorithms.contains(key.algorithm) else { throw .algorithmNotOffered(key.algorithm.rawValue) }
        guard key.isValid(signature: response.signature, of: data.bytes + clientData.hash) else {
            throw .wrongSignature
        }
        // An authenticator without a counter sends zero each time.
        if data.counter != 0 || passkey.counter != 0, data.counter <= passkey.counter {
            throw .counterWentBack(stored: passkey.counter, received: data.counter)
        }
        return Assertion(
            counter: data.counter, isUserVerified: data.flags.contains(.userVerified),
            isBackedUp: data.flags.contains(.backedUp))
    }
}
