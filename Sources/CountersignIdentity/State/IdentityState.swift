import Essentials
import Observation
import RowndDialect

/// The state for views. A view is drawn again only when a property that it reads has changed.
@MainActor @Observable
public final class IdentityState {
    /// Whether anybody is signed in, as far as this device knows.
    public private(set) var phase = IdentitySnapshot.Phase.unknown
    /// The last access token, which may have expired: ``IdentityClient/accessToken()`` returns one that works.
    public private(set) var accessToken: String?
    /// Whether the user has proven an identifier; false if nobody is signed in.
    public private(set) var isVerified = false
    /// Whether anybody has ever signed in to this app on this device.
    public private(set) var hasPreviouslySignedIn = false
    /// How well the service knows the user; `nil` if nobody is signed in.
    public private(set) var authLevel: AuthLevel?
    /// `nil` if nobody is signed in.
    public private(set) var userID: String?
    /// The user's profile, with changes that still wait to be sent, decrypted. Empty until it is loaded.
    public private(set) var data: [String: JSONValue] = [:]
    /// Fields that cannot be decrypted with this device's keys; they are not in ``data``.
    public private(set) var unreadableFields: Set<String> = []
    /// Whether the profile is being loaded.
    public private(set) var isLoading = false
    /// Why the profile was not loaded, or the last change not saved; `nil` after a success.
    public private(set) var error: IdentityError?

    /// Whether ``phase`` is `signedIn`. False also before the device's store was read.
    public var isSignedIn: Bool { phase == .signedIn }
    /// Whether somebody is signed in whose profile has been loaded.
    public var isSignedInWithData: Bool { isSignedIn && !data.isEmpty }

    nonisolated init() {}

    func show(_ snapshot: IdentitySnapshot) {
        set(\.phase, snapshot.phase)
        set(\.accessToken, snapshot.accessToken)
        set(\.isVerified, snapshot.isVerified)
        set(\.hasPreviouslySignedIn, snapshot.hasPreviouslySignedIn)
        set(\.authLevel, snapshot.authLevel)
        set(\.userID, snapshot.userID)
        set(\.data, snapshot.data)
        set(\.unreadableFields, snapshot.unreadableFields)
        set(\.isLoading, snapshot.isLoading)
        set(\.error, snapshot.error)
    }

    private func set<Value: Equatable>(_ place: ReferenceWritableKeyPath<IdentityState, Value>, _ value: Value) {
        if self[keyPath: place] != value { self[keyPath: place] = value }
    }
}
