import EnvelopeService
import Foundation
import HTTPMessages
import Hummingbird
import Logging
import Metrics
import NIOCore
import NIOHTTP1
import Synchronization

/// Carries HTTP requests to the dispatcher, and its answers back. It knows no route.
struct Carrier: HTTPResponder {
    let dispatcher: Dispatcher<Void>
    let address: ServiceAddress
    let visitors: VisitorAddress
    /// Whether browsers reach the service over TLS and must keep using it (RFC 6797).
    let isSecure: Bool

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        let start = ContinuousClock.now
        let body = RequestBodyReader(request)
        let call = ServiceCall(
            head: request.head, body: CallBody { try await body.data(limit: $0) },
            remoteAddress: visitors.address(of: request, context), base: address.base(for: request),
            trace: context.traceToken)
        let destination = dispatcher.destination(call.method, call.path)
        var response = Response(try await reply(to: call, request, context, destination))
        // The rest of an oversized body is not read; after a broken one, the start of the next request is unknown.
        if response.status == .contentTooLarge || body.isBroken { response.headers[.connection] = "close" }
        if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        record(call, destination.pattern ?? "unknown", response, ContinuousClock.now - start, context)
        return response
    }

    private func reply(
        to call: ServiceCall, _ request: Request, _ context: ServiceContext, _ destination: Dispatcher<Void>.Destination
    ) async throws -> HTTPReply {
        do {
            try request.checkHead()
        } catch {
            return dispatcher.refused(
                call, with: try APIRefusal(error.status, "INVALID_REQUEST_PARAMETER", error.sentence).answer())
        }
        // Changes are completed even if the client has disconnected.
        guard destination.isRead else { return await dispatcher.answer(call, at: destination) }
        return try await context.whileConnected { await dispatcher.answer(call, at: destination) }
    }

    /// Writes one log line and two metrics, without names, addresses, or tickets.
    private func record(
        _ call: ServiceCall, _ route: String, _ response: Response, _ duration: Duration, _ context: ServiceContext
    ) {
        let status = String(response.status.code)
        Counter(
            label: "countersign_requests_total",
            dimensions: [("route", route), ("method", call.method.rawValue), ("status", status)]
        ).increment()
        Timer(label: "countersign_request_seconds", dimensions: [("route", route)])
            .recordNanoseconds(Int64(duration / .nanoseconds(1)))
        context.logger.debug(
            "Answered",
            metadata: [
                "route": "\(route)", "method": "\(call.method.rawValue)", "status": "\(status)",
                "milliseconds": "\(Int(duration / .milliseconds(1)))",
            ])
    }
}

/// Reads a request's body when a route asks for it.
private final class RequestBodyReader: Sendable {
    private let request: Request
    private let broken = Mutex(false)

    init(_ request: Request) { self.request = request }

    /// Whether the body was not as HTTP has it.
    var isBroken: Bool { broken.withLock { $0 } }

    /// - Throws: `BodyTooLarge` for a body of more than `limit` bytes, before reading it if its length is announced;
    ///   `UnreadableBody`
    func data(limit: Int) async throws -> Data {
        if let announced = request.headers[.contentLength].flatMap(Int.init), announced > limit {
            throw BodyTooLarge(limit: limit)
        }
        do {
            return Data(try await request.body.collect(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw BodyTooLarge(limit: limit)
        } catch is HTTPParserError {
            broken.withLock { $0 = true }
            throw UnreadableBody()
        }
    }
}

extension Response {
    /// The HTTP server's response, from an answer of the service's rules.
    init(_ reply: HTTPReply) {
        self.init(
            status: reply.head.status, headers: reply.headers,
            body: reply.bodyCount > Self.partSize
                ? Self.body(of: reply.parts) : .init(byteBuffer: ByteBuffer(bytes: reply.body)))
    }

    /// The part size of larger bodies, in bytes: a memory-mapped file is never loaded as a whole.
    private static let partSize = 1 << 18

    private static func body(of parts: [Data]) -> ResponseBody {
        ResponseBody(contentLength: parts.reduce(0) { $0 + $1.count }) { writer in
            for part in parts {
                var start = part.startIndex
                while start < part.endIndex {
                    let end = min(start + partSize, part.endIndex)
                    try await writer.write(ByteBuffer(bytes: part[start..<end]))
                    start = end
                }
            }
            try await writer.finish(nil)
        }
    }
}
