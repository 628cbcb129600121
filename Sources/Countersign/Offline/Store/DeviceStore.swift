import Envelopes
import Foundation
import Ledger

/// One user's envelopes on this device: a database, and a folder of files named by their hashes.
///
/// Everything lies in one folder, which only its owner may look into. What a call has stored is on the disk when it
/// returns; a process that dies before leaves nothing behind that counts.
///
///     let store = try DeviceStore(folder: folder)
///     for envelope in try await store.envelopes() { print(envelope.name, envelope.state, envelope.size) }
public struct DeviceStore: Sendable {
    /// What the database and the keys are in.
    public let folder: URL
    let database: SQLiteDatabase
    let events: SQLEventStore
    let blobs: FolderBlobStore
    let files: DurableFile
    let now: @Sendable () -> Date
    /// The session that the store is used in: with its end every use ends, also what was begun before. Nil where there
    /// is no session.
    var life: SessionLife?
    /// What the store has of templates, for whoever cannot wait for it.
    let templateStatuses = Templates.Statuses()

    /// Opens a store, making it when there is none. Nothing is read but the schema.
    ///
    /// - Parameter folder: the user's own; made with mode 0700.
    /// - Throws: ``CountersignError/store(_:)``.
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
        events = SQLEventStore(database, remembersStates: false, before: files.before, now: now)
    }

    /// Ends the use of the database's file, so that its folder can be removed.
    package func close() throws(CountersignError) {
        do { try database.close() } catch { throw CountersignError(storing: error) }
    }

    /// The same store, usable after the session has ended: to leave nothing behind.
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
            // Asked where it is written: a session may end while a write waits for its turn.
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
        default: self = .store(.database(reason: "\(error)"))
        }
    }
}
