import Foundation
import Ledger
import Locks

/// Takes orders for webhooks, to be delivered later.
public protocol WebhookQueue: Sendable {
    /// Stores orders. They are delivered at least once, in order for each envelope and receiver.
    func add(_ orders: [WebhookOrder], at date: Date) async throws
}

/// Keeps the orders in memory: for tests, which look at them.
public final class MemoryWebhookQueue: WebhookQueue {
    private let added = Locked<[WebhookOrder]>([])

    public init() {}

    /// The orders so far, oldest first.
    public var orders: [WebhookOrder] { added.withLock { $0 } }

    public func add(_ orders: [WebhookOrder], at date: Date) async throws {
        added.withLock { $0 += orders }
    }
}
