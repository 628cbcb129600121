/// The answer of the token endpoint (RFC 6749 §5.1).
struct OAuthTokens: Sendable, Hashable, Decodable {
    let accessToken: String
    /// Absent where the server gives none, or leaves the last one valid.
    let refreshToken: String?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
    }
}
