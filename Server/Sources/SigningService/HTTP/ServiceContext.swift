import Envelopes
import Essentials
import Foundation
import Hummingbird
import Logging
import NIOCore

/// Data about a request that is not part of the request itself.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the connection's other end.
    let remoteAddress: String?
    /// Identifies this request in the answer and in the log.
    let traceToken: String
    /// Completes when the connection closes.
    let closed: EventLoopFuture<Void>

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress
        closed = source.channel.closeFuture
        traceToken = UUID.random().uuidString.lowercased()
        logger[metadataKey: "trace"] = .string(traceToken)
    }
}
