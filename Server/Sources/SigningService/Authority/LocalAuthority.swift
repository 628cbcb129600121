import Ceremony
import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import SignedPDF
import Synchronization
import X509

/// The service's own certificate authority and sealing certificate.
///
/// Both are created on first start and stored in the data directory's `authority` folder - the P-256 keys are PKCS#8
/// PEM files that only the owner may read (mode 0600), the certificates PEM files beside them - or, with PostgreSQL, in
/// the database. Each person's signature
/// gets its own certificate in the person's name; its key exists in memory for that signature only.
///
/// Certificates contain the URL of the authority's revocation list. The stored sealing certificate cannot, since the
/// URL may change. The seal's key therefore uses a certificate that is issued anew for each URL.
public struct LocalAuthority: SigningAuthority {
    private let authority: CertificateAuthority
    private let sealing: SigningIdentity
    private let renewed: RenewedSeal
    /// Returns the URL at which ``revocationList(at:)`` is published.
    private let listAddress: @Sendable () -> String?

    /// The trust anchor for everything this service signs.
    public var certificate: Certificate { authority.certificate }

    /// Returns the trust anchor in PEM form.
    public func certificatePEM() throws -> String { try authority.certificatePEM() }

    /// Opens the authority of a data directory, or creates it. If two processes start at once, one creates it and the
    /// other opens it.
    ///
    /// - Parameter listAddress: returns the URL at which ``revocationList(at:)`` is published, or `nil` if it is not
    ///   published
    public init(
        _ directory: DataDirectory, at date: Date, listAddress: @escaping @Sendable () -> String? = { nil }
    ) throws {
        self = try directory.exclusively {
            if !FileManager.default.fileExists(atPath: directory.authority.path) {
                try Self.write(Self.made(at: date), in: directory)
            }
            return try Self(listAddress) { try Self.text($0, in: directory) }
        }
    }

    /// Opens the authority that a database keeps, or creates it. If two processes start at once, one creates it and the
    /// other opens it. A complete `authority` folder in the data directory becomes the database's.
    ///
    /// The keys are sealed under the operator's key; the authority's certificate is written to the folder, for people
    /// who check documents.
    ///
    /// - Throws: ``StorageError``, also if `secrets` has another key
    init(
        in database: any SQLDatabase, _ directory: DataDirectory, secrets: some SecretBox, at date: Date,
        listAddress: @escaping @Sendable () -> String? = { nil }
    ) throws {
        let kept = try database.writeWaiting { connection in
            let kept = try Self.kept(in: connection)
            guard kept.isEmpty else { return kept }
            let folder = directory.authority.appendingPathComponent(Name.authorityKey).path
            let files =
                FileManager.default.fileExists(atPath: folder)
                ? try Name.all.map { ($0, try Self.text($0, in: directory)) } : try Self.made(at: date)
            for (name, text) in files {
                try connection.run(
                    "INSERT INTO authorityFile (name, sealed) VALUES (?, ?)",
                    [name, try secrets.seal(text, for: Self.purpose(name))])
            }
            return try Self.kept(in: connection)
        }
        try self.init(listAddress) { name in
            guard let sealed = kept[name], let text = try? secrets.text(sealed, for: Self.purpose(name)) else {
                throw StorageError.unreadable(
                    what: "The authority's file \(name) in the database",
                    reason: "it was sealed under another key; give each node the same file with --secret-key")
            }
            return text
        }
        try StoreFiles.makeFolder(directory.authority)
        if FileManager.default.fileExists(atPath: directory.authority.appendingPathComponent(Name.authorityKey).path) {
            // The folder's keys became the database's, or are another authority's.
            guard try Self.text(Name.authorityCertificate, in: directory) == certificatePEM() else {
                throw StorageError.file(
                    path: directory.authority.path,
                    reason: "this authority is not the database's; name a new data directory")
            }
            return
        }
        try StoreFiles.write(
            Data(certificatePEM().utf8), to: directory.authority.appendingPathComponent(Name.authorityCertificate))
    }

    /// The keys and certificates of a service that keeps them in its database.
    static let table = """
        CREATE TABLE authorityFile (
            name TEXT PRIMARY KEY NOT NULL,
            sealed BYTES NOT NULL
        ) BY KEY;

        """

    private static func purpose(_ name: String) -> String { "authority/\(name)" }

