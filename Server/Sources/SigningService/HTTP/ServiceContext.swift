import EnvelopeService
import Envelopes
import Foundation
import Hummingbird
import Logging
import NIOCore

/// What is known about a request besides the request.
public struct ServiceContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The address at the other end of the connection, or what ``ForwardedAddress`` knows instead.
    public var remoteAddress: String?
    /// Names this request in the answer and in the log.
    public let traceToken: String
    /// Completes when the connection is closed.
    let closed: EventLoopFuture<Void>
    /// Whose token came with the request; nil until it was looked at.
    public var identity: Identity?

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress
        closed = source.channel.closeFuture
        traceToken = UUID.random().uuidString.lowercased()
        logger[metadataKey: "trace"] = .string(traceToken)
    }
}
