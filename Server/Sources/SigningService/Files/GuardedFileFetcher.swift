import EnvelopeService
import Foundation
import GuardedHTTP
import HTTPTypes

/// Fetches files through the guard: no address of this machine or of a private network, whatever name or redirect
/// leads there, unless the operator names the network.
public struct GuardedFileFetcher: FileFetcher {
    /// The maximum size of a file, in bytes.
    public var limit: Int
    private let client: GuardedClient

    /// - Parameters:
    ///   - policy: the networks and schemes that are allowed
    ///   - limit: the maximum size of a file, in bytes
    public init(_ policy: GuardPolicy, limit: Int) {
        client = GuardedClient(policy)
        self.limit = limit
    }

    /// Fetches a file of at most ``limit`` bytes, or of `most` if that is less.
    public func file(at address: String, deadline: Date, limit most: Int) async throws(FileFetchProblem) -> Data {
        let seconds = max(0, deadline.timeIntervalSinceNow)
        // A content coding is neither asked for nor decoded: compressed bytes are no PDF.
        let request = OutgoingRequest(
            url: address, headers: [.accept: "application/pdf, */*;q=0.1"], reading: .whole(limit: min(limit, most)),
            timeLimit: .seconds(seconds))
        let reply: OutgoingReply
        do {
            reply = try await client.reply(to: request)
        } catch let failure as OutgoingFailure {
            throw FileFetchProblem(failure)
        } catch {
            throw .unreachable
        }
        guard reply.status == 200 else { throw .status(reply.status) }
        return reply.body
    }
}

extension FileFetchProblem {
    init(_ failure: OutgoingFailure) {
        self =
            switch failure {
            case .refused(.scheme("http")): .notSecure
            case .refused(.unreadable), .refused(.scheme), .refused(.credentials), .refused(.otherCharacters),
                .refused(.port):
                .notAnAddress
            case .refused(.numericHost), .refused(.notPublic): .forbidden
            case .refused(.unknownHost), .unreachable: .unreachable
            case .refused(.tooManyRedirects(let limit)): .tooManyRedirects(limit: limit)
            case .tooSlow(let seconds): .tooSlow(seconds: Int(seconds.rounded()))
            case .tooLong(let limit): .tooLarge(limit: limit)
            }
    }
}
