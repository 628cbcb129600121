import Accounts
import ArgumentParser
import Foundation
import Ledger
import SigningService

/// The option for a command's data directory.
struct DataOption: ParsableArguments {
    @Option(help: ArgumentHelp("The service's data directory.", valueName: "dir"))
    var data: String

    func validate() throws {
        guard DataDirectory.folder(named: data) != nil else { throw ValidationError("--data is empty.") }
    }

    /// Runs `body` on the folder. Database errors become a sentence that names the folder.
    func use<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        guard let folder = DataDirectory.folder(named: data) else { throw ExitCode.validationFailure }
        do {
            return try await body(folder)
        } catch {
            if let sentence = StorageError(database: error, in: folder) { throw sentence }
            throw error
        }
    }

    /// Runs `body` on the accounts of an existing data directory. A mistyped path is rejected, not created.
    func accounts<Value>(_ body: (AccountStore) async throws -> Value) async throws -> Value {
        try await use { try await body(AccountStore(existing: $0)) }
    }
}
