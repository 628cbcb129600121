import ArgumentParser
import Foundation
import Ledger
import SigningService

/// The data directory that a command works on.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("The service's data directory.", valueName: "dir"))
    var data: String

    func validate() throws {
        guard DataDirectory.folder(named: data) != nil else { throw ValidationError("--data names no directory.") }
    }

    /// Runs `body` on the folder; what the database finds wrong becomes a sentence that names it.
    func use<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        guard let folder = DataDirectory.folder(named: data) else { throw ExitCode.validationFailure }
        do {
            return try await body(folder)
        } catch {
            if let sentence = StorageError(database: error, in: folder) { throw sentence }
            throw error
        }
    }

    /// Runs `body` on the accounts of a folder that has data: a mistyped one is refused, not made.
    func accounts<Value>(_ body: (AccountStore) async throws -> Value) async throws -> Value {
        try await use { try await body(AccountStore(existing: $0)) }
    }
}
