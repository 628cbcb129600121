import Envelopes
import Essentials
import Foundation

/// Brands in SQL.
public struct SQLBrandStore: Sendable {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// `body` is a brand in canonical JSON, without its logo.
    static let tables = """
        CREATE TABLE brand (
            accountID TEXT NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            isDefault BIGINT NOT NULL,
            body BYTES NOT NULL,
            logo BYTES,
            PRIMARY KEY (accountID, id)
        );
        CREATE UNIQUE INDEX brandByName ON brand(accountID, name);
        CREATE UNIQUE INDEX defaultBrand ON brand(accountID) WHERE isDefault = 1;

        """

    /// Returns an account's brands in the order of their names, without their logos.
    public func brands(of accountID: String) async throws -> [AccountBrand] {
        try await database.read { connection in
            try connection.rows(
                "SELECT body, isDefault, NULL AS logo FROM brand WHERE accountID = ? ORDER BY name", [accountID])
        }.map(Self.brand)
    }

    /// Returns the brand with which an envelope appears: its own, or else the account's default.
    ///
    /// - Parameter id: the envelope's brand; `nil` for none
    public func look(_ id: String?, of accountID: String) async throws -> AccountBrand? {
        if let id, let own = try await brand(id, of: accountID) { return own }
        return try await defaultBrand(of: accountID)
    }

    /// Returns a brand with its logo; `nil` if the account has none with this id.
    public func brand(_ id: String, of accountID: String) async throws -> AccountBrand? {
        try await database.read { connection in
            try connection.row(
                "SELECT body, isDefault, logo FROM brand WHERE accountID = ? AND id = ?", [accountID, id.lowercased()])
        }.map(Self.brand)
    }

    /// Returns the brand that an account uses where none is named, with its logo.
    public func defaultBrand(of accountID: String) async throws -> AccountBrand? {
        try await database.read { connection in
            try connection.row(
                "SELECT body, isDefault, logo FROM brand WHERE accountID = ? AND isDefault = 1", [accountID])
        }.map(Self.brand)
    }

    /// Stores a new brand or replaces one of the same id. A default brand takes the place of the earlier one.
    ///
    /// - Returns: `false` if the account has ``AccountBrand/mostInAccount`` already, or another one of this name
    public func store(_ brand: AccountBrand) async throws -> Bool {
        var plain = brand
        plain.logo = nil
        let body = try CanonicalJSON.bytes(of: plain)
        return try await database.write { connection in
            let others: Int? = try connection.value(
                "SELECT count(*) FROM brand WHERE accountID = ? AND id <> ?", [brand.accountID, brand.id])
            let isTaken = try connection.exists(
                "SELECT 1 FROM brand WHERE accountID = ? AND id <> ? AND name = ?",
                [brand.accountID, brand.id, brand.name])
            guard others ?? 0 < AccountBrand.mostInAccount, !isTaken else { return false }
            if brand.isDefault {
                try connection.run("UPDATE brand SET isDefault = 0 WHERE accountID = ?", [brand.accountID])
            }
            try connection.run(
                """
                INSERT INTO brand (accountID, id, name, isDefault, body, logo) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (accountID, id) DO UPDATE SET name = excluded.name, isDefault = excluded.isDefault,
                    body = excluded.body, logo = excluded.logo
                """, [brand.accountID, brand.id, brand.name, brand.isDefault, body, brand.logo?.bytes])
            return true
        }
    }

    /// Deletes a brand. Returns `false` if there is none.
    public func removeBrand(_ id: String, of accountID: String) async throws -> Bool {
        try await database.write { connection in
            try connection.run("DELETE FROM brand WHERE accountID = ? AND id = ?", [accountID, id.lowercased()]) > 0
        }
    }

    private static func brand(_ row: SQLRow) throws -> AccountBrand {
        var brand = try CanonicalJSON.value(AccountBrand.self, from: try row["body"])
        brand.isDefault = try row["isDefault"]
        let logo: Data? = try row["logo"]
        brand.logo = logo.flatMap(BrandLogo.init)
        return brand
    }
}
