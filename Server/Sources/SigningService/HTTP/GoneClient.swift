import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client has stopped sending while it waits for something that it only reads: it has gone, and
/// whoever works for it may stop (``ServiceContext/whileConnected(_:)``). A client that has changed something gets its
/// answer even if it closes its half first (RFC 9112 §9.6).
final class GoneClient: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private var onlyReads = true

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { onlyReads = head.method == .get || head.method == .head }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        if onlyReads, case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
    }
}
