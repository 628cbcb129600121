import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes the connection after an answer that says so (`Connection: close`, RFC 9112 §9.6).
///
/// It closes only the sending side first, so that a client that is still sending can read the answer. What the client
/// sends meanwhile is dropped. A client that does not stop is disconnected.
final class ClosingAnswer: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client may keep sending after the answer.
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
