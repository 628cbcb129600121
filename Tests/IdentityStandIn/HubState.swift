import Foundation

/// What a stand-in for the service knows.
package struct HubState: Sendable, Codable {
    package struct User: Sendable, Codable {
        package var id: String
        package var level: String
        package var data: [String: String] = [:]
    }

    package struct RefreshToken: Sendable, Codable {
        package var userID: String
        package var family: String
        /// The token that it was exchanged for; `nil` if it is unused.
        package var successor: String?
    }

    package struct Challenge: Sendable, Codable {
        package var email: String
        package var code: String
        package var verifierHash: String
        package var isComplete = false
        package var returnURL: String?
    }

    /// Seconds since 1970, by the service's clock.
    package var now = Date().timeIntervalSince1970
    /// Seconds for which access tokens are valid.
    package var lifetime = 3600.0
    package var users: [String: User] = [:]
    package var tokens: [String: RefreshToken] = [:]
    package var revoked: Set<String> = []
    package var challenges: [String: Challenge] = [:]
    package var encryptedFields: [String] = []
    /// Profile fields that the service refuses.
    package var refusedFields: Set<String> = []
    /// Users whose access tokens are no longer taken.
    package var endedUsers: Set<String> = []
    /// Profile fields that are not in the schema.
    package var unknownFields: Set<String> = []
    package var counter = 0
    /// How often tokens were exchanged.
    package var refreshes = 0
    /// How often a token was shown again because the answer was lost.
    package var repeats = 0
    package var calls: [String] = []
    package var lastBodies: [String: String] = [:]

    package init() {}
}

/// What goes wrong on the way to the service and back.
package enum HubFault: Sendable, Hashable {
    /// The call does not arrive.
    case offline
    /// The service acts, and its answer is lost.
    case lostAnswer
    /// Somebody else answers.
    case answer(status: Int, body: String)
}