    private static func kept(in connection: any SQLConnection) throws -> [String: Data] {
        let rows = try connection.rows("SELECT name, sealed FROM authorityFile")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0["name"], try $0["sealed"]) })
    }

    private static func text(_ name: String, in directory: DataDirectory) throws -> String {
        let url = directory.authority.appendingPathComponent(name)
        do {
            return try String(contentsOf: url, encoding: .utf8)
        } catch {
            throw StorageError.file(path: url.path, reason: "the file is missing or unreadable")
        }
    }

    private init(_ listAddress: @escaping @Sendable () -> String?, text: (_ name: String) throws -> String) throws {
        self.listAddress = listAddress
        renewed = RenewedSeal()
        authority = try CertificateAuthority(
            pemKey: text(Name.authorityKey), pemCertificate: text(Name.authorityCertificate))
        sealing = try SigningIdentity(pemKey: text(Name.sealKey), pemCertificates: text(Name.sealCertificate))
    }

    /// Issues a certificate for a new key, in the recipient's name.
    public func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
        try authority.issue(to: recipient, at: date, revocationList: listAddress())
    }

    /// Returns the sealing certificate, issued anew if a revocation list is published.
    public func seal() async throws -> any DocumentSigner {
        // An operator may have put another authority's seal into the folder.
        guard let address = listAddress(), authority.hasIssued(sealing.certificate) else { return sealing }
        return try renewed.identity(naming: address) { try authority.renew(sealing, revocationList: address) }
    }

    /// Returns the authority's revocation list, in DER, valid for a week.
    public func revocationList(at date: Date) throws -> Data {
        try authority.revocationList(at: date, life: 7 * 86_400)
    }

    /// Returns warnings for operators about the authority's and the seal's certificates.
    func notices(at date: Date) -> [ValidityNotice] {
        let kept = sealing.certificate
        // A seal that the authority issued expires with it.
        let other = authority.hasIssued(kept) ? nil : ("The seal's certificate", kept)
        return [("The certificate of the service's authority", certificate), other].compactMap { $0 }.compactMap {
            ValidityNotice(
                $0.0, from: $0.1.notValidBefore, until: $0.1.notValidAfter,
                consequence: "After that nobody can finish signing; docs/signatures-that-last.md says how to renew it.",
                at: date)
        }
    }

    /// Creates keys and certificates, by the names of their files.
    private static func made(at date: Date) throws -> [(name: String, text: String)] {
        let start = date.addingTimeInterval(-CertificateAuthority.clockSkew)
        let authority = try CertificateAuthority.make(
            commonName: "Countersign local authority \(UUID.random().uuidString.prefix(8).lowercased())",
            notBefore: start)
        let seal = try authority.issue(
            commonName: "Countersign seal", email: nil, notBefore: start,
            notAfter: authority.certificate.notValidAfter)
        return [
            (Name.authorityKey, authority.keyPEM), (Name.authorityCertificate, try authority.certificatePEM()),
            (Name.sealKey, seal.keyPEM), (Name.sealCertificate, try seal.certificatesPEM()),
        ]
    }

    /// Writes the files under a temporary name, then renames the complete folder.
    private static func write(_ files: [(name: String, text: String)], in directory: DataDirectory) throws {
        let temporary = directory.url.appendingPathComponent(
            "authority.\(UUID.random().uuidString.lowercased()).tmp", isDirectory: true)
        try StoreFiles.makeFolder(temporary)
        for (name, text) in files {
            try StoreFiles.write(Data(text.utf8), to: temporary.appendingPathComponent(name))
        }
        try StoreFiles.syncFolder(temporary)
        do {
            try FileManager.default.moveItem(at: temporary, to: directory.authority)
        } catch {
            throw StorageError.file(path: directory.authority.path, reason: "the new keys could not be written there")
        }
        try StoreFiles.syncFolder(directory.url)
    }

    /// The files with the private keys.
    static func keyFiles(in directory: DataDirectory) -> [URL] {
        [Name.authorityKey, Name.sealKey].map(directory.authority.appendingPathComponent)
    }

    private enum Name {
        static let authorityKey = "ca-key.pem"
        static let authorityCertificate = "ca.pem"
        static let sealKey = "seal-key.pem"
        static let sealCertificate = "seal.pem"
        static let all = [authorityKey, authorityCertificate, sealKey, sealCertificate]
    }
}

/// The seal with the newest certificate that this process issued for it, and the revocation list's URL in it.
private final class RenewedSeal: Sendable {
    private let newest = Mutex<(address: String, identity: SigningIdentity)?>(nil)

    func identity(naming address: String, orElse make: () throws -> SigningIdentity) throws -> SigningIdentity {
        try newest.withLock { newest in
            if let newest, newest.address == address { return newest.identity }
            let made = try make()
            newest = (address, made)
            return made
        }
    }
}
