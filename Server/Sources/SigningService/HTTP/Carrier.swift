import EnvelopeService
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension APIRequest {
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
        var headers = Dictionary(
            request.headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
        // Crumbs of one cookie header are put together in their own way (RFC 9113 §8.2.3).
        if let cookie = request.headers[.cookie] { headers["cookie"] = cookie }
        // NIO takes the host out of the headers (RFC 9110 §7.2).
        if let authority = request.head.authority { headers["host"] = authority }
        self.init(
            method: request.method.rawValue, path: request.uri.path,
            query: Self.query(request.uri.query ?? ""), headers: headers,
            body: APIBody { limit in
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
    public init(_ answer: APIAnswer) {
        var headers: HTTPFields = [:]
        for (name, value) in answer.headers { headers[HTTPField.Name(Self.written(name))] = value }
        self.init(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: answer.body.count > Self.partSize
                ? Self.parts(of: answer.body) : .init(byteBuffer: ByteBuffer(bytes: answer.body)))
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

    /// A header's name as it is usually written: `Content-Type`.
    private static func written(_ name: String) -> String {
        switch name {
        case "www-authenticate": "WWW-Authenticate"
        case "etag": "ETag"
        default: name.split(separator: "-", omittingEmptySubsequences: false).map(\.capitalized).joined(separator: "-")
        }
    }
}

extension MethodTable {
    /// Adds a call of the service's rules.
    mutating func on(_ route: APIRoute, base: @escaping @Sendable (Request) -> URL) {
        guard let method = HTTPRequest.Method(route.method) else { return }
        on(method, route.path, head: route.answersHead) { request, context in
            let asked = APIRequest(request, context, base: base(request))
            // What changes something is done whether or not somebody waits for the answer.
            guard route.answersHead else { return Response(try await route.handler(asked)) }
            return Response(try await context.whileConnected { try await route.handler(asked) })
        }
    }
}
