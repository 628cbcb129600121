import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes the connection when the client of a read-only request closes its half. The client has disconnected, and the
/// work for it can stop (``ServiceContext/whileConnected(_:)``). After a write, the client still gets its answer (RFC
/// 9112 §9.6).
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
