/// Both tokens, in every answer that signs in.
struct TokenAnswer: Sendable, Decodable {
    let access_token: String
    let refresh_token: String
    let user_type: String?
}

/// The answer to the beginning of a sign-in.
struct InitAnswer: Sendable, Decodable {
    let challenge_id: String?
    let auth_tokens: TokenAnswer?
    let user_type: String?
}

/// What has become of a sign-in.
struct ChallengeAnswer: Sendable, Decodable {
    let status: String?
    let access_token: String?
    let refresh_token: String?
    let user_type: String?
}

/// A user's profile.
struct ProfileAnswer: Sendable, Decodable {
    let data: [String: JSONValue]
    let meta: [String: JSONValue]?
    let auth_level: String?
}

/// The parts of an app's configuration that the library reads.
struct AppConfigAnswer: Sendable, Decodable {
    struct App: Sendable, Decodable {
        let id: String
        let schema: [String: Field]?
    }

    struct Field: Sendable, Decodable {
        struct Encryption: Sendable, Decodable {
            let state: String?
        }

        let encryption: Encryption?
    }

    let app: App
}

/// The body of an error.
struct HubRefusal: Sendable, Decodable {
    let statusCode: Int
    let error: String
    let code: String?
    let message: String?
    let messages: [String]?
}
