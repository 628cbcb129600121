import Foundation

/// An application whose users the service signs in.
public struct IdentityApp: Sendable, Hashable {
    /// Assigned when the application is created.
    public let id: String
    /// The name that people see on the sign-in page.
    public var name: String
    /// The public key, which apps and websites hold.
    public var key: String
    /// What the application's operator decides.
    public var settings: AppSettings
    /// When it was created.
    public let createdAt: Date
}

/// An application's secrets, which are shown once.
public struct AppCredentials: Sendable, Hashable, Codable {
    /// The application's id; the `aud` of its tokens is this behind `app:`.
    public let appId: String
    /// The public key, which apps and websites send.
    public let appKey: String
    /// For servers only.
    public let appSecret: String
}
