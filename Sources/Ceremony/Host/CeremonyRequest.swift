import Envelopes
import Foundation

/// A request for the page or from it, whoever carries it: an HTTP server, or a web view's own scheme.
public struct CeremonyRequest: Sendable {
    /// In upper case: `GET`, `POST`, `PUT`.
    public var method: String
    /// Relative to the page's base address, without a leading slash, percent-decoded; empty for the page itself.
    public var path: String
    /// Percent-decoded.
    public var query: [String: String]
    /// Names in lower case.
    public var headers: [String: String]
    public var body: Data
    /// Where the request came from, as the carrier saw it; kept with what the person does.
    public var ipAddress: String?
    public var userAgent: String?

    public init(
        method: String, path: String, query: [String: String] = [:], headers: [String: String] = [:],
        body: Data = Data(), ipAddress: String? = nil, userAgent: String? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.ipAddress = ipAddress
        self.userAgent = userAgent
    }
}

/// What the carrier sends back.
public struct CeremonyResponse: Sendable, Equatable {
    public var status: Int
    /// Names in lower case.
    public var headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func json(_ value: some Encodable, status: Int = 200) throws -> CeremonyResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return CeremonyResponse(
            status: status,
            headers: ["content-type": "application/json; charset=utf-8", "cache-control": "no-store"],
            body: try encoder.encode(value))
    }

    /// A refusal in the form that the page reads: `{"error":{"code","message","fields"?,"pages"?,"redirect"?}}`.
    ///
    /// - Parameter message: one sentence for the person at the page.
    public static func refusal(
        status: Int, code: String, message: String, fields: [String]? = nil, pages: [DocumentPage]? = nil,
        redirect: String? = nil
    ) -> CeremonyResponse {
        struct Answer: Encodable {
            struct Detail: Encodable {
                let code: String
                let message: String
                let fields: [String]?
                let pages: [DocumentPage]?
                let redirect: String?
            }
            let error: Detail
        }
        let detail = Answer.Detail(code: code, message: message, fields: fields, pages: pages, redirect: redirect)
        let response = try? json(Answer(error: detail), status: status)
        return response ?? CeremonyResponse(status: status)
    }

    /// The answer to a request whose session has ended, for the carrier that keeps the sessions.
    public static func sessionTimeout(
        returningTo address: ReturnAddress, configuration: CeremonyConfiguration = CeremonyConfiguration()
    ) -> CeremonyResponse {
        refusal(
            status: 401, code: "session_timeout",
            message: "The session has ended because it was not used for a while; nothing you entered is lost.",
            redirect: address.location(for: .sessionTimeout)
        ).secured(configuration)
    }

    /// The response with the headers that keep the page from being misused.
    func secured(_ configuration: CeremonyConfiguration) -> CeremonyResponse {
        var response = self
        response.headers["content-security-policy"] = configuration.contentSecurityPolicy
        response.headers["x-content-type-options"] = "nosniff"
        response.headers["referrer-policy"] = "no-referrer"
        response.headers["cross-origin-resource-policy"] = "same-origin"
        if response.headers["cache-control"] == nil { response.headers["cache-control"] = "no-store" }
        return response
    }
}
