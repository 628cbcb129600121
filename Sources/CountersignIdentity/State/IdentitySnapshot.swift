import Essentials
import RowndDialect

/// Who is signed in, at one moment.
public struct IdentitySnapshot: Sendable, Hashable {
    public enum Phase: String, Sendable, Hashable {
        /// The client has not read the device's store yet.
        case unknown
        case signedOut
        case signedIn
    }

    public var phase = Phase.unknown
    /// The last access token, which may have expired: ``IdentityClient/accessToken()`` returns one that works.
    public var accessToken: String?
    public var isVerified = false
    /// Whether anybody has ever signed in to this app on this device.
    public var hasPreviouslySignedIn = false
    public var authLevel: AuthLevel?
    public var userID: String?
    /// The user's profile, with changes that still wait to be sent, decrypted. Empty until it is loaded.
    public var data: [String: JSONValue] = [:]
    /// Fields that cannot be decrypted with this device's keys; they are not in ``data``.
    public var unreadableFields: Set<String> = []
    /// Whether the profile is being loaded.
    public var isLoading = false
    /// Why the profile was not loaded, or the last change not saved; `nil` after a success.
    public var error: IdentityError?

    public init() {}

    public var isSignedIn: Bool { phase == .signedIn }
}
