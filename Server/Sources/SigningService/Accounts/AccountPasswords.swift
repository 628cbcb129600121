import Foundation
import IdentityService
import Ledger

/// Gives the users of accounts passwords, with which they sign in beside codes by mail.
public struct AccountPasswords: Sendable {
    private let database: any SQLDatabase
    private let cost: PasswordCost

    init(_ storage: ServiceStorage, cost: PasswordCost = .usual) {
        self.database = storage.database
        self.cost = cost
    }

    /// Sets a user's password. Everyone admitted with an older one has to sign in again.
    ///
    /// - Parameter userID: the user's id; needed only if several users have the address
    /// - Throws: ``AccountPasswordError``, and `PasswordError` for a password that is too short or too long, and for
    ///   an address with which another user signs in
    public func set(_ password: String, email: String, userID: String? = nil, at date: Date) async throws {
        let stored = try StoredPassword(password, cost: cost)
        try await database.write { connection in
            let found: [String] = try connection.values(
                "SELECT id FROM accountUser WHERE lower(email) = lower(?) ORDER BY createdAt", [email])
            let users = userID.map { id in found.filter { $0 == id.lowercased() } } ?? found
            guard let user = users.first else { throw AccountPasswordError.unknownUser(email) }
            guard users.count == 1 else { throw AccountPasswordError.severalUsers(email, ids: users) }
            try PasswordStore.set(stored, email: email, owner: user, at: date, in: connection)
            try AuthorizationStore.revokeAll(of: user, at: date, in: connection)
        }
    }
}

/// The reason why nobody got a password.
public enum AccountPasswordError: Error, Sendable, Equatable, CustomStringConvertible {
    case unknownUser(String)
    /// Several users have the address; an id must be given.
    case severalUsers(String, ids: [String])

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .unknownUser(let email): "No user has the e-mail address \(email)."
        case .severalUsers(let email, let ids):
            "Several users have the e-mail address \(email). Choose one with --user: \(ids.joined(separator: ", "))."
        }
    }
}
