import Envelopes
import Essentials
import Foundation
import Ledger

/// How an account's messages are sent, and what its envelopes begin with.
public struct AccountMail: Sendable, Hashable, Codable {
    /// The name behind the sender's in `From`; `nil` for the service's.
    public var fromName: String?
    /// Where answers go; `nil` for each envelope's sender.
    public var replyTo: String?
    /// Reminders and expiry of envelopes without their own; `nil` for the service's.
    public var notification: NotificationSettings?
    /// Whether new envelopes have a line below each signature that names the signer, the time and the envelope; `nil`
    /// for yes.
    public var showsEvidence: Bool?
    /// How date-signed tabs of new envelopes write the day, if they have no form of their own; `nil` for the usual form of
    /// the signer's language.
    public var dateFormat: DateFormat?

    /// The tag of the language of messages to the account's own people, and of pages and messages for people of whom no
    /// language is known; `nil` for English.
    public var language: String?

    /// Without arguments, the service's own settings.
    public init(fromName: String? = nil, replyTo: String? = nil, notification: NotificationSettings? = nil) {
        self.fromName = fromName
        self.replyTo = replyTo
        self.notification = notification
    }
}

extension AccountStore {
    /// The tables of accounts' and users' settings for messages; need those of ``tables``.
    public static let mailTables = """
        CREATE TABLE accountMail (
            accountID TEXT PRIMARY KEY NOT NULL REFERENCES account(id),
            settings BYTES NOT NULL
        ) BY KEY;
        CREATE TABLE userNotices (
            userID TEXT PRIMARY KEY NOT NULL REFERENCES accountUser(id) ON DELETE CASCADE,
            notices BYTES NOT NULL
        ) BY KEY;

        """

    /// Returns the settings of an account, or the usual ones if it has set none.
    public func mail(of account: String) async throws -> AccountMail {
        try await database.read { connection in
            let settings: Data? = try connection.value(
                "SELECT settings FROM accountMail WHERE accountID = ?", [account])
            return try settings.map { try CanonicalJSON.value(AccountMail.self, from: $0) } ?? AccountMail()
        }
    }

    /// Changes the settings of the named account, or the only one, and returns them with its id.
    ///
    /// - Throws: ``AccountError``, and ``AccountUserError`` for an unknown account
    public func changeMail(
        of account: String?, _ change: (inout AccountMail) -> Void
    ) async throws -> (account: String, mail: AccountMail) {
        let id = try await database.read { try Self.account(account, in: $0).id }
        let earlier = try await mail(of: id)
        var wanted = earlier
        change(&wanted)
        wanted.fromName = try wanted.fromName.map { try Self.checked(name: $0) }
        if let replyTo = wanted.replyTo, replyTo != earlier.replyTo {
            guard EmailAddress.isValid(replyTo) else { throw AccountError.notAnEmail(replyTo) }
            guard !EmailAddress.hasInternationalLocalPart(replyTo) else {
                throw AccountError.internationalLocalPart(replyTo)
            }
        }
        guard wanted != earlier else { return (id, earlier) }
        let body = try CanonicalJSON.bytes(of: wanted)
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO accountMail (accountID, settings) VALUES (?, ?)
                ON CONFLICT (accountID) DO UPDATE SET settings = excluded.settings
                """, [id, body])
        }
        return (id, wanted)
    }

    /// Returns the oldest user of an account, who hears of the account's own affairs.
    public func owner(of account: String) async throws -> Sender { try await disclosureSender(of: account).sender }

    /// Returns which messages a user gets about their envelopes.
    public func notices(of user: String) async throws -> SenderNotices {
        try await database.read { connection in
            let notices: Data? = try connection.value("SELECT notices FROM userNotices WHERE userID = ?", [user])
            return try notices.map { try CanonicalJSON.value(SenderNotices.self, from: $0) } ?? SenderNotices()
        }
    }

    /// Changes which messages a user gets, in one transaction, and returns them.
    @discardableResult
    public func changeNotices(
        of user: String, _ change: @escaping @Sendable (inout SenderNotices) -> Void
    ) async throws -> SenderNotices {
        try await database.write { connection in
            guard try connection.exists("SELECT 1 FROM accountUser WHERE id = ?", [user]) else {
                throw AccountUserError.unknown(id: user)
            }
            let stored: Data? = try connection.value("SELECT notices FROM userNotices WHERE userID = ?", [user])
            var notices = try stored.map { try CanonicalJSON.value(SenderNotices.self, from: $0) } ?? SenderNotices()
            change(&notices)
            try connection.run(
                """
                INSERT INTO userNotices (userID, notices) VALUES (?, ?)
                ON CONFLICT (userID) DO UPDATE SET notices = excluded.notices
                """, [user, try CanonicalJSON.bytes(of: notices)])
            return notices
        }
    }
}
