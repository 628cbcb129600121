import Essentials
import RowndDialect

/// Who is signed in, at one moment.
public struct IdentitySnapshot: Sendable, Hashable {
    /// Whether anybody is signed in, as far as this device knows.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// The client has not read the device's store yet.
        case unknown
        case signedOut
        case signedIn
    }

    /// `unknown` until ``IdentityClient/start(opening:)`` has read the device's store.
    public var phase = Phase.unknown
    /// The last access token, which may have expired: ``IdentityClient/accessToken()`` returns one that works.
    public var accessToken: String?
    /// Whether the user has proven an identifier; false if nobody is signed in.
    public var isVerified = false
    /// Whether anybody has ever signed in to this app on this device.
    public var hasPreviouslySignedIn = false
    /// How well the service knows the user; `nil` if nobody is signed in.
    public var authLevel: AuthLevel?
    /// `nil` if nobody is signed in.
    public var userID: String?
    /// The user's profile, with changes that still wait to be sent, decrypted. Empty until it is loaded.
    public var data: [String: JSONValue] = [:]
    /// Fields that cannot be decrypted with this device's keys; they are not in ``data``.
    public var unreadableFields: Set<String> = []
    /// Whether the profile is being loaded.
    public var isLoading = false
    /// Why the profile was not loaded, or the last change not saved; `nil` after a success.
    public var error: IdentityError?

    /// Nothing is known: as before ``IdentityClient/start(opening:)``.
    public init() {}

    /// Whether ``phase`` is `signedIn`. False also before the device's store was read.
    public var isSignedIn: Bool { phase == .signedIn }
    /// Whether somebody is signed in whose profile has been loaded.
    public var isSignedInWithData: Bool { isSignedIn && !data.isEmpty }
}

/// Without the access token, which belongs into no file, and without ``error``: both are as before a start once it is read.
extension IdentitySnapshot: Codable {
    private enum CodingKeys: String, CodingKey {
        case phase, isVerified, hasPreviouslySignedIn, authLevel, userID, data, unreadableFields, isLoading
    }
}
