import Dispatch
import Essentials
import Foundation
import HTTPMessages
import PageImages
import ServiceCalls

/// Runs API calls that change something on separate threads, with a limited number at once and fair shares for the
/// accounts. An uploaded envelope, template or history may be expensive; other requests are still answered meanwhile.
package final class HeavyCalls: Sendable {
    private let slots: FairSlots
    private let queue = DispatchQueue(label: "countersign.heavy-calls", attributes: .concurrent)
    /// The maximum body size of any such call, in bytes.
    private let bodyLimit: Int
    private let byteLimit: Int
    /// The body bytes of each account's unanswered calls.
    private let bytes = Locked<[String: Int]>([:])

    package init(_ configuration: EnvelopeServiceConfiguration) {
        slots = FairSlots(count: configuration.heavyCalls, line: configuration.heavyCallsWaiting)
        bodyLimit = max(
            configuration.requestLimit, configuration.commits.historySize, configuration.uploads.partSize)
        byteLimit = max(bodyLimit, configuration.heavyCallBytes)
    }

    /// Returns the route, made to wait for a slot unless it is public or its method is GET or HEAD.
    package func guarded(_ route: APIRoute) -> APIRoute {
        guard route.needsToken, route.method != .get, route.method != .head else { return route }
        return APIRoute(route.method, route.path, needsToken: true, answersHead: route.answersHead) { request in
            try await self.run(request) { try await route.handler($0, ()) }
        }
    }

    /// Runs a call of an account once the account has a slot.
    ///
    /// - Throws: ``TooManyCalls``, and the errors of `handler`
    private func run(
        _ request: ServiceCall, _ handler: @escaping @Sendable (ServiceCall) async throws -> HTTPReply
    ) async throws -> HTTPReply {
        let account = try request.requireIdentity().accountID
        let announced = request.headers[.contentLength].flatMap(Int.init) ?? bodyLimit
        let size = min(max(0, announced), bodyLimit)
        try reserve(size, for: account)
        defer { release(size, of: account) }
        var request = request
        // Read before a slot is taken: a slow client keeps nobody waiting.
        request.body = CallBody(try await request.body.data(limit: bodyLimit))
        do {
            return try await slots.run(for: FairShare(account: account)) { [request] in
                // Older systems run it on the shared threads, with the same limit.
                guard #available(macOS 15, iOS 18, *) else { return try await handler(request) }
                return try await withTaskExecutorPreference(HeavyThreads(self.queue)) {
                    try await handler(request)
                }
            }
        } catch is FairSlots.Full {
            throw TooManyCalls()
        }
    }

    private func reserve(_ size: Int, for account: String) throws {
        try bytes.withLock { bytes in
            let sum = bytes[account, default: 0] + size
            guard sum <= byteLimit else { throw TooManyCalls() }
            bytes[account] = sum
        }
    }

    private func release(_ size: Int, of account: String) {
        bytes.withLock { bytes in
            let rest = bytes[account, default: 0] - size
            bytes[account] = rest > 0 ? rest : nil
        }
    }
}

/// The account has too many waiting calls, or too many bytes in them.
public struct TooManyCalls: Error, Sendable {
    package init() {}
}

/// Threads separate from those that answer all other requests.
@available(macOS 15, iOS 18, *)
private final class HeavyThreads: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
