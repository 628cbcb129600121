import Envelopes
import Essentials
import Foundation
import Ledger

/// The reason why the terms of an account's disclosure were rejected.
public enum AccountDisclosureError: Error, Sendable, Equatable, CustomStringConvertible {
    case empty(what: String)
    case tooLong(what: String, limit: Int)
    case controlCharacter(what: String)

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .empty(let what): "The \(what) is empty; --usual brings back the usual text."
        case .tooLong(let what, let limit): "The \(what) has more than \(limit) characters."
        case .controlCharacter(let what):
            "The \(what) has a line break or another control character; write one paragraph."
        }
    }
}

/// An account's terms in the disclosure that its signers accept.
extension AccountStore {
    /// The table of the terms; needs those of ``tables``.
    public static let disclosureTable = """
        CREATE TABLE disclosure (
            accountID TEXT PRIMARY KEY NOT NULL REFERENCES account(id),
            terms BYTES NOT NULL
        ) BY KEY;

        """

    private static let longestTerm = 1000

    /// Returns the terms of an account, or the default ones if it has set none.
    public func disclosureTerms(of account: String) async throws -> DisclosureTerms {
        try await database.read { connection in
            let terms: Data? = try connection.value("SELECT terms FROM disclosure WHERE accountID = ?", [account])
            return try terms.map { try JSONDecoder().decode(DisclosureTerms.self, from: $0) } ?? DisclosureTerms()
        }
    }

    /// Sets the terms of an account, for everyone who has not accepted yet.
    ///
    /// - Throws: ``AccountDisclosureError``, and ``AccountUserError`` for an unknown account
    public func setDisclosureTerms(_ terms: DisclosureTerms, of account: String?) async throws {
        for (what, text) in [
            ("contact", terms.contact), ("withdrawal", terms.withdrawal), ("price of paper copies", terms.paperCopies),
        ] {
            guard let text else { continue }
            guard !TextRules.isBlank(text) else { throw AccountDisclosureError.empty(what: what) }
            guard text.utf16.count <= Self.longestTerm else {
                throw AccountDisclosureError.tooLong(what: what, limit: Self.longestTerm)
            }
            guard !TextRules.holdsControlCharacter(text) else {
                throw AccountDisclosureError.controlCharacter(what: what)
            }
        }
        let body = try JSONEncoder().encode(terms)
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO disclosure (accountID, terms) VALUES (?, ?)
                ON CONFLICT (accountID) DO UPDATE SET terms = excluded.terms
                """, [try Self.account(account, in: connection).id, body])
        }
    }

    /// Returns the named account, or the only one, with its oldest user as the sender of an operator's preview.
    public func disclosureSender(of account: String?) async throws -> (account: String, sender: Sender) {
        try await database.read { connection in
            let id = try Self.account(account, in: connection).id
            let row = try connection.row(
                "SELECT id, name, email FROM accountUser WHERE accountID = ? ORDER BY createdAt, id LIMIT 1", [id])
            return (
                id, Sender(userID: try row?["id"] ?? "", name: try row?["name"] ?? "", email: try row?["email"] ?? "")
            )
        }
    }
}
