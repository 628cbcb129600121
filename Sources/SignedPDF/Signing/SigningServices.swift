import Foundation
import X509

/// The services that long-term signatures need.
public struct SigningServices: Sendable {
    /// The timestamp authorities.
    public var timestamps: TimestampService
    /// The client that fetches revocation information.
    public var revocation: RevocationClient
    /// Certificates that may be needed besides those in signatures: intermediate authorities, anchors.
    public var certificates: [Certificate]
    /// Whether to fetch from addresses in other signers' certificates, those with another issuer than the newest
    /// signature's. A service that signs untrusted uploads sets this to `false`. Default: `true`.
    public var asksForOthers = true
    /// Returns revocation lists (DER) that are available locally at a time, such as an authority's own. Default: none.
    public var lists: @Sendable (Date) throws -> [Data] = { _ in [] }

    /// Nothing is fetched yet. ``asksForOthers`` and ``lists`` are set afterwards.
    public init(timestamps: TimestampService, revocation: RevocationClient, certificates: [Certificate] = []) {
        self.timestamps = timestamps
        self.revocation = revocation
        self.certificates = certificates
    }
}

/// The update that makes a signature of a level, and the level that was reached.
public struct LeveledUpdate: Sendable {
    /// The bytes to append to the document's.
    public var update: Data
    /// The level that was reached.
    public var level: SignatureLevel
    /// Set if the level is lower than requested, which happens only if the caller allows it.
    public var downgrade: LevelDowngrade?
}
