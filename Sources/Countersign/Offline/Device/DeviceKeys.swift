import ClientSupport
import Crypto
import DescribedErrors
import Envelopes
import Essentials
import Foundation
import SignedPDF

/// One user's keys on this device, created when first needed and stored in a ``CredentialStore``: a file that only the
/// user can read, the Secret Service, or the Keychain. With a Secure Enclave, the key that signs events never leaves
/// it, and only its wrapped form is stored.
package actor DeviceKeys {
    private let credentials: KeptSecrets
    /// Identifies the user on the device: ``SessionUser/key``.
    nonisolated let user: String
    private let now: @Sendable () -> Date
    private var made: (signer: (any DeviceSigner)?, authority: CertificateAuthority?) = (nil, nil)

    /// - Parameter user: identifies the user on the device: ``SessionUser/key``
    package init(
        credentials: any CredentialStore, user: String, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.credentials = KeptSecrets(credentials)
        self.user = user
        self.now = now
    }

    /// Returns the signer of events on this device.
    ///
    /// - Throws: ``CountersignError/credentials(reason:underlying:)``
    package func signer() async throws(CountersignError) -> any DeviceSigner {
        if let signer = made.signer { return signer }
        if let kept = try await credentials.secret(named: keyName) {
            let signer = try Self.signer(kept)
            made.signer = signer
            return signer
        }
        try await credentials.keep(try Self.newKey(), named: keyName)
        // The stored key counts: another process may have created one at the same moment.
        guard let kept = try await credentials.secret(named: keyName) else {
            throw .credentials(reason: "the device's key was not stored")
        }
        let signer = try Self.signer(kept)
        made.signer = signer
        return signer
    }

    /// Returns the authority that certifies the keys with which people sign documents on this device.
    package func authority() async throws(CountersignError) -> CertificateAuthority {
        if let authority = made.authority { return authority }
        if try await credentials.secret(named: authorityName) == nil {
            let new: CertificateAuthority
            let certificate: String
            do {
                new = try CertificateAuthority.make(
                    commonName: "Countersign on a device \(UUID.random().uuidString.prefix(8).lowercased())",
                    notBefore: now().addingTimeInterval(-CertificateAuthority.clockSkew))
                certificate = try new.certificatePEM()
            } catch {
                throw .credentials(reason: "\(error)", underlying: UnderlyingError(error))
            }
            try await credentials.keep(Data((new.keyPEM + "\n" + certificate).utf8), named: authorityName)
        }
        guard let kept = try await credentials.secret(named: authorityName) else {
            throw .credentials(reason: "the device's authority was not stored")
        }
        let text = String(decoding: kept, as: UTF8.self)
        do {
            let authority = try CertificateAuthority(pemKey: text, pemCertificate: text)
            made.authority = authority
            return authority
        } catch {
            throw .credentials(
                reason: "the device's authority cannot be read", underlying: UnderlyingError(error))
        }
    }

    /// Deletes both keys. New ones are created when needed.
    package func remove() async throws(CountersignError) {
        made = (nil, nil)
        try await credentials.remove(named: keyName)
        try await credentials.remove(named: authorityName)
    }

    private var keyName: String { "countersign.device.\(user)" }
    private var authorityName: String { "countersign.authority.\(user)" }

    private static func newKey() throws(CountersignError) -> Data {
        #if canImport(CryptoKit)
            if let wrapped = try SecureEnclaveSigner.newWrappedKey() { return wrapped }
        #endif
        return Data(P256.Signing.PrivateKey().pemRepresentation.utf8)
    }

    private static func signer(_ kept: Data) throws(CountersignError) -> any DeviceSigner {
        #if canImport(CryptoKit)
            if let signer = try SecureEnclaveSigner(wrapped: kept) { return signer }
        #endif
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: String(decoding: kept, as: UTF8.self)) else {
            throw .credentials(reason: "the device's key cannot be read")
        }
        return SoftwareDeviceSigner(key: key)
    }
}

/// A signing key held in memory.
struct SoftwareDeviceSigner: DeviceSigner {
    let key: P256.Signing.PrivateKey

    var publicKey: Data { key.publicKey.x963Representation }

    func signature(for data: Data) async throws -> Data { try key.signature(for: data).rawRepresentation }
}
