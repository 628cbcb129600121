import ClientSupport
import DescribedErrors
import Envelopes
import Essentials
import Foundation
import Ledger

/// One user's envelopes on this device: a database, and a folder of files named by their hashes.
///
/// Everything is in one folder that only its owner can read. When a call returns, what it stored is durable. A process
/// killed earlier leaves nothing that counts.
///
///     let store = try DeviceStore(folder: folder)
///     for envelope in try await store.envelopes() { print(envelope.name, envelope.state, envelope.size) }
public struct DeviceStore: Sendable {
    /// The folder of the database and the keys.
    public let folder: URL
    let database: SQLiteDatabase
    let events: SQLEventStore
    let blobs: FolderBlobStore
    let files: DurableFile
    let now: @Sendable () -> Date
    /// The session that uses the store. When it ends, every use ends, including those already started. `nil` without a
    /// session.
    var life: SessionLife?
    /// The templates in the store, for callers that cannot wait.
    let templateStatuses = Templates.Statuses()

    /// Opens a store, creating it if necessary. Reads only the schema.
    ///
    /// - Parameter folder: the user's own folder; created with mode 0700
    /// - Throws: ``CountersignError/store(_:)``
    package init(folder: URL, now: @escaping @Sendable () -> Date = { Date() }) throws(CountersignError) {
        try self.init(folder: folder, files: DurableFile(), now: now)
    }

    init(
        folder: URL, files: DurableFile, care: FolderCare = .system, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CountersignError) {
        self.folder = folder
        self.files = files
        self.now = now
        do {
            try DurableFile.makePrivateFolder(folder)
            try care.apply(folder)
            let documents = folder.appendingPathComponent("blobs", isDirectory: true)
            try DurableFile.makePrivateFolder(documents)
            blobs = try FolderBlobStore(folder: documents, files: files, now: now)
            database = try SQLiteDatabase(
                file: folder.appendingPathComponent("envelopes.sqlite"), schema: DeviceTables.schema, readers: 4)
        } catch {
            throw CountersignError(storing: error)
        }
        events = SQLEventStore(
            database, remembersStates: false, before: files.before, now: now)
    }

    /// Closes the database's file, so that the folder can be removed.
    package func close() throws(CountersignError) {
        do { try database.close() } catch { throw CountersignError(storing: error) }
    }

    /// The same store, usable after the session has ended. Cleanup needs this.
    var outlivingSession: DeviceStore {
        var store = self
        store.life = nil
        return store
    }

    // MARK: Ways into the database

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(CountersignError) -> Value {
        do {
            try life?.check()
            let value = try await database.read(body)
            try life?.check()
            return value
        } catch {
            throw CountersignError(storing: error)
        }
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(CountersignError) -> Value {
        do {
            // Checked in the write itself: a session may end while a write waits its turn.
            return try await database.write { [life] connection in
                try life?.check()
                return try body(connection)
            }
        } catch {
            throw CountersignError(storing: error)
        }
    }
}

extension CountersignError {
    init(storing error: any Error) {
        switch error {
        case let error as CountersignError: self = error
        case let problem as StoreProblem: self = .store(problem)
        case is CancellationError: self = .cancelled
        case let error as StorageError: self = .store(StoreProblem(error))
        case let error as FileProblem: self = .store(StoreProblem(StorageError(error)))
        default: self = .store(.database(reason: "\(error)", underlying: UnderlyingError(error)))
        }
    }
}
