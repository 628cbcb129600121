import Envelopes
import Essentials
import Foundation
import Ledger

/// Manages the API applications of accounts.
public struct Applications: Sendable {
    private let accounts: AccountStore
    private let store: SQLApplicationStore

    /// - Parameter store: the applications in the same database
    public init(_ accounts: AccountStore, store: SQLApplicationStore) {
        self.accounts = accounts
        self.store = store
    }

    /// An application as listed.
    public struct Listed: Sendable, Hashable, Encodable {
        /// A lower-case GUID.
        public let id: String
        /// The account whose signing pages it may show.
        public let accountId: String
        /// The name that the operator gave.
        public let name: String
        /// Origins as browsers write them.
        public let origins: [String]
        /// When it was created.
        public let createdAt: Date

        init(_ application: APIApplication) {
            id = application.id
            accountId = application.accountID
            name = application.name
            origins = application.origins.map(\.text)
            createdAt = application.createdAt
        }
    }

    /// Creates an application whose signing pages may be shown by pages of these origins.
    ///
    /// - Throws: ``ApplicationError``, ``AccountError`` and ``AccountUserError``
    public func create(named name: String, account: String, origins: [String], at date: Date) async throws -> Listed {
        let name = try AccountStore.checked(name: name)
        guard origins.count <= APIApplication.mostOrigins else {
            throw ApplicationError.tooManyOrigins(limit: APIApplication.mostOrigins)
        }
        var known: [EmbeddingOrigin] = []
        for text in origins {
            guard let origin = EmbeddingOrigin(text) else { throw ApplicationError.notAnOrigin(text) }
            if !known.contains(origin) { known.append(origin) }
        }
        _ = try await accounts.users(of: account)
        let application = APIApplication(
            id: UUID.random().uuidString.lowercased(), accountID: account.lowercased(), name: name, origins: known,
            createdAt: date, updatedAt: date)
        try await store.store(application)
        return Listed(application)
    }

    /// Returns the applications of an account, or of every account, oldest first.
    public func list(of account: String?) async throws -> [Listed] {
        if let account { _ = try await accounts.users(of: account) }
        return try await store.applications(of: account?.lowercased()).map(Listed.init)
    }

    /// Deletes an application; from then on no page may show its signing pages.
    ///
    /// - Throws: ``ApplicationError/unknown(id:)``
    public func delete(_ id: String) async throws {
        let found = try await store.applications(of: nil).first { $0.id == id.lowercased() }
        guard let found, try await store.removeApplication(found.id, of: found.accountID) else {
            throw ApplicationError.unknown(id: id)
        }
    }
}

/// The reason why an API application was not created or deleted.
public enum ApplicationError: Error, Sendable, Equatable, CustomStringConvertible {
    case notAnOrigin(String)
    case tooManyOrigins(limit: Int)
    case unknown(id: String)

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .notAnOrigin(let text):
            "“\(text)” is not an origin: https://host[:port], http:// only for localhost and 127.0.0.1, an app's own "
                + "scheme such as app://, or null for pages without an origin."
        case .tooManyOrigins(let limit): "An application has at most \(limit) origins."
        case .unknown(let id): "There is no API application \(id); countersign application list shows all."
        }
    }
}
