/// The answer of the token endpoint (RFC 6749 §5.1).
struct OAuthTokens: Sendable, Hashable, Decodable {
    let accessToken: String
    /// `nil` if the server sends none, or the previous one stays valid.
    let refreshToken: String?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
    }
}
