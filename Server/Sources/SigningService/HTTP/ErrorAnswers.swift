import EnvelopeService
import Foundation
import HTTPMessages
import Hummingbird
import Metrics
import NIOCore
import NIOHTTP1

/// Turns every error into an answer with a status, a code, and one sentence. Adds the request's id to every answer, as
/// `X-DocuSign-TraceToken`.
struct ErrorAnswers: RouterMiddleware {
    /// The largest request body, in bytes.
    let requestLimit: Int
    /// Whether browsers reach the service over TLS and must keep using it (RFC 6797).
    let isSecure: Bool

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            try request.checkHead()
            response = try await next(request, context)
        } catch {
            response = try answer(to: error, request, context)
            // The start of the next request is unknown.
            if error is HTTPParserError { response.headers[.connection] = "close" }
        }
        response.headers[named: "X-DocuSign-TraceToken"] = context.traceToken
        // The rest of an oversized body is not read.
        if response.status == .contentTooLarge { response.headers[.connection] = "close" }
        response.headers[.xContentTypeOptions] = "nosniff"
        // The answer to HEAD never has content (RFC 9110 §9.3.2), even if it is an error.
        if request.method == .head { response = response.createHeadResponse() }
        if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        record(request, context, response, ContinuousClock.now - start)
        return response
    }

    private func answer(to error: any Error, _ request: Request, _ context: ServiceContext) throws -> Response {
        if let refusal = APIRefusal(error, requestLimit: requestLimit, path: request.uri.path) {
            if refusal.status >= 500, APIRefusal.isFault(error, path: request.uri.path) {
                context.logger.error("A request failed", metadata: ["error": "\(error)"])
            }
            return Response(try refusal.answer(to: error))
        }
        if error is CancellationError { throw error }
        context.logger.error("A request failed", metadata: ["error": "\(error)", "kind": "\(type(of: error))"])
        return Response(try APIRefusal.failure(trace: context.traceToken).answer())
    }

    /// Writes one log line and two metrics, without names, addresses, or tickets.
    private func record(
        _ request: Request, _ context: ServiceContext, _ response: Response, _ duration: Duration
    ) {
        let route = context.endpointPath ?? "unknown"
        let dimensions = [
            ("route", route), ("method", request.method.rawValue), ("status", String(response.status.code)),
        ]
        Counter(label: "countersign_requests_total", dimensions: dimensions).increment()
        Timer(label: "countersign_request_seconds", dimensions: [("route", route)])
            .recordNanoseconds(Int64(duration / .nanoseconds(1)))
        context.logger.debug(
            "Answered",
            metadata: [
                "route": "\(route)", "method": "\(request.method.rawValue)", "status": "\(response.status.code)",
                "milliseconds": "\(Int(duration / .milliseconds(1)))",
            ])
    }
}

extension APIRefusal {
    /// Translates the HTTP server's own errors, in addition to those of the service's rules.
    init?(_ error: any Error, requestLimit: Int, path: String) {
        switch error {
        case let error as UnusableHead:
            self.init(error.status, "INVALID_REQUEST_PARAMETER", error.sentence)
        case is HTTPParserError:
            self.init(
                400, "INVALID_REQUEST_BODY", "The request's body cannot be read: its chunks are not as HTTP has them.")
        case is NIOTooManyBytesError:
            self.init(BodyTooLarge(limit: requestLimit), path: path)
        case let error as HTTPError where error.status == .notFound:
            self = .notFound(path)
        case let error as any HTTPResponseError where error.status.code < 500:
            self.init(error.status.code, "INVALID_REQUEST_PARAMETER", "The request cannot be read.")
        default:
            self.init(error, path: path)
        }
    }
}
