import Foundation
import HTTPMessages
import JWTKit

/// An OpenID Connect provider through which people sign in to an application: Apple, Google, or a stand-in for one.
public struct OpenIDProvider: Sendable, Hashable, Codable {
    /// The providers for which the sign-in page has a button, with their issuers.
    static let known = ["apple": "https://appleid.apple.com", "google": "https://accounts.google.com"]

    /// `apple` or `google`.
    public var method: String
    /// The provider's address, without a trailing slash; the `iss` of its tokens.
    public var issuer: String
    /// The id that the provider gave the application for the web.
    public var clientID: String
    /// The ids of the application's apps. Their identity tokens can be exchanged.
    public var appClientIDs: [String]
    /// The file with the client secret, or, with ``teamID`` and ``keyID``, with the private key that makes one (PEM).
    public var secretFile: String
    /// Apple's id of the developer team.
    public var teamID: String?
    /// Apple's id of the private key.
    public var keyID: String?

    /// - Parameter issuer: the provider's address; `nil` for that of Apple or Google, by `method`
    public init(
        method: String, issuer: String? = nil, clientID: String, appClientIDs: [String] = [], secretFile: String,
        teamID: String? = nil, keyID: String? = nil
    ) {
        self.method = method
        self.issuer = issuer ?? Self.known[method] ?? ""
        self.clientID = clientID
        self.appClientIDs = appClientIDs
        self.secretFile = secretFile
        self.teamID = teamID
        self.keyID = keyID
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case method, issuer
        case clientID = "client_id"
        case appClientIDs = "app_client_ids"
        case secretFile = "secret_file"
        case teamID = "team_id"
        case keyID = "key_id"
    }

    /// - Throws: `DecodingError`, also for a member that is not a setting
    public init(from decoder: any Decoder) throws {
        try decoder.refuseOthers(than: CodingKeys.allCases.map(\.rawValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            method: try members.decode(String.self, forKey: .method),
            issuer: try members.decodeIfPresent(String.self, forKey: .issuer),
            clientID: try members.decode(String.self, forKey: .clientID),
            appClientIDs: try members.decodeIfPresent([String].self, forKey: .appClientIDs) ?? [],
            secretFile: try members.decode(String.self, forKey: .secretFile),
            teamID: try members.decodeIfPresent(String.self, forKey: .teamID),
            keyID: try members.decodeIfPresent(String.self, forKey: .keyID))
    }

    func problems() -> [String] {
        var problems: [String] = []
        if Self.known[method] == nil {
            problems.append("The provider “\(method.prefix(64))” can only be apple or google.")
        }
        let url = URL(string: issuer)
        if issuer.utf8.count > 500 || !["https", "http"].contains(url?.scheme) || url?.host() == nil
            || url?.hasUsablePort == false || url?.query() != nil || issuer.hasSuffix("/")
        {
            problems.append("The issuer “\(issuer.prefix(200))” has to be like https://accounts.example.com.")
        }
        if appClientIDs.count > 20
            || ([clientID] + appClientIDs).contains(where: { !(1...500).contains($0.utf8.count) })
        {
            problems.append("The provider “\(method.prefix(64))” needs a client_id, and at most 20 app_client_ids.")
        }
        if !secretFile.hasPrefix("/") {
            problems.append("The provider “\(method.prefix(64))” needs a secret_file, with its whole path.")
        }
        if (teamID == nil) != (keyID == nil) {
            problems.append("The provider “\(method.prefix(64))” needs both team_id and key_id, or neither.")
        }
        return problems
    }

    /// Returns the client secret; for Apple, a token that its private key signs for five minutes.
    ///
    /// - Throws: the errors of reading the file and its key
    func clientSecret(at date: Date) async throws -> String {
        let text = try String(contentsOfFile: secretFile, encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines)
        guard let teamID, let keyID else { return text }
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: try ES256PrivateKey(pem: text), kid: JWKIdentifier(string: keyID))
        return try await keys.sign(
            ClientAssertion(
                iss: IssuerClaim(value: teamID), sub: SubjectClaim(value: clientID),
                aud: AudienceClaim(value: [issuer]), iat: IssuedAtClaim(value: date),
                exp: ExpirationClaim(value: date.addingTimeInterval(300))), kid: JWKIdentifier(string: keyID))
    }

    private struct ClientAssertion: JWTPayload {
        let iss: IssuerClaim
        let sub: SubjectClaim
        let aud: AudienceClaim
        let iat: IssuedAtClaim
        let exp: ExpirationClaim

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }
}
