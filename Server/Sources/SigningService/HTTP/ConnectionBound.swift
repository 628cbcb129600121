import Glibc
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The maximum number of open connections, chosen so that files can still be opened.
///
/// Each connection uses a file descriptor of the process. Without a free one, the database cannot write, and the
/// system libraries end the process.
struct ConnectionBound: Sendable {
    /// The number of descriptors reserved for the database, blobs, and page renderers.
    static let reserve = 256

    /// The maximum number of open connections; further ones wait in the kernel's queue.
    let total: Int

    /// - Parameters:
    ///   - wanted: the configured number
    ///   - openFiles: the process's limit on open files
    init(wanted: Int, openFiles: Int) {
        // If there are few descriptors, half of them are reserved.
        total = max(1, min(wanted, openFiles - min(Self.reserve, openFiles / 2)))
    }

    /// Raises the process's limit on open files as far as the system permits, and returns it.
    static func raisedOpenFiles() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        let before = limit.rlim_cur
        limit.rlim_cur = min(limit.rlim_max, 1 << 20)
        if limit.rlim_cur > before, setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            return Int(limit.rlim_cur)
        }
        return Int(clamping: before)
    }
}

/// Counts the connections of each address, so that one machine cannot shut out all others.
final class ConnectionShares: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let share: Int

    /// - Parameter share: the maximum number of connections for one address
    init(share: Int) {
        self.share = share
    }

    /// Whether another connection from this address is accepted. If so, ``close(_:)`` must follow.
    func open(_ address: String) -> Bool {
        counts.withLock { counts in
            guard counts[address, default: 0] < share else { return false }
            counts[address, default: 0] += 1
            return true
        }
    }

    func close(_ address: String) {
        counts.withLock { counts in
            guard let count = counts[address] else { return }
            counts[address] = count > 1 ? count - 1 : nil
        }
    }
}

/// Closes a new connection at once if its address has reached its share.
final class ShareGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let shares: ConnectionShares

    init(_ shares: ConnectionShares) {
        self.shares = shares
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let address = context.channel.remoteAddress?.ipAddress, !ServeAddress.isLoopback(address) else { return }
        guard shares.open(address) else { return context.close(promise: nil) }
        context.channel.closeFuture.whenComplete { [shares] _ in shares.close(address) }
    }
}
