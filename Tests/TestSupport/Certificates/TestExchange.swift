import CryptographicMessages
import Essentials
import Foundation

/// The tests' network: it answers by URL and records the requests.
final class TestExchange: HTTPExchange {
    typealias Handler = @Sendable (Data?) async throws -> HTTPExchangeAnswer

    private struct State {
        var handlers: [String: Handler] = [:]
        var asked: [String] = []
    }

    private let state = Locked(State())

    /// The requested URLs, in order.
    var asked: [String] { state.withLock { $0.asked } }

    func serve(_ url: String, _ handler: @escaping Handler) {
        state.withLock { $0.handlers[url] = handler }
    }

    /// Stops answering at a URL.
    func close(_ url: String) {
        state.withLock { $0.handlers[url] = nil }
    }

    func answer(to request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
        let handler = state.withLock { state in
            state.asked.append(request.url)
            return state.handlers[request.url]
        }
        guard let handler else { throw HTTPExchangeFailure.unreachable("connection refused") }
        return try await handler(request.body)
    }
}
