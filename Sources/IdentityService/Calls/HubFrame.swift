import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// What every call of the hub API has in common: the shape of errors, and the service's time.
struct HubFrame: CallFrame {
    let knowsNetworks: Bool
    let now: @Sendable () -> Date
    /// Called for failures of the service itself, with the trace that the answer names.
    let report: @Sendable (any Error, String?) -> Void

    var places: [String] { ["hub", "me", "applications/:app"] }

    func admit(_ call: inout ServiceCall, to route: APIRoute, _: Void) async throws {
        if !knowsNetworks { call.remoteAddress = nil }
    }

    func reply(to error: any Error, _ call: ServiceCall, _: Void) async -> HTTPReply {
        let refusal: HubError
        if let known = HubError(error) {
            refusal = known
        } else if case StorageError.unavailable = error {
            report(error, call.trace)
            refusal = HubError(503, "E_UNAVAILABLE", "The service's database does not answer now; try again later.")
        } else {
            report(error, call.trace)
            refusal = HubError(500, "E_FAILED", "The service failed; its log gives the reason under \(call.trace).")
        }
        return (try? refusal.answer()) ?? HTTPReply(status: refusal.status)
    }

    func complete(_ reply: inout HTTPReply, _ call: ServiceCall, _: Void) {
        // Clients measure the service's time with it.
        if reply.headers[.date] == nil { reply.headers[.date] = HTTPTime.text(now()) }
    }
}
