import EnvelopeService
import Envelopes
import Foundation
import Hummingbird
import Logging
import NIOCore

/// Data about a request that is not part of the request itself.
public struct ServiceContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The connection's remote address, or the one that ``ForwardedAddress`` determined.
    public var remoteAddress: String?
    /// Identifies this request in the answer and in the log.
    public let traceToken: String
    /// Completes when the connection closes.
    let closed: EventLoopFuture<Void>
    /// The user of the request's token; `nil` before it is checked.
    public var identity: Identity?

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress
        closed = source.channel.closeFuture
        traceToken = UUID.random().uuidString.lowercased()
        logger[metadataKey: "trace"] = .string(traceToken)
    }
}
