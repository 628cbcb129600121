import Envelopes
import Foundation
import HTTPMessages
import Ledger
import SignWellDialect

/// Errors in the shape of the second dialect.
enum SignWellRefusal {
    /// Returns the route with its errors answered in the dialect's shape. Internal errors stay errors.
    static func answering(_ route: APIRoute) -> APIRoute {
        APIRoute(route.method, route.path, needsToken: route.needsToken, answersHead: route.answersHead) { request in
            do {
                return try await route.handler(request)
            } catch {
                guard let body = body(of: error, path: request.path) else { throw error }
                var headers: HTTPFields = [:]
                if body.status == 429 || body.status == 503 { headers[.retryAfter] = "1" }
                return try .json(body, status: body.status, headers: headers)
            }
        }
    }

    /// Returns the error in the dialect's shape; `nil` for an internal one.
    static func body(of error: any Error, path: String) -> SignWell.ErrorBody? {
        if let error = error as? SignWell.ErrorBody { return error }
        if case EnvelopeError.invalid(let problems) = error {
            return SignWell.ErrorBody(errors: .members(["base": .sentences(problems.map(\.description))]))
        }
        guard let refusal = APIRefusal(error, path: path) else { return nil }
        switch refusal.status {
        case 404: return .notFound("document")
        case 429: return .tooManyRequests(refusal.body.message)
        case 409, 422:
            return SignWell.ErrorBody(
                status: refusal.status, errors: .members(["base": .sentences([refusal.body.message])]))
        // What the first dialect calls a bad request is about values here.
        case 400: return SignWell.ErrorBody(errors: .members(["base": .sentences([refusal.body.message])]))
        default:
            return SignWell.ErrorBody(status: refusal.status, code: "invalid_request", message: refusal.body.message)
        }
    }
}
