import DocuSignDialect
import Dispatch
import Foundation
import PageImages

/// Calls that bring something - an envelope, a template, a device's history - are answered on threads of their own, so
/// many at once and shared out among accounts: whatever one of them costs, everybody else is still answered.
final class HeavyCalls: Sendable {
    private let slots: FairSlots
    private let threads = HeavyThreads()
    /// The most bytes that any of them takes.
    private let bodyLimit: Int

    init(_ configuration: EnvelopeServiceConfiguration) {
        slots = FairSlots(count: configuration.heavyCalls, line: configuration.heavyCallsWaiting)
        bodyLimit = max(
            configuration.requestLimit, configuration.commits.historySize, configuration.uploads.partSize)
    }

    /// The route, or one that waits for its turn.
    func guarded(_ route: APIRoute) -> APIRoute {
        guard route.needsToken, route.method != "GET", route.method != "HEAD" else { return route }
        return APIRoute(route.method, route.path, needsToken: true, answersHead: route.answersHead) { request in
            let account = try request.requireIdentity().accountID
            var request = request
            // Read first: whoever sends slowly keeps nobody waiting.
            request.body = APIBody(try await request.body.data(limit: self.bodyLimit))
            do {
                return try await self.slots.run(for: FairShare(account: account)) { [request] in
                    try await withTaskExecutorPreference(self.threads) { try await route.handler(request) }
                }
            } catch is FairSlots.Full {
                throw TooManyCalls()
            }
        }
    }
}

/// An account has as many calls waiting as it may.
public struct TooManyCalls: Error, Sendable {}

/// Threads beside those that answer everybody.
private final class HeavyThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "countersign.heavy-calls", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
