import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client does not read its response.
///
/// Each part of a response must be sent within a time limit. A slow client that keeps reading gets all of it.
final class AnswerDeadline: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time limit for one part.
    private let life: TimeAmount
    private var waiting = 0
    private var end: Scheduled<Void>?

    init(life: TimeAmount) {
        self.life = life
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        waiting += 1
        if end == nil { begin(context) }
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        written.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.hasWritten(context)
        }
        context.write(data, promise: written)
    }

    /// Restarts the time limit after each sent part.
    private func hasWritten(_ context: ChannelHandlerContext) {
        waiting -= 1
        end?.cancel()
        end = nil
        if waiting > 0 { begin(context) }
    }

    private func begin(_ context: ChannelHandlerContext) {
        let channel = context.channel
        end = context.eventLoop.scheduleTask(in: life) { channel.close(promise: nil) }
    }
}
