import Envelopes
import Foundation
import HTTPMessages
import Ledger
import SignWellDialect

/// What every call of SignWell's API has in common: the key, the count of calls, the shape of errors.
///
/// The carrier sees open routes: every method of every path below `api/v1` is answered here, also with 404 and 405.
struct SignWellFrame {
    let keys: any APIKeys
    let counts: any CallCountStore
    let limits: APIKeyLimits
    let heavyCalls: HeavyCalls
    let now: @Sendable () -> Date
    let report: @Sendable (any Error, String?) -> Void

    /// Returns the routes for a carrier.
    ///
    /// - Parameter calls: a path without names comes before one with a name at the same place
    func routes(_ calls: [APIRoute]) -> [APIRoute] {
        calls.map(framed).closed(below: [SignWell.base]) { wrong in
            try reply(to: wrong ?? SignWell.ErrorBody.notFound("address") as any Error, id: Self.newID())
        }
    }

    private func framed(_ route: APIRoute) -> APIRoute {
        APIRoute(route.method, route.path, needsToken: false, answersHead: route.answersHead) { call in
            let id = Self.newID()
            var headers: HTTPFields = [:]
            do {
                var call = call
                let holder = try await holder(call)
                headers = try await count(holder)
                call.identity = holder.identity
                call.applicationID = holder.applicationID
                var reply =
                    route.method == .get
                    ? try await route.handler(call)
                    : try await heavyCalls.run(call, route.handler)
                reply.headers = reply.headers.replacing(headers)
                reply.headers[named: "X-Request-Id"] = id
                return reply
            } catch let error as CancellationError {
                throw error
            } catch {
                var answer = try reply(to: error, id: id)
                answer.headers = answer.headers.replacing(headers)
                return answer
            }
        }
    }

    private static func newID() -> String { UUID.random().uuidString.lowercased() }

    private func holder(_ call: ServiceCall) async throws -> APIKeyHolder {
        guard let key = call.headers[named: "X-Api-Key"], key.utf8.count <= 200,
            let holder = try await keys.holder(of: Secret(text: key))
        else { throw SignWell.ErrorBody.unauthorized }
        return holder
    }

    /// Counts a call.
    ///
    /// - Returns: the headers that tell what is left
    /// - Throws: ``TooManyOfAKey``
    private func count(_ holder: APIKeyHolder) async throws -> HTTPFields {
        let (date, window) = (now(), limits.window)
        let used = try await counts.count("key:" + holder.keyID, window: window, at: date)
        let reset = ((date.timeIntervalSince1970 / window).rounded(.down) + 1) * window
        let headers = HTTPFields([
            "X-RateLimit-Limit": String(limits.calls), "X-RateLimit-Remaining": String(max(0, limits.calls - used)),
            "X-RateLimit-Reset": String(Int(reset)),
        ])
        guard used <= limits.calls else {
            throw TooManyOfAKey(
                limits: limits, again: max(1, Int((reset - date.timeIntervalSince1970).rounded(.up))), headers)
        }
        return headers
    }

    /// Returns an error in the API's shape.
    private func reply(to error: any Error, id: String) throws -> HTTPReply {
        var headers: HTTPFields = [:]
        let body: SignWell.ErrorBody
        switch error {
        case let error as TooManyOfAKey:
            headers = error.headers
            headers[.retryAfter] = String(error.again)
            body = .tooManyRequests(error.description)
        case let error as MethodNotAllowed:
            headers[.allow] = error.allowed.joined(separator: ", ")
            body = .init(
                status: 405, code: "method_not_allowed",
                message: "This address takes \(error.allowed.joined(separator: ", ")), not \(error.method).")
        default:
            if let known = SignWell.ErrorBody(refusing: error) {
                body = known
                if [429, 503].contains(known.status) { headers[.retryAfter] = "1" }
            } else {
                report(error, id)
                body = .init(
                    status: 500, code: "internal_error",
                    message: "The service failed; its log gives the reason under \(id).")
            }
        }
        headers[named: "X-Request-Id"] = id
        return try .json(body, status: body.status, headers: headers)
    }
}

/// A key's calls within one window of time exceed the limit.
private struct TooManyOfAKey: Error, CustomStringConvertible {
    let limits: APIKeyLimits
    /// Seconds until the next window.
    let again: Int
    let headers: HTTPFields

    init(limits: APIKeyLimits, again: Int, _ headers: HTTPFields) {
        self.limits = limits
        self.again = again
        self.headers = headers
    }

    var description: String {
        "An API key may make \(limits.calls) calls in \(Int(limits.window)) seconds; try again in \(again) seconds."
    }
}

/// How often one API key may call.
public struct APIKeyLimits: Sendable, Hashable {
    /// The maximum number of calls in one window.
    public var calls = 120
    /// Seconds of a window. Default: a minute.
    public var window: TimeInterval = 60

    public init() {}
}
