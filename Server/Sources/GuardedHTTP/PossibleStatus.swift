import NIOCore
import NIOHTTP1

/// Ends a connection whose server answers with a status below 100, which no reply has (RFC 9110 §15).
///
/// The HTTP client takes such a head for an informational one, waits for another, and ends the process when the reply
/// ends without it.
final class PossibleStatus: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// A reply had a status below 100.
    struct Impossible: Error {}

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            hasRefused = true
            context.fireErrorCaught(Impossible())
            context.close(promise: nil)
        }
        if !hasRefused { context.fireChannelRead(data) }
    }

    /// Puts the check between a connection's decoder and the HTTP client.
    @Sendable
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(PossibleStatus(), position: .after(decoder))
        }
    }
}
