import Essentials

/// Both tokens, in every answer that signs in.
package struct HubTokens: Sendable, Hashable, Codable {
    package var accessToken: String
    package var refreshToken: String
    /// `new_user` or `existing_user`.
    package var userType: String?
    /// Where a sign-in by link goes on: what its beginning named.
    package var redirect: String?

    package init(accessToken: String, refreshToken: String, userType: String? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.userType = userType
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case userType = "user_type"
        case redirect = "redirect_url"
    }
}

/// The answer to the beginning of a sign-in.
package struct HubChallenge: Sendable, Hashable, Codable {
    /// Names the sign-in that waits for its code; `nil` if none is needed.
    package var challengeID: String?
    package var message: String?
    /// The tokens of a guest.
    package var tokens: HubTokens?
    package var userType: String?

    package init(
        challengeID: String? = nil, message: String? = nil, tokens: HubTokens? = nil, userType: String? = nil
    ) {
        self.challengeID = challengeID
        self.message = message
        self.tokens = tokens
        self.userType = userType
    }

    private enum CodingKeys: String, CodingKey {
        case message
        case challengeID = "challenge_id"
        case tokens = "auth_tokens"
        case userType = "user_type"
    }
}

/// A sign-in through a provider: its id and the address to which the browser goes.
package struct HubVisit: Sendable, Hashable, Codable {
    package let challengeID: String
    package let url: String

    package init(challengeID: String, url: String) {
        self.challengeID = challengeID
        self.url = url
    }

    private enum CodingKeys: String, CodingKey {
        case url
        case challengeID = "challenge_id"
    }
}

/// The state of a sign-in.
package struct HubChallengeStatus: Sendable, Hashable, Codable {
    /// `pending` or `verified`.
    package var status: String?
    package var accessToken: String?
    package var refreshToken: String?
    package var userID: String?
    package var appID: String?
    package var userType: String?
    /// How the person signed in.
    package var method: String?
    /// Where a sign-in by link goes on: what its beginning named.
    package var redirect: String?

    package init(status: String) {
        self.status = status
    }

    private enum CodingKeys: String, CodingKey {
        case status
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case userID = "app_user_id"
        case appID = "app_id"
        case userType = "user_type"
        case method = "sign_in_method"
        case redirect = "redirect_url"
    }
}

/// A user's profile.
package struct HubProfile: Sendable, Hashable, Codable {
    package var data: [String: JSONValue]
    package var meta: [String: JSONValue]?
    /// `instant`, `guest`, `unverified` or `verified`.
    package var authLevel: String?
    /// `enabled` or `disabled`.
    package var state: String?
    /// The id of the user.
    package var userID: String?
    /// The values that the user has proven, such as an e-mail address.
    package var verified: [String: JSONValue]?

    package init(data: [String: JSONValue]) {
        self.data = data
    }

    private enum CodingKeys: String, CodingKey {
        case data, meta, state
        case authLevel = "auth_level"
        case userID = "rownd_user"
        case verified = "verified_data"
    }
}

/// What an application's clients need to know.
package struct HubAppConfig: Sendable, Hashable, Codable {
    package struct App: Sendable, Hashable, Codable {
        package var id: String
        package var name: String?
        package var schema: [String: Field]?
        package var config: JSONValue?

        package init(id: String, name: String?, schema: [String: Field]?, config: JSONValue?) {
            self.id = id
            self.name = name
            self.schema = schema
            self.config = config
        }
    }

    package struct Field: Sendable, Hashable, Codable {
        package struct Encryption: Sendable, Hashable, Codable {
            /// `enabled` or `disabled`.
            package var state: String?

            package init(state: String?) {
                self.state = state
            }
        }

        package var displayName: String?
        package var type: String?
        package var required: Bool?
        /// `user` or `app`.
        package var ownedBy: String?
        /// Whether a value, once set, stays.
        package var readOnly: Bool?
        package var encryption: Encryption?

        package init(
            displayName: String?, type: String?, required: Bool?, ownedBy: String?, readOnly: Bool? = nil,
            encryption: Encryption?
        ) {
            self.displayName = displayName
            self.type = type
            self.required = required
            self.ownedBy = ownedBy
            self.readOnly = readOnly
            self.encryption = encryption
        }

        private enum CodingKeys: String, CodingKey {
            case type, required, encryption
            case displayName = "display_name"
            case ownedBy = "owned_by"
            case readOnly = "read_only"
        }
    }

    package var app: App

    package init(app: App) {
        self.app = app
    }
}

/// The body of an error.
package struct HubRefusal: Sendable, Hashable, Codable {
    package var statusCode: Int
    package var error: String
    package var code: String?
    package var message: String?
    /// All problems, if there may be several.
    package var messages: [String]?

    package init(statusCode: Int, error: String, code: String?, message: String?, messages: [String]?) {
        self.statusCode = statusCode
        self.error = error
        self.code = code
        self.message = message
        self.messages = messages
    }
}

/// The names of an access token's own claims.
package enum HubClaim {
    package static let prefix = "https://auth.rownd.io/"
    package static let userID = prefix + "app_user_id"
    package static let isVerified = prefix + "is_verified_user"
    package static let isAnonymous = prefix + "is_anonymous"
    package static let level = prefix + "auth_level"
}
