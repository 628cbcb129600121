import Foundation
import ServiceCalls

/// What a program shows that signs in with each call: a user, their password, and the program's integration key.
public struct PasswordCredentials: Sendable, Hashable {
    /// The user's e-mail address or id.
    public let username: String
    /// The user's password, or one of their access tokens.
    public let password: String
    /// The program's integration key.
    public let integrationKey: String

    /// Checks nothing.
    public init(username: String, password: String, integrationKey: String) {
        self.username = username
        self.password = password
        self.integrationKey = integrationKey
    }
}

/// What becomes of ``PasswordCredentials``.
public enum PasswordAnswer: Sendable, Hashable {
    /// They are right.
    case user(Identity)
    /// No program has the integration key.
    case unknownApplication
    /// The user is unknown, or the password is wrong; which one is not told.
    case wrong
    /// There were too many wrong passwords, or too many wait; wait so many seconds.
    case locked(wait: TimeInterval)
}

extension AccessTokens {
    /// `wrong`: a service without passwords.
    public func answer(
        to credentials: PasswordCredentials, in account: String?, from remoteAddress: String?
    ) async throws -> PasswordAnswer { .wrong }
}
