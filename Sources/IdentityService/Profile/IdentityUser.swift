import Essentials
import Foundation
import RowndDialect

/// A user of an application.
struct IdentityUser: Sendable, Hashable {
    let id: String
    let appID: String
    let createdAt: Date
    var body: Body
    /// The e-mail address that signs the user in; `nil` for none.
    var email: String?
    /// Whether the user has shown that the e-mail address is theirs.
    var isEmailVerified = false
    /// The telephone number that signs the user in; `nil` for none.
    var phone: String?
    var isPhoneVerified = false
    /// Whether a passkey or another service signs the user in.
    var signsInOtherwise = false

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

    var isVerified: Bool { isEmailVerified || isPhoneVerified }

    private var hasAddress: Bool { email != nil || phone != nil }

    subscript(kind: SignInAddress.Kind) -> String? { kind == .email ? email : phone }

    /// Gives the user an address that they have shown to be theirs.
    mutating func prove(_ address: SignInAddress) {
        switch address.kind {
        case .email: (email, isEmailVerified) = (address.text, true)
        case .phone: (phone, isPhoneVerified) = (address.text, true)
        }
        body.data[address.kind.field] = .string(address.text)
    }

    /// The level that tokens and profiles name.
    var level: String {
        isVerified ? "verified" : isAnonymous ? body.beganAs?.rawValue ?? "unverified" : "unverified"
    }

    /// Whether the user is a guest: they began without a way to sign in, and have none yet. Their data may become another
    /// user's.
    var isAnonymous: Bool { body.beganAs != nil && !hasAddress && !signsInOtherwise }

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
        var verified: [String: JSONValue] = [:]
        if isEmailVerified, let email { verified["email"] = .string(email) }
        if isPhoneVerified, let phone { verified["phone_number"] = .string(phone) }
        profile.verified = verified
        return profile
    }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
