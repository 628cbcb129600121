import Essentials
import RowndDialect

/// How a person signs in.
public enum SignInMethod: String, Sendable, Hashable, Codable, CaseIterable {
    case email
    case phone
    case apple
    case google
    case passkey
    case guest
    /// A token of another service.
    case token
    /// Whatever the person chooses on the sign-in page.
    case browser
}

/// Whether a sign-in made a user.
public enum UserKind: String, Sendable, Hashable, Codable {
    case new = "new_user"
    case existing = "existing_user"
    case unknown
}

/// Something that happened to the session or the user.
public enum IdentityEvent: Sendable, Hashable {
    case signInStarted(SignInMethod)
    /// Announced only once the access token is usable.
    case signInCompleted(SignInMethod, UserKind)
    case signInFailed(reason: String)
    /// The user's level or identity changed.
    case userUpdated
    case signOut
    /// The profile was loaded.
    case userData([String: JSONValue])
    /// The server has saved a change of the profile.
    case userDataSaved([String: JSONValue])
    case verificationStarted
    case verificationCompleted
}

/// Receives events; see ``IdentityClient/addEventHandler(_:)``.
public protocol IdentityEventHandler: AnyObject, Sendable {
    /// Called for one event after the other, in their order.
    func handle(_ event: IdentityEvent)
}

/// An event handler that a client holds. Dropping this changes nothing.
public struct EventHandlerRegistration: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// Lets the handler go. An event that is being handed out may still reach it.
    public func remove() { end() }
}
