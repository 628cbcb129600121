import DocuSignDialect
import Envelopes
import Foundation
import Hummingbird
import Metrics
import NIOCore

/// Turns whatever went wrong into an answer with a status, a code and one sentence, and names the request in every
/// answer's `X-DocuSign-TraceToken`.
struct ErrorAnswers: RouterMiddleware {
    /// The largest request body, in bytes.
    let requestLimit: Int

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = try answer(to: error, request, context)
        }
        response.headers[HeaderName.traceToken] = context.traceToken
        // The rest of a body that is too large is not worth waiting for.
        if response.status == .contentTooLarge { response.headers[.connection] = "close" }
        response.headers[.xContentTypeOptions] = "nosniff"
        record(request, context, response, ContinuousClock.now - start)
        return response
    }

    private func answer(to error: any Error, _ request: Request, _ context: ServiceContext) throws -> Response {
        var headers: HTTPFields = [:]
        if let refusal = error as? MethodNotAllowed {
            headers[.allow] = refusal.allowed.joined(separator: ", ")
        }
        let refusal = APIRefusal(error, requestLimit: requestLimit, path: request.uri.path)
        if let refusal {
            if refusal.status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
            return try .json(refusal.body, status: refusal.status, headers: headers)
        }
        if error is CancellationError { throw error }
        context.logger.error("A request failed", metadata: ["error": "\(error)", "kind": "\(type(of: error))"])
        let sentence = "The service could not answer; its log says why under \(context.traceToken)."
        return try .json(
            APIRefusal.Body(errorCode: "UNSPECIFIED_ERROR", message: sentence), status: .internalServerError)
    }

    /// One line in the log and two numbers for the metrics; no names, no addresses, no tickets.
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

/// An error as the eSignature REST API reports it.
struct APIRefusal {
    struct Body: Encodable {
        let errorCode: String
        let message: String
    }

    let status: HTTPResponse.Status
    let body: Body

    init(_ status: HTTPResponse.Status, _ errorCode: String, _ message: String) {
        self.status = status
        body = Body(errorCode: errorCode, message: message)
    }

    /// Nil for an error that is nobody's fault but ours.
    init?(_ error: any Error, requestLimit: Int, path: String) {
        switch error {
        case let error as APIError:
            self.init(HTTPResponse.Status(code: error.status), error.errorCode, error.message)
        case let error as EnvelopeError:
            if case .history = error { return nil }
            self.init(APIError(error), requestLimit: requestLimit, path: path)
        case StorageError.unknownEnvelope(let id):
            self.init(.notFound, APIError.Code.envelopeDoesNotExist.rawValue, "There is no envelope \(id).")
        case StorageError.conflict:
            self.init(
                .conflict, "EDIT_LOCK_ENVELOPE_ALREADY_LOCKED",
                "The envelope is being changed by others at this moment; try again.")
        case let error as MethodNotAllowed:
            self.init(
                .methodNotAllowed, "INVALID_REQUEST_PARAMETER",
                "\(path) does not answer to \(error.method), only to \(error.allowed.joined(separator: ", ")).")
        case is NIOTooManyBytesError:
            self.init(
                .contentTooLarge, "INVALID_REQUEST_BODY",
                "The request's body is larger than \(Self.size(requestLimit)), the most this service takes.")
        case let error as HTTPError where error.status == .notFound:
            self.init(.notFound, "RESOURCE_NOT_FOUND", "There is nothing at \(path).")
        case let error as any HTTPResponseError where error.status.code < 500:
            self.init(error.status, "INVALID_REQUEST_PARAMETER", "The request cannot be read.")
        default:
            return nil
        }
    }

    private static func size(_ bytes: Int) -> String {
        let mebibyte = 1024 * 1024
        return bytes >= mebibyte && bytes % mebibyte == 0 ? "\(bytes / mebibyte) MB" : "\(bytes) bytes"
    }
}
