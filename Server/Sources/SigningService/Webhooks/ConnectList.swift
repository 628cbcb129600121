import Foundation
import Ledger

/// A webhook of an account, for operators.
public struct ListedWebhook: Sendable, Encodable {
    /// The configuration's id, `connectId` in the API.
    public let id: Int
    /// The name that its users gave.
    public let name: String
    /// The receiver's URL.
    public let url: String
    /// Whether its events are sent at all.
    public let isEnabled: Bool
    /// Since when its receiver has done nothing but fail; `nil` if it has not.
    public let failingSince: Date?
    /// When it was paused; `nil` if it is not.
    public let pausedAt: Date?
}

/// The webhooks of accounts, whether or not a service is running on the data directory.
public struct ConnectList: Sendable {
    private let store: SQLConnectStore

    /// - Throws: ``StorageError`` if the folder holds no data
    public init(existing directory: URL) throws {
        store = SQLConnectStore(try ServiceStorage(existing: directory).database)
    }

    /// Returns the webhooks of an account by their ids.
    public func webhooks(of account: String) async throws -> [ListedWebhook] {
        var listed: [ListedWebhook] = []
        for configuration in try await store.configurations(of: account.lowercased()) {
            let health = try await store.health(of: configuration.id)
            listed.append(
                ListedWebhook(
                    id: configuration.id, name: configuration.name, url: configuration.notification.url,
                    isEnabled: configuration.isEnabled, failingSince: health.failingSince, pausedAt: health.pausedAt))
        }
        return listed
    }
}
