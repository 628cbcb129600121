import Foundation
import Ledger

/// A setting of the service that its operator's commands need while it is not running.
public enum ServiceSetting: String, Sendable {
    /// The service's URL, without a final slash.
    case address
    /// The template of return addresses.
    case returnAddress
    /// The SHA-256 of the secret for messages that come back by HTTP, in base64.
    case bounceSecret
}

extension AccountStore {
    /// Stores the service's URL, for accounts that are created while it is not running.
    public func remember(address: URL) async throws { try await set(.address, to: address.absoluteString) }

    /// Returns the last known URL of the service, without a final slash.
    public func rememberedAddress() async throws -> URL? {
        try await setting(.address).flatMap(URL.init(string:))
    }

    /// - Parameter value: `nil` forgets the setting
    public func set(_ setting: ServiceSetting, to value: String?) async throws {
        try await database.write { connection in
            guard let value else {
                try connection.run("DELETE FROM setting WHERE name = ?", [setting.rawValue])
                return
            }
            try connection.run(
                """
                INSERT INTO setting (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """, [setting.rawValue, value])
        }
    }

    /// Returns a setting; `nil` if it was never set, or forgotten.
    public func setting(_ setting: ServiceSetting) async throws -> String? {
        try await database.read { connection in
            try connection.value("SELECT value FROM setting WHERE name = ?", [setting.rawValue], as: String.self)
        }
    }
}
