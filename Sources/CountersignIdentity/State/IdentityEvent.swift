import Essentials
import RowndDialect

/// A way to sign in: what a page shows first, and what the person has used.
public enum SignInMethod: String, Sendable, Hashable, Codable, CaseIterable {
    case email
    case phone
    case apple
    case google
    case passkey
    /// Without an identifier. A later sign-in keeps the guest's data.
    case guest
    /// A token of another service.
    case token
    /// The sign-in page, which did not say what the person chose there.
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
    /// Announced once the way is known: for the sign-in page, when the person has chosen one there and come back.
    case signInStarted(SignInMethod)
    /// Announced only once the access token is usable.
    case signInCompleted(SignInMethod, UserKind)
    case signInFailed(IdentityError)
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
@MainActor
public protocol IdentityEventHandler: AnyObject, Sendable {
    /// Called on the main actor for one event after the other, in their order.
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
