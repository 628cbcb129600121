import Foundation
import X509

/// Whom a signature that is to last is made with.
public struct SigningServices: Sendable {
    /// The timestamp authorities.
    public var timestamps: TimestampService
    /// Whoever fetches revocation information.
    public var revocation: RevocationClient
    /// Certificates that may be needed beside those that come with signatures: intermediate authorities, anchors.
    public var certificates: [Certificate]
    /// Whether addresses in certificates of other issuers than the newest signature's are asked as well: of people who
    /// signed before. A service that signs what strangers upload says no. Default: true.
    public var asksForOthers = true
    /// Revocation lists (DER) that are at hand at a time, so that nobody is asked for them: an authority's own. Default:
    /// none.
    public var lists: @Sendable (Date) throws -> [Data] = { _ in [] }

    public init(timestamps: TimestampService, revocation: RevocationClient, certificates: [Certificate] = []) {
        self.timestamps = timestamps
        self.revocation = revocation
        self.certificates = certificates
    }
}

/// What was appended to make a signature of a level, and what it came to.
public struct LeveledUpdate: Sendable {
    /// The bytes to append to the document's.
    public var update: Data
    /// The level that was reached.
    public var level: SignatureLevel
    /// Set if that is less than was asked for, which happens only with leave.
    public var downgrade: LevelDowngrade?
}
