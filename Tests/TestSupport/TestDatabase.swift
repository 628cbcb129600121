import Essentials
import Foundation
import Ledger
import PostgreSQL

/// The database of tests that do not care which engine is below: SQLite in memory, or PostgreSQL where
/// `COUNTERSIGN_POSTGRESQL` has the address of one (`scripts/with-postgresql`).
package enum TestDatabase {
    /// Returns an empty database with the schema's tables. It lasts as long as somebody uses it.
    package static func make(_ schema: SQLSchema) throws -> any SQLDatabase {
        #if os(Linux)
            if let server { return try Closing(PostgreSQLDatabase(folder(on: server), schema: schema, settings: few)) }
        #endif
        return try SQLiteDatabase(inMemory: schema)
    }

    /// The address of the server of these tests; `nil` if they run on SQLite.
    package static let server = ProcessInfo.processInfo.environment["COUNTERSIGN_POSTGRESQL"]

    #if os(Linux)
        /// Connections are kept few: many tests run at once.
        package static var few: PostgreSQLSettings {
            var settings = PostgreSQLSettings()
            settings.connections = 4
            return settings
        }

        /// Makes a folder of tables that nobody else uses (PostgreSQL calls it a schema), and returns its address.
        ///
        /// - Parameter options: further options of the session, such as `-csynchronous_commit=on`
        package static func folder(on server: String, options: String = "") throws -> PostgreSQLAddress {
            let name = "t" + UUID.random().uuidString.lowercased().replacing("-", with: "")
            let whole = try PostgreSQLDatabase(PostgreSQLAddress(server), schema: SQLSchema([]), settings: few)
            defer { whole.close() }
            try whole.writeWaiting { try $0.run("CREATE SCHEMA \(name)") }
            let all = "-csearch_path=\(name) \(options)".replacing("=", with: "%3D").replacing(" ", with: "%20")
            return try PostgreSQLAddress("\(server)&options=\(all)&application_name=\(name)")
        }

        /// Closes the connections when nobody uses the database any more.
        private final class Closing: SQLDatabase {
            private let database: PostgreSQLDatabase

            init(_ database: PostgreSQLDatabase) { self.database = database }

            deinit { database.close() }

            func read<Value: Sendable>(
                _ body: @escaping @Sendable (any SQLConnection) throws -> Value
            ) async throws -> Value { try await database.read(body) }

            func write<Value: Sendable>(
                _ body: @escaping @Sendable (any SQLConnection) throws -> Value
            ) async throws -> Value { try await database.write(body) }

            func readWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
                try database.readWaiting(body)
            }

            func writeWaiting<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
                try database.writeWaiting(body)
            }
        }
    #endif
}
