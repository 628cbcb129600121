import Essentials
import Foundation
import RowndDialect

/// What a person means to do.
public enum SignInIntent: String, Sendable, Hashable {
    case signIn = "sign_in"
    case signUp = "sign_up"
}

/// How a sign-in went.
public enum SignInOutcome: Sendable, Hashable {
    case signedIn(SignedIn)
    /// The person cancelled it: closed the page, entered no code, or refused the passkey sheet.
    case cancelled
}

/// A completed sign-in, whose access token is usable.
public struct SignedIn: Sendable, Hashable {
    /// The id that the service gave the user in this app.
    public let userID: String
    /// How the person signed in.
    public let method: SignInMethod
    /// Whether the sign-in made the user.
    public let kind: UserKind
    /// Where the app goes on after a sign-in by link: the address that the beginning named; `nil` if it named none, and
    /// for other ways.
    public var redirectURL: URL?
}

/// Asks the person for what a sign-in needs.
public protocol SignInPresenter: Sendable {
    /// Returns the code that was sent to an address; `nil` if the person cancels.
    ///
    /// - Parameter problem: why the last code was refused; `nil` at first
    func code(sentTo address: String, problem: IdentityError?) async -> String?
}

/// Shows the system's passkey sheet, or acts as an authenticator in tests.
public protocol PasskeyPresenter: Sendable {
    /// Returns the assertion for a request, as the Web Authentication API writes it in JSON (Level 3 §5.1); `nil` if
    /// the person cancels.
    func assertion(for request: JSONValue) async throws -> JSONValue?
    /// Returns the registration of a new passkey; `nil` if the person cancels.
    func registration(for request: JSONValue) async throws -> JSONValue?
}
