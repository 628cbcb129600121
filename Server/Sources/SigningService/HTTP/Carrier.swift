import EnvelopeService
import Foundation
import HTTPMessages
import Hummingbird
import NIOCore

extension ServiceCall {
    /// The HTTP server's request, translated for the service's rules.
    ///
    /// - Parameter base: the base of the URLs in the answer
    init(_ request: Request, _ context: ServiceContext, base: URL) {
        self.init(request, base: base)
        remoteAddress = context.remoteAddress
        identity = context.identity
        parameters = Dictionary(
            context.parameters.map { (String($0.key), $0.value.removingPercentEncoding ?? "") },
            uniquingKeysWith: { first, _ in first })
    }

    /// The request without its context.
    init(_ request: Request, base: URL) {
        self.init(
            head: request.head,
            body: CallBody { limit in
                do {
                    return try await request.wholeBody(limit: limit)
                } catch is NIOTooManyBytesError {
                    throw BodyTooLarge(limit: limit)
                }
            }, base: base)
    }
}

extension Response {
    /// The HTTP server's response, from an answer of the service's rules.
    public init(_ reply: HTTPReply) {
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

extension MethodTable {
    /// Adds a route of the service's rules.
    mutating func on(_ route: APIRoute, base: @escaping @Sendable (Request) -> URL) {
        on(route.method, route.path, head: route.answersHead) { request, context in
            let asked = ServiceCall(request, context, base: base(request))
            // Changes are completed even if the client has disconnected.
            guard route.answersHead else { return Response(try await route.handler(asked)) }
            return Response(try await context.whileConnected { try await route.handler(asked) })
        }
    }
}
