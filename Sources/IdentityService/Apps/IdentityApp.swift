import Foundation

/// An application whose users the service signs in.
public struct IdentityApp: Sendable, Hashable {
    public let id: String
    public var name: String
    /// The public key, which apps and websites hold.
    public var key: String
    public var settings: AppSettings
    public let createdAt: Date
}

/// An application's secrets, which are shown once.
public struct AppCredentials: Sendable, Hashable, Codable {
    public let appId: String
    public let appKey: String
    /// For servers only.
    public let appSecret: String
}
