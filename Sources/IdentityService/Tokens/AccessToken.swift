import Foundation
import JWTKit
import RowndDialect

/// The claims of an access token.
struct AccessToken: JWTPayload, Sendable {
    let subject: SubjectClaim
    let issuer: IssuerClaim
    let audience: AudienceClaim
    let issuedAt: IssuedAtClaim
    let expires: ExpirationClaim
    let id: IDClaim
    let userID: String
    let isVerified: Bool
    /// `true` for guests; absent for others.
    let isAnonymous: Bool?
    let level: String
    /// The session, so that ending it ends the token's use here.
    let sessionID: String
    /// An e-mail address that the user has proven.
    let email: String?
    let name: String?

    private struct CodingKeys: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(_ name: String) { stringValue = name }

        static let subject = CodingKeys("sub"), issuer = CodingKeys("iss"), audience = CodingKeys("aud")
        static let issuedAt = CodingKeys("iat"), expires = CodingKeys("exp"), id = CodingKeys("jti")
        static let userID = CodingKeys(HubClaim.userID), isVerified = CodingKeys(HubClaim.isVerified)
        static let isAnonymous = CodingKeys(HubClaim.isAnonymous), level = CodingKeys(HubClaim.level)
        static let sessionID = CodingKeys("sid"), email = CodingKeys("email"), name = CodingKeys("name")
    }

    init(_ user: IdentityUser, sessionID: String, issuer: String, at date: Date, life: TimeInterval) {
        subject = SubjectClaim(value: user.id)
        self.issuer = IssuerClaim(value: issuer)
        audience = AudienceClaim(value: ["app:\(user.appID)"])
        issuedAt = IssuedAtClaim(value: date)
        expires = ExpirationClaim(value: date.addingTimeInterval(life))
        id = IDClaim(value: UUID().uuidString.lowercased())
        userID = user.id
        isVerified = user.isVerified
        isAnonymous = user.isAnonymous ? true : nil
        level = user.level
        self.sessionID = sessionID
        email = user.isEmailVerified ? user.email : nil
        let parts = ["first_name", "last_name"].compactMap { user.body.data[$0]?.string }.filter { !$0.isEmpty }
        name = parts.isEmpty ? nil : String(parts.joined(separator: " ").prefix(200))
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: CodingKeys.self)
        subject = try claims.decode(SubjectClaim.self, forKey: .subject)
        issuer = try claims.decode(IssuerClaim.self, forKey: .issuer)
        audience = try claims.decode(AudienceClaim.self, forKey: .audience)
        issuedAt = try claims.decode(IssuedAtClaim.self, forKey: .issuedAt)
        expires = try claims.decode(ExpirationClaim.self, forKey: .expires)
        id = try claims.decode(IDClaim.self, forKey: .id)
        userID = try claims.decode(String.self, forKey: .userID)
        isVerified = try claims.decode(Bool.self, forKey: .isVerified)
        isAnonymous = try claims.decodeIfPresent(Bool.self, forKey: .isAnonymous)
        level = try claims.decode(String.self, forKey: .level)
        sessionID = try claims.decode(String.self, forKey: .sessionID)
        email = try claims.decodeIfPresent(String.self, forKey: .email)
        name = try claims.decodeIfPresent(String.self, forKey: .name)
    }

    func encode(to encoder: any Encoder) throws {
        var claims = encoder.container(keyedBy: CodingKeys.self)
        try claims.encode(subject, forKey: .subject)
        try claims.encode(issuer, forKey: .issuer)
        // Always a list, also for one application.
        try claims.encode(audience.value, forKey: .audience)
        try claims.encode(Int(issuedAt.value.timeIntervalSince1970), forKey: .issuedAt)
        try claims.encode(Int(expires.value.timeIntervalSince1970), forKey: .expires)
        try claims.encode(id, forKey: .id)
        try claims.encode(userID, forKey: .userID)
        try claims.encode(isVerified, forKey: .isVerified)
        try claims.encodeIfPresent(isAnonymous, forKey: .isAnonymous)
        try claims.encode(level, forKey: .level)
        try claims.encode(sessionID, forKey: .sessionID)
        try claims.encodeIfPresent(email, forKey: .email)
        try claims.encodeIfPresent(name, forKey: .name)
    }

    /// Time, issuer and audience are checked by ``TokenKeys``, which knows them.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
