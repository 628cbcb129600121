import Foundation
import GuardedHTTP
import HTTPMessages
import SignedPDF

/// Sends requests to untrusted URLs, such as those in the certificates of an uploaded document, through the guard. So
/// nobody can reach internal servers through the service.
package struct GuardedExchange: HTTPExchange {
    private let client: GuardedClient

    package init(allowing networks: [NetworkBlock] = []) {
        self.init(allowing: networks, lookUp: SystemResolver.addresses)
    }

    init(allowing networks: [NetworkBlock], lookUp: @escaping @Sendable (String) async -> [NetworkAddress]) {
        // Revocation lists and OCSP answers are signed, and most of their servers speak http only.
        client = GuardedClient(GuardPolicy(allowing: networks, allowsHTTP: true), lookUp: lookUp)
    }

    package func answer(to request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
        do {
            return HTTPExchangeAnswer(try await client.reply(to: OutgoingRequest(request)))
        } catch let failure as OutgoingFailure {
            throw HTTPExchangeFailure(failure)
        }
    }
}
