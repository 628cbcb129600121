import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request has begun but does not end, however steadily its bytes trickle in.
///
/// There is no answer; the bytes read so far are dropped, and nothing has been stored.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// The time limit from a request's header to the end of its body.
    private let life: TimeAmount
    private var end: Scheduled<Void>?

    init(life: TimeAmount) {
        self.life = life
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            end?.cancel()
            let channel = context.channel
            end = context.eventLoop.scheduleTask(in: life) { channel.close(promise: nil) }
        case .body:
            break
        case .end:
            end?.cancel()
            end = nil
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        end = nil
        context.fireChannelInactive()
    }
}
