import Foundation
import RowndDialect

/// A user of an application.
struct IdentityUser: Sendable, Hashable {
    let id: String
    let appID: String
    let createdAt: Date
    var body: Body
    /// The e-mail address that signs the user in, as they wrote it; `nil` for none.
    var email: String?
    var isVerified: Bool

    struct Body: Sendable, Hashable, Codable {
        /// Whether the user may sign in.
        var isEnabled = true
        /// Whether the user began without an identifier, as a guest or by an app's own doing.
        var beganAs: Beginning?
        var data: [String: JSONValue] = [:]
        var meta: [String: JSONValue] = [:]
        var modifiedAt: Date
        var firstMethod: String?
        var lastMethod: String?
        var lastSignInAt: Date?
    }

    enum Beginning: String, Sendable, Hashable, Codable {
        case instant, guest
    }

    /// The level that tokens and profiles name.
    var level: String {
        isVerified ? "verified" : email != nil ? "unverified" : body.beganAs?.rawValue ?? "unverified"
    }

    var isAnonymous: Bool { !isVerified && email == nil && body.beganAs != nil }

    /// The profile as answers have it.
    var profile: HubProfile {
        var profile = HubProfile(data: body.data.merging(["user_id": .string(id)]) { $1 })
        var meta = body.meta
        meta["created"] = .string(Self.text(createdAt))
        meta["modified"] = .string(Self.text(body.modifiedAt))
        if let method = body.firstMethod { meta["first_sign_in_method"] = .string(method) }
        if let method = body.lastMethod { meta["last_sign_in_method"] = .string(method) }
        if let date = body.lastSignInAt { meta["last_sign_in"] = .string(Self.text(date)) }
        profile.meta = meta
        profile.authLevel = level
        profile.state = body.isEnabled ? "enabled" : "disabled"
        profile.userID = id
        profile.verified = isVerified && email != nil ? ["email": .string(email ?? "")] : [:]
        return profile
    }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
