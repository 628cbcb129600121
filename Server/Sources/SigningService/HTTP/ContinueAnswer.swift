import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Tells a client that sent `Expect: 100-continue` (RFC 9110 §10.1.1) to send its body.
///
/// curl asks before it sends more than a megabyte, and waits a second for the answer. If the announced length exceeds
/// the limit, the request is rejected before its body is sent.
final class ContinueAnswer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let requestLimit: Int

    init(requestLimit: Int) {
        self.requestLimit = requestLimit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let request) = unwrapInboundIn(data),
            request.headerFields[.expect]?.lowercased() == "100-continue",
            request.headerFields[.contentLength].flatMap(Int.init) ?? 0 <= requestLimit
        {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        context.fireChannelRead(data)
    }
}
