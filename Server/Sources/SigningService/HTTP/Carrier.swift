import EnvelopeService
import Foundation
import HTTPMessages
import Hummingbird
import NIOCore

extension ServiceCall {
    /// A request of the HTTP server, as the service's rules see it.
    ///
    /// - Parameter base: what URLs that are handed out in the answer begin with.
    init(_ request: Request, _ context: ServiceContext, base: URL) {
        self.init(request, base: base)
        remoteAddress = context.remoteAddress
        identity = context.identity
        parameters = Dictionary(
            context.parameters.map { (String($0.key), $0.value.removingPercentEncoding ?? "") },
            uniquingKeysWith: { first, _ in first })
    }

    /// A request without what is known from elsewhere.
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
    /// An answer of the service's rules, as it goes over the wire.
    public init(_ reply: HTTPReply) {
        self.init(
            status: reply.head.status, headers: reply.headers,
            body: reply.body.count > Self.partSize
                ? Self.parts(of: reply.body) : .init(byteBuffer: ByteBuffer(bytes: reply.body)))
    }

    /// Larger bodies go out in parts of this many bytes, so that a mapped file is never in memory as a whole.
    private static let partSize = 1 << 18

    private static func parts(of body: Data) -> ResponseBody {
        ResponseBody(contentLength: body.count) { writer in
            var start = body.startIndex
            while start < body.endIndex {
                let end = min(start + partSize, body.endIndex)
                try await writer.write(ByteBuffer(bytes: body[start..<end]))
                start = end
            }
            try await writer.finish(nil)
        }
    }
}

extension MethodTable {
    /// Adds a call of the service's rules.
    mutating func on(_ route: APIRoute, base: @escaping @Sendable (Request) -> URL) {
        on(route.method, route.path, head: route.answersHead) { request, context in
            let asked = ServiceCall(request, context, base: base(request))
            // What changes something is done whether or not somebody waits for the answer.
            guard route.answersHead else { return Response(try await route.handler(asked)) }
            return Response(try await context.whileConnected { try await route.handler(asked) })
        }
    }
}
