import Accounts
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import PageImages
import ServiceCalls
import SignWellDialect

/// What every call of SignWell's API has in common: the key, the count of calls, the shape of errors.
struct SignWellFrame: CallFrame {
    let keys: any APIKeys
    let counts: SQLCallCountStore
    let limits: APIKeyLimits
    let now: @Sendable () -> Date
    let report: @Sendable (any Error, String?) -> Void

    var places: [String] { [SignWell.base] }

    func admit(_ call: inout ServiceCall, to route: APIRoute, _: Void) async throws {
        guard route.needsToken else { return }
        let holder = try await holder(call)
        call.identity = holder.identity
        call.applicationID = holder.applicationID
        try await count(&call, of: holder)
    }

    func complete(_ reply: inout HTTPReply, _ call: ServiceCall, _: Void) {
        reply.headers[named: "X-Request-Id"] = call.trace
    }

    private func holder(_ call: ServiceCall) async throws -> APIKeyHolder {
        guard let key = call.headers[named: "X-Api-Key"], key.utf8.count <= 200,
            let holder = try await keys.holder(of: Secret(text: key))
        else { throw SignWell.ErrorBody.unauthorized }
        return holder
    }

    /// Counts a call, and tells in its answer what is left.
    ///
    /// - Throws: ``TooManyOfAKey``
    private func count(_ call: inout ServiceCall, of holder: APIKeyHolder) async throws {
        let (date, window) = (now(), limits.window)
        let used = try await counts.count("key:" + holder.keyID, window: window, at: date)
        let reset = ((date.timeIntervalSince1970 / window).rounded(.down) + 1) * window
        call.answerHeaders = HTTPFields([
            "X-RateLimit-Limit": String(limits.calls), "X-RateLimit-Remaining": String(max(0, limits.calls - used)),
            "X-RateLimit-Reset": String(Int(reset)),
        ])
        guard used <= limits.calls else {
            throw TooManyOfAKey(
                limits: limits, again: max(1, Int((reset - date.timeIntervalSince1970).rounded(.up))))
        }
    }

    func reply(to error: any Error, _ call: ServiceCall, _: Void) async -> HTTPReply {
        var headers: HTTPFields = [:]
        let body: SignWell.ErrorBody
        if let error = error as? TooManyOfAKey {
            headers[.retryAfter] = String(error.again)
            body = .tooManyRequests(error.description)
        } else if let known = SignWell.ErrorBody(refusing: error) {
            body = known
            // An operator hears of a full disk, and of pages that cannot be drawn.
            if known.status == 507 || error is PageImageError { report(error, call.trace) }
            if [429, 503].contains(known.status) { headers[.retryAfter] = "1" }
        } else {
            report(error, call.trace)
            body = .init(
                status: 500, code: "internal_error",
                message: "The service failed; its log gives the reason under \(call.trace).")
        }
        return (try? .json(body, status: body.status, headers: headers)) ?? HTTPReply(status: body.status)
    }
}

/// A key's calls within one window of time exceed the limit.
private struct TooManyOfAKey: Error, CustomStringConvertible {
    let limits: APIKeyLimits
    /// Seconds until the next window.
    let again: Int

    var description: String {
        "An API key may make \(limits.calls) calls in \(Int(limits.window)) seconds; try again in \(again) seconds."
    }
}
