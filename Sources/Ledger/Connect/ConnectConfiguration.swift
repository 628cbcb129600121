import Envelopes
import Foundation

/// An account's wish to be told of the events of its envelopes.
public struct ConnectConfiguration: Sendable, Hashable, Codable {
    /// Assigned by the store.
    public var id: Int
    /// The account whose envelopes it covers.
    public var accountID: String
    /// The name in the account's list and log; need not be unique.
    public var name: String
    /// The receiver's URL, the events to tell, and what a message contains.
    public var notification: ConnectNotification
    /// Whether events are sent at all.
    public var isEnabled: Bool
    /// Whether the envelopes of all users count, except those in ``userIDs``; otherwise, of those in ``userIDs`` only.
    public var coversAllUsers: Bool
    /// The users that ``coversAllUsers`` excepts or selects.
    public var userIDs: [String]
    /// The name for basic authentication; `nil` for none.
    public var userName: String?
    /// The password for basic authentication, sealed by a ``SecretBox``; not part of the written form.
    public var sealedPassword: Data?

    /// Makes a configuration; `id` is 0 until the store assigns one.
    public init(
        id: Int = 0, accountID: String, name: String, notification: ConnectNotification, isEnabled: Bool = true,
        coversAllUsers: Bool = true, userIDs: [String] = [], userName: String? = nil, sealedPassword: Data? = nil
    ) {
        self.id = id
        self.accountID = accountID
        self.name = name
        self.notification = notification
        self.isEnabled = isEnabled
        self.coversAllUsers = coversAllUsers
        self.userIDs = userIDs
        self.userName = userName
        self.sealedPassword = sealedPassword
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case accountID = "accountId"
        case name, notification, isEnabled, coversAllUsers
        case userIDs = "userIds"
        case userName
    }

    /// Whether the configuration wants an event of this sender's envelopes.
    public func hears(_ event: ConnectEventName, ofSender userID: String) -> Bool {
        isEnabled && notification.events.contains(event) && userIDs.contains(userID) != coversAllUsers
    }

    /// The maximum number of configurations in an account.
    public static let mostInAccount = 20
}

/// A key that signs an account's webhooks. Its text is sealed by a ``SecretBox``.
public struct ConnectKey: Sendable, Hashable {
    /// Assigned by the store.
    public let id: Int
    /// The account whose messages it signs.
    public let accountID: String
    /// The key, sealed for ``ConnectSecret/key(of:)``.
    public let sealedText: Data
    /// When it was made.
    public let createdAt: Date

    /// The maximum number of keys in an account.
    public static let mostInAccount = 10
}

/// The authorization server of an account's receivers, which issues tokens for a client's own credentials (RFC 6749
/// §4.4).
public struct ConnectAuthorization: Sendable, Hashable, Codable {
    /// The address of the token endpoint.
    public var serverURL: String
    /// The client's name at the authorization server.
    public var clientID: String
    /// Sealed by a ``SecretBox``; not part of the written form.
    public var sealedSecret = Data()
    /// The scope to ask for (RFC 6749 §3.3); `nil` for none.
    public var scope: String?
    /// Further parameters of the token request.
    public var parameters: [String: String]

    /// Checks nothing. `sealedSecret` is sealed for ``ConnectSecret/clientSecret(of:)``.
    public init(
        serverURL: String, clientID: String, sealedSecret: Data, scope: String? = nil,
        parameters: [String: String] = [:]
    ) {
        self.serverURL = serverURL
        self.clientID = clientID
        self.sealedSecret = sealedSecret
        self.scope = scope
        self.parameters = parameters
    }

    private enum CodingKeys: String, CodingKey {
        case serverURL = "serverUrl"
        case clientID = "clientId"
        case scope, parameters
    }
}

/// A token that an account's authorization server issued.
public struct ConnectToken: Sendable, Hashable {
    /// Sealed by a ``SecretBox``.
    public var sealedText: Data
    /// When the token is no longer valid, by the server's `expires_in`.
    public var expiresAt: Date

    /// Makes a token; `sealedText` is sealed for ``ConnectSecret/token(of:)``.
    public init(sealedText: Data, expiresAt: Date) {
        self.sealedText = sealedText
        self.expiresAt = expiresAt
    }
}
