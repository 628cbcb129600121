import Glibc
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// How many connections are open at most, so that files can always be opened beside them.
///
/// Each connection is an open file of the process. Without a descriptor left the database cannot write, and the system
/// libraries end the process.
struct ConnectionBound: Sendable {
    /// Descriptors that are kept for the database, blobs, and the programs that draw pages.
    static let reserve = 256

    /// At most this many connections are open; further ones wait in the kernel's queue.
    let total: Int

    /// - Parameters:
    ///   - wanted: the configured number.
    ///   - openFiles: how many files the process may have open.
    init(wanted: Int, openFiles: Int) {
        // With few descriptors half of them are kept.
        total = max(1, min(wanted, openFiles - min(Self.reserve, openFiles / 2)))
    }

    /// How many files this process may have open, after raising that to what the system lets it have.
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

/// Counts the connections of each address, so that one machine does not keep all others out.
final class ConnectionShares: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    private let share: Int

    /// - Parameter share: the most connections of one address.
    init(share: Int) {
        self.share = share
    }

    /// Whether one more of this address is let in; if so, ``close(_:)`` has to follow.
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

/// Closes a connection at once whose address has its share already.
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
