import Envelopes
import Essentials
import Foundation
import Ledger

/// Addresses of completed and attached files that work without a key for a while. The address itself is the secret: it
/// holds what it names and its own end, sealed under the operator's key.
public struct SignedFileLinks: Sendable {
    let secrets: any SecretBox
    let now: @Sendable () -> Date

    /// - Parameter secrets: seals the addresses; those sealed under another key no longer open
    public init(secrets: any SecretBox, now: @escaping @Sendable () -> Date) {
        self.secrets = secrets
        self.now = now
    }

    /// Seconds for which an address works that a program asks for.
    static let life: TimeInterval = 24 * 3600
    private static let purpose = "completed-file-address"

    /// What an address names.
    struct Target: Codable {
        let envelope: EnvelopeID
        /// One document alone; `nil` for all of a completed envelope.
        let document: DocumentID?
        /// Seconds since 1970.
        let end: Int
    }

    /// Returns the address of all sealed documents of an envelope in one PDF, without the certificate of completion.
    ///
    /// - Parameters:
    ///   - life: the seconds for which it works
    ///   - base: the service's address
    public func address(of envelope: EnvelopeID, life: TimeInterval, base: URL) throws -> URL {
        base.appending(path: "signed/\(try name(of: envelope, life: life)).pdf")
            .appending(queryItems: [URLQueryItem(name: "audit_page", value: "false")])
    }

    /// Returns the address of one document of an envelope in its newest version.
    package func address(of document: DocumentID, in envelope: EnvelopeID, base: URL) throws -> URL {
        base.appending(path: "signed/\(try name(of: envelope, document: document)).pdf")
    }

    /// Returns the name of the file at the address.
    func name(of envelope: EnvelopeID, document: DocumentID? = nil, life: TimeInterval = life) throws -> String {
        let target = Target(envelope: envelope, document: document, end: Int(now().timeIntervalSince1970 + life))
        let sealed = try secrets.seal(CanonicalJSON.bytes(of: target), for: Self.purpose)
        return Base64URL.encode(sealed)
    }

    /// Returns what a name names; `nil` for a name that the service never gave, and after its end.
    func target(of name: String) -> Target? {
        guard name.utf8.count <= 1000, let sealed = Base64URL.decode(name),
            let bytes = try? secrets.open(Data(sealed), for: Self.purpose),
            let target = try? CanonicalJSON.value(Target.self, from: bytes),
            Double(target.end) > now().timeIntervalSince1970
        else { return nil }
        return target
    }
}
