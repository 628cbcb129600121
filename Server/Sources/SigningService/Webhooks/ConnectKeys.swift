import Accounts
import EnvelopeService
import Foundation
import Ledger

/// Manages the keys that sign an account's webhooks, whether or not a service is running on the data directory.
public struct ConnectKeys: Sendable {
    private let accounts: AccountStore
    private let store: SQLConnectStore
    private let secrets: any SecretBox

    /// - Parameter keyFile: the file with the operator's key for secrets; `nil` for the directory's own
    /// - Throws: ``StorageError``, also for a folder without data
    public init(existing directory: URL, keyFile: URL?) throws {
        let storage = try ServiceStorage(existing: directory)
        accounts = storage.accounts()
        store = SQLConnectStore(storage.database)
        secrets = try storage.secrets(keyFile)
    }

    /// A key without its text.
    public struct Listed: Sendable, Encodable {
        /// Names the key for revocation.
        public let id: Int
        /// The number of the key's header, `X-DocuSign-Signature-` and this.
        public let header: Int
        /// When it was created.
        public let createdAt: Date
    }

    /// A new key. Its text is shown only once; receivers use its UTF-8 bytes.
    public struct Created: Sendable, Encodable {
        /// Names the key for revocation.
        public let id: Int
        /// The key's text, in base64url.
        public let key: String
    }

    /// - Throws: ``AccountUserError`` and ``ConnectKeyError``
    public func create(for account: String, at date: Date) async throws -> Created {
        let account = try await known(account)
        let key = Secret.random().text
        let sealed = try secrets.seal(key, for: ConnectSecret.key(of: account))
        guard let stored = try await store.addKey(sealed, of: account, at: date) else {
            throw ConnectKeyError.tooMany(limit: ConnectKey.mostInAccount)
        }
        return Created(id: stored.id, key: key)
    }

    /// Returns the keys in the order of their headers.
    public func list(of account: String) async throws -> [Listed] {
        try await store.keys(of: known(account)).enumerated().map { index, key in
            Listed(id: key.id, header: index + 1, createdAt: key.createdAt)
        }
    }

    /// - Throws: ``ConnectKeyError``
    public func revoke(_ id: Int, of account: String) async throws {
        guard try await store.removeKey(id, of: known(account)) else { throw ConnectKeyError.unknown(id: id) }
    }

    private func known(_ account: String) async throws -> String {
        let id = account.lowercased()
        _ = try await accounts.users(of: id)
        return id
    }
}

/// The reason why a key was not created or revoked.
public enum ConnectKeyError: Error, Sendable, Equatable, CustomStringConvertible {
    case tooMany(limit: Int)
    case unknown(id: Int)

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .tooMany(let limit): "The account has \(limit) keys already; revoke one first."
        case .unknown(let id): "The account has no key \(id); countersign connect key list shows which there are."
        }
    }
}
