import Foundation
import GuardedHTTP
import HTTPMessages
import SignedPDF

/// Sends requests to timestamp authorities, OCSP responders, and CRL servers over HTTP.
///
/// The URLs come from the user of the command line, or from certificates in a file that the user chose. For other
/// URLs, use ``GuardedExchange``. Each request limits the size and time of its answer.
package struct WebExchange: HTTPExchange {
    private let client = GuardedClient(anyAddress: GuardPolicy(allowsHTTP: true))

    package init() {}

    package func answer(to request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
        do {
            return HTTPExchangeAnswer(try await client.reply(to: OutgoingRequest(request)))
        } catch let failure as OutgoingFailure {
            throw HTTPExchangeFailure(failure)
        }
    }
}

extension OutgoingRequest {
    init(_ request: HTTPExchangeRequest) {
        var headers: HTTPFields = [:]
        headers[.accept] = request.accept
        if request.body != nil { headers[.contentType] = request.contentType }
        self.init(
            request.body == nil ? .get : .post, url: request.url, headers: headers, body: request.body,
            reading: .whole(limit: request.limit), timeLimit: request.timeLimit)
    }
}

extension HTTPExchangeAnswer {
    init(_ reply: OutgoingReply) { self.init(status: reply.status, body: reply.body) }
}

extension HTTPExchangeFailure {
    init(_ failure: OutgoingFailure) {
        self =
            switch failure {
            case .refused(.notPublic): .unreachable("its address is not a public one")
            case .refused(.unknownHost), .refused(.numericHost): .unreachable("there is no such host")
            case .refused(.port): .unreachable("its port is not a number from 1 to 65535")
            case .refused(.tooManyRedirects): .unreachable("it redirects too many times")
            case .refused: .unsupportedAddress
            case .unreachable(let reason): .unreachable(reason)
            case .tooSlow(let seconds): .tooSlow(milliseconds: Int((seconds * 1000).rounded()))
            case .tooLong(let limit): .tooLong(limit: limit)
            }
    }
}
