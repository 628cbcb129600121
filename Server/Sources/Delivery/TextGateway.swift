import Foundation
import GuardedHTTP
import HTTPTypes

/// The operator's server that carries text messages to telephones.
///
/// It is posted JSON, `{"id": …, "to": "+41790000000", "text": …}`, with the token, if there is one, as
/// `Authorization: Bearer …`. A status from 200 to 299 means that it has the message. 408, 425, 429 and statuses from 500
/// are tried again with the same `id`, which is also the header `Idempotency-Key`; any other status is final.
public struct TextGateway: Sendable {
    /// Where messages are posted: https, or http on this machine.
    public let address: URL
    /// A file with the token, read anew for each message; `nil` for none.
    public let tokenFile: URL?
    /// The time for one message, from the connection to the reply.
    public var timeLimit: Duration = .seconds(20)
    private let client: GuardedClient

    /// - Returns: `nil` for an address that is neither https nor http on this machine
    public init?(_ address: URL, tokenFile: URL? = nil) {
        guard let host = address.host(), !host.isEmpty, address.user() == nil, address.fragment() == nil else {
            return nil
        }
        let isHere = ["localhost", "127.0.0.1", "::1"].contains(host)
        guard address.scheme == "https" || address.scheme == "http" && isHere else { return nil }
        self.address = address
        self.tokenFile = tokenFile
        // The operator has named the address, so any network will do.
        var policy = GuardPolicy(allowing: ["0.0.0.0/0", "::/0"].compactMap(NetworkBlock.init), allowsHTTP: isHere)
        policy.mostRedirects = 0
        client = GuardedClient(policy)
    }

    private struct Message: Encodable {
        let id: String
        let to: String
        let text: String
    }

    /// Hands over a message.
    ///
    /// - Throws: `CancellationError`
    func send(_ text: String, to number: String, id: String) async throws -> JobOutcome {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let name = HTTPField.Name("Idempotency-Key") { headers[name] = id }
        if let tokenFile {
            guard let token = try? String(contentsOf: tokenFile, encoding: .utf8) else {
                return .again(because: "The file with the text gateway's token cannot be read.")
            }
            headers[.authorization] = "Bearer \(token.trimmingCharacters(in: .whitespacesAndNewlines))"
        }
        do {
            let reply = try await client.reply(
                to: OutgoingRequest(
                    .post, url: address.absoluteString, headers: headers,
                    body: try JSONEncoder().encode(Message(id: id, to: number, text: text)),
                    redirects: .withinOrigin, reading: .explanation(limit: 0), timeLimit: timeLimit))
            switch reply.status {
            case 200..<300: return .done()
            case 408, 425, 429, 500...:
                return .again(because: "The text gateway answered with HTTP status \(reply.status).")
            default: return .dead(because: "The text gateway answered with HTTP status \(reply.status).")
            }
        } catch let failure as OutgoingFailure {
            return .again(because: "The text gateway: \(failure)")
        }
    }
}
