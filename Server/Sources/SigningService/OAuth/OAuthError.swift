import EnvelopeService
import Foundation
import HTTPMessages

/// An error of the token endpoint (RFC 6749 §5.2), in the eSignature API's words.
struct OAuthError: Error, Sendable, Hashable, Encodable {
    enum Code: String, Sendable, Encodable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case accessDenied = "access_denied"
        case consentRequired = "consent_required"
    }

    let error: Code
    let errorDescription: String?

    init(_ error: Code, _ description: String? = nil) {
        self.error = error
        errorDescription = description
    }

    /// The code, refresh token or assertion is used, expired, or unknown.
    static let spent = OAuthError(.invalidGrant, "expired_client_token")
    /// An assertion is not signed by a key of its issuer, or not for this service.
    static let unsigned = OAuthError(.invalidGrant, "no_valid_keys_or_signatures")
    /// The person has not allowed the application to act for them on its own.
    static let noConsent = OAuthError(.consentRequired)
    static let unknownScope = OAuthError(.invalidScope, "scope can only be signature, extended and impersonation")

    private enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
    }

    /// - Parameter challenged: whether the client sent an `Authorization` header
    func answer(challenged: Bool = false) throws -> HTTPReply {
        guard error == .invalidClient, challenged else { return try .json(self, status: 400) }
        return try .json(self, status: 401, headers: [.wwwAuthenticate: "Basic realm=\"oauth\""])
    }
}

/// The fields of a form or a query (WHATWG URL, application/x-www-form-urlencoded).
struct FormFields: Sendable {
    private let fields: [String: String]

    /// - Throws: ``OAuthError`` if a field is repeated (RFC 6749 §3.1, §3.2) or cannot be decoded
    init(_ text: String) throws(OAuthError) {
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts.first ?? ""), let value = Self.decoded(parts.count > 1 ? parts[1] : "")
            else { throw OAuthError(.invalidRequest, "a parameter cannot be decoded") }
            guard fields.updateValue(value, forKey: name) == nil else {
                throw OAuthError(.invalidRequest, "\(name.prefix(40)) is given more than once")
            }
        }
        self.fields = fields
    }

    init(_ fields: [String: String]) { self.fields = fields }

    /// Returns a field's value; `nil` if it is missing or empty (RFC 6749 §3.1 treats both alike).
    subscript(name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

    private static func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
