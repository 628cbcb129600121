import ClientSupport
import DescribedErrors
import Essentials
import Foundation
import HTTPMessages
import RowndDialect

/// Sends the calls of the hub API.
struct HubClient: Sendable {
    private let server: URL
    private let appKey: String
    private let transport: any HTTPTransport
    private let timeout: TimeInterval
    private let clock: ServerClock

    init(_ configuration: IdentityConfiguration, clock: ServerClock) {
        server = configuration.server
        appKey = configuration.appKey
        transport = configuration.transport
        timeout = configuration.timeout
        self.clock = clock
    }

    /// Returns the server's answer, whatever its status.
    ///
    /// - Parameters:
    ///   - path: the path's components, not encoded
    ///   - bearer: an access token; `nil` for none
    func exchange(
        _ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue? = nil, bearer: String? = nil,
        headers: HTTPFields = [:]
    ) async throws(IdentityError) -> HTTPReply {
        var address = server.absoluteString
        while address.hasSuffix("/") { address.removeLast() }
        for part in path {
            guard !part.isEmpty, part != ".", part != ".." else {
                throw .invalidConfiguration(what: "a name in the path of a request is empty, . or ..")
            }
            address += "/" + FormText.encoded(part)
        }
        guard let url = URL(string: address) else {
            throw .invalidConfiguration(what: "the server's address cannot be read")
        }
        return try await exchange(method, url: url, body, bearer: bearer, headers: headers)
    }

    func exchange(
        _ method: HTTPRequest.Method, url: URL, _ body: JSONValue? = nil, bearer: String? = nil,
        headers: HTTPFields = [:]
    ) async throws(IdentityError) -> HTTPReply {
        var call = HTTPCall(method, url: url, headers: headers)
        call.headers[named: "x-rownd-app-key"] = appKey
        call.headers[.accept] = "application/json"
        if let bearer { call.headers[.authorization] = "Bearer \(bearer)" }
        do {
            if let body {
                call.headers[.contentType] = "application/json"
                call.body = try body.bytes()
            }
            try Task.checkCancellation()
            let reply = try await transport.send(call, timeout: timeout)
            clock.note(reply.headers[.date])
            return reply
        } catch {
            throw IdentityError(supporting: error)
        }
    }

    /// Returns the server's successful answer as a value.
    func answer<Answer: Decodable>(
        _ type: Answer.Type, _ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue? = nil,
        bearer: String? = nil
    ) async throws(IdentityError) -> Answer {
        try Self.decoded(type, try await exchange(method, path, body, bearer: bearer))
    }

    /// Returns an answer as a value.
    ///
    /// - Throws: ``IdentityError/refused(status:code:message:)`` for any status except 200 to 299
    static func decoded<Answer: Decodable>(_ type: Answer.Type, _ reply: HTTPReply) throws(IdentityError) -> Answer {
        guard (200..<300).contains(reply.status) else { throw refusal(reply) }
        do {
            return try JSONDecoder().decode(type, from: reply.body)
        } catch {
            throw .unreadableAnswer(what: "it is not the answer to this call (status \(reply.status))")
        }
    }

    /// Returns the error for an answer.
    static func refusal(_ reply: HTTPReply) -> IdentityError {
        let body = try? JSONDecoder().decode(HubRefusal.self, from: reply.body)
        let message = body?.message ?? body?.messages?.first ?? ""
        return .refused(
            status: reply.status, code: body?.code.map { QuotedText.plain($0, longest: 128) },
            message: message.isEmpty
                ? "The server answered \(reply.status)." : QuotedText.plain(message, longest: 1000))
    }

    /// Whether the service itself has refused a token or a code for good: a status that means so, with the API's error
    /// body. A proxy, a captive portal or a wrong address answers otherwise.
    static func isDefinite(_ reply: HTTPReply) -> Bool {
        guard reply.status == 400 || reply.status == 401,
            let body = try? JSONDecoder().decode(HubRefusal.self, from: reply.body)
        else { return false }
        return body.statusCode == reply.status
    }
}
