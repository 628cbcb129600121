import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes the connection behind an answer that says so (`Connection: close`, RFC 9112 §9.6).
///
/// First only the way out, so that the client reads the answer although it still sends; what it sends meanwhile is
/// dropped. A client that does not stop is cut off.
final class ClosingAnswer: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client may go on sending after the answer.
    static let patience = TimeAmount.seconds(5)

    private var closes = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let response):
            closes = response.headerFields[.connection]?.lowercased() == "close"
            context.write(data, promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            guard closes else { return context.write(data, promise: promise) }
            let channel = context.channel
            let written = promise ?? context.eventLoop.makePromise(of: Void.self)
            written.futureResult.whenComplete { _ in
                channel.close(mode: .output, promise: nil)
                channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
            }
            context.write(data, promise: written)
        }
    }
}
