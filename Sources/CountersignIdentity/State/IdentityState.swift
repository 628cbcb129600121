import Essentials
import Observation
import RowndDialect

/// The state for views. A view is drawn again only when a property that it reads has changed.
@MainActor @Observable
public final class IdentityState {
    public private(set) var phase = IdentitySnapshot.Phase.unknown
    /// The last access token, which may have expired: ``IdentityClient/accessToken()`` returns one that works.
    public private(set) var accessToken: String?
    public private(set) var isVerified = false
    public private(set) var hasPreviouslySignedIn = false
    public private(set) var authLevel: AuthLevel?
    public private(set) var userID: String?
    public private(set) var data: [String: JSONValue] = [:]
    public private(set) var unreadableFields: Set<String> = []
    public private(set) var isLoading = false
    public private(set) var error: IdentityError?

    public var isSignedIn: Bool { phase == .signedIn }

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
