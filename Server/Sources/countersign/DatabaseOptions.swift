import ArgumentParser
import Foundation
import Ledger
import PostgreSQL
import SigningService

/// The options of `serve` for a database that several services share.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of a PostgreSQL database that several services share, such as "
                + "postgresql://countersign@db.example.org/countersign, without a password; the data directory "
                + "remembers it. (default: an SQLite database in the data directory)", valueName: "url"))
    var database: String?

    @Option(help: ArgumentHelp("The maximum number of connections to PostgreSQL.", valueName: "number"))
    var databaseConnections = ServiceConfiguration.usual.databaseUse.connections

    @Option(
        help: ArgumentHelp(
            "How long a request waits at most for a PostgreSQL that is away or busy.", valueName: "seconds"))
    var databaseWait = Int(ServiceConfiguration.usual.databaseUse.patience)

    func validate() throws {
        try check("database-wait", databaseWait, 1...600)
        try check("database-connections", databaseConnections, 1...1000)
        guard let database else { return }
        do {
            _ = try PostgreSQLAddress(database)
        } catch {
            throw ValidationError("--database: \(error.description)")
        }
    }

    func apply(to configuration: inout ServiceConfiguration) throws {
        configuration.database = try database.map { try PostgreSQLAddress($0) }
        configuration.databaseUse.connections = databaseConnections
        configuration.databaseUse.patience = TimeInterval(databaseWait)
    }
}
