import Foundation
import GuardedHTTP
import HTTPTypes

/// A request for an access token with a client's own credentials (RFC 6749 §4.4).
package struct AccessTokenRequest: Sendable {
    /// An access token and its life.
    package struct Token: Sendable, Hashable {
        package let text: String
        /// When it expires, according to the server; `nil` if the server did not say.
        package let expiresAt: Date?
    }

    package var url: String
    package var clientID: String
    package var clientSecret: String
    package var scope: String?
    /// Further parameters of the form, such as `audience`.
    package var parameters: [String: String]
    package var timeLimit: Duration = .seconds(30)

    package init(
        url: String, clientID: String, clientSecret: String, scope: String? = nil, parameters: [String: String] = [:]
    ) {
        self.url = url
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.scope = scope
        self.parameters = parameters
    }

    /// The form (RFC 6749 §4.4.2).
    var form: [(String, String)] {
        var items = [("grant_type", "client_credentials")]
        if let scope, !scope.isEmpty { items.append(("scope", scope)) }
        return items + parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    var outgoing: OutgoingRequest {
        let credentials = WebhookCredentials.basic(
            name: Self.encoded(clientID), password: Self.encoded(clientSecret))
        var headers: HTTPFields = [
            .contentType: "application/x-www-form-urlencoded", .accept: "application/json",
        ]
        headers[.authorization] = credentials.header
        let body = form.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
        return OutgoingRequest(
            .post, url: url, headers: headers, body: Data(body.utf8), redirects: .withinOrigin,
            reading: .whole(limit: 64 * 1024), timeLimit: timeLimit)
    }

    /// Encodes a form's text (RFC 6749 appendix B).
    private static func encoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private struct Answer: Decodable {
        let access_token: String
        let token_type: String?
        let expires_in: Double?
    }

    /// Seconds beyond which a token's life does not count: a year.
    private static let longestLife: TimeInterval = 365 * 86_400

    static func token(in body: Data, at date: Date) throws(WebhookFailure) -> Token {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: body), !answer.access_token.isEmpty,
            answer.access_token.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { throw .noToken("The authorization server's answer holds none.") }
        guard answer.token_type?.lowercased() ?? "bearer" == "bearer" else {
            throw .noToken("The authorization server issued a token that is no bearer token.")
        }
        let life = answer.expires_in.map { min(max($0, 0), longestLife) }
        return Token(text: answer.access_token, expiresAt: life.map(date.addingTimeInterval))
    }
}

extension WebhookSender {
    /// Gets an access token, through the guard.
    ///
    /// - Throws: ``WebhookFailure`` and `CancellationError`
    package func token(_ request: AccessTokenRequest, at date: Date) async throws -> AccessTokenRequest.Token {
        let reply: OutgoingReply
        do {
            reply = try await client.reply(to: request.outgoing)
        } catch let failure as OutgoingFailure {
            throw WebhookFailure.noToken(failure.description)
        }
        guard reply.status == 200 else {
            throw WebhookFailure.noToken("The authorization server answered with HTTP status \(reply.status).")
        }
        return try AccessTokenRequest.token(in: reply.body, at: date)
    }
}
