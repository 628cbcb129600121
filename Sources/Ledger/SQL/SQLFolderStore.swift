import Envelopes
import Essentials
import Foundation

/// A user's own folder of envelopes.
public struct EnvelopeFolder: Sendable, Hashable {
    /// A lower-case GUID.
    public let id: String
    /// Unique among the user's folders, ignoring case and accents.
    public let name: String

    init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// The reason why a folder was not made or renamed.
package enum FolderError: Error, Sendable, Equatable {
    /// The user has a folder with this name.
    case nameTaken(String)
    /// The user has as many folders as are allowed.
    case tooMany(limit: Int)
    /// The user has no such folder.
    case none(id: String)
}

/// Where users have put envelopes: into the recycle bin, or into folders of their own.
///
/// Each user has places of their own. An envelope that its sender puts into the recycle bin leaves the lists of the
/// account too.
public struct SQLFolderStore: Sendable {
    private let database: any SQLDatabase
    private let jobs: EnvelopeJobs

    /// - Parameter jobs: what a restored draft leads to, if it is to be sent by itself
    package init(_ database: any SQLDatabase, jobs: EnvelopeJobs = EnvelopeJobs()) {
        self.database = database
        self.jobs = jobs
    }

    /// `folderID` in `placement` is a folder's id, ``recycleBin``, or ``nowhere``.
    static let tables = """
        CREATE TABLE envelopeFolder (
            id TEXT PRIMARY KEY NOT NULL,
            userID TEXT NOT NULL,
            name TEXT NOT NULL,
            nameKey TEXT NOT NULL,
            UNIQUE (userID, nameKey)
        );
        CREATE TABLE placement (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            userID TEXT NOT NULL,
            folderID TEXT NOT NULL,
            PRIMARY KEY (envelopeID, userID)
        ) BY KEY;
        CREATE INDEX placementByFolder ON placement(userID, folderID, envelopeID);

        """

    /// The place of deleted envelopes that can be restored.
    public static let recycleBin = "recyclebin"
    /// The place of envelopes that were in a recycle bin when it was emptied.
    static let nowhere = "nowhere"
    /// How many folders a user may have.
    public static let mostFolders = 500

    /// Returns a user's own folders, sorted by name.
    public func folders(of userID: String) async throws -> [EnvelopeFolder] {
        try await database.read { connection in
            try connection.rows(
                "SELECT id, name FROM envelopeFolder WHERE userID = ? ORDER BY nameKey", [userID]
            ).map { EnvelopeFolder(id: try $0["id"], name: try $0["name"]) }
        }
    }

    /// Makes a folder, or renames one.
    ///
    /// - Parameters:
    ///   - id: the folder's id: a GUID in lower case
    ///   - isNew: whether the folder is made
    /// - Returns: `nil` if the folder to rename does not exist
    /// - Throws: ``FolderError``
    public func keep(
        _ id: String, named name: String, of userID: String, isNew: Bool
    ) async throws -> EnvelopeFolder? {
        let key = SearchKey.folded(name)
        return try await database.write { connection in
            let other: String? = try connection.value(
                "SELECT id FROM envelopeFolder WHERE userID = ? AND nameKey = ?", [userID, key])
            guard other == nil || other == id else { throw FolderError.nameTaken(name) }
            if isNew {
                let count: Int =
                    try connection.value(
                        "SELECT count(*) FROM envelopeFolder WHERE userID = ?", [userID]) ?? 0
                guard count < Self.mostFolders else { throw FolderError.tooMany(limit: Self.mostFolders) }
                try connection.run(
                    "INSERT INTO envelopeFolder (id, userID, name, nameKey) VALUES (?, ?, ?, ?)",
                    [id, userID, name, key])
            } else {
                let count = try connection.run(
                    "UPDATE envelopeFolder SET name = ?, nameKey = ? WHERE id = ? AND userID = ?",
                    [name, key, id, userID])
                guard count > 0 else { return nil }
            }
            return EnvelopeFolder(id: id, name: name)
        }
    }

    /// Removes a user's folder. Its envelopes are again where they were at first.
    ///
    /// - Returns: whether there was one
    public func remove(_ id: String, of userID: String) async throws -> Bool {
        try await database.write { connection in
            let count = try connection.run(
                "DELETE FROM envelopeFolder WHERE id = ? AND userID = ?", [id, userID])
            guard count > 0 else { return false }
            try connection.run("DELETE FROM placement WHERE userID = ? AND folderID = ?", [userID, id])
            return true
        }
    }

    /// Returns where a user has put envelopes: the folder's id or ``recycleBin``. Envelopes that they have left where they
    /// were at first are not in the result.
    public func places(of ids: [EnvelopeID], for userID: String) async throws -> [EnvelopeID: String] {
        guard !ids.isEmpty else { return [:] }
        return try await database.read { connection in
            let rows = try connection.rows(
                """
                SELECT envelopeID, folderID FROM placement
                WHERE userID = ? AND envelopeID IN (\(SQLPlaces.list(ids.count)))
                """, [userID] + ids.map(\.rawValue))
            var places: [EnvelopeID: String] = [:]
            for row in rows {
                if let id = EnvelopeID(rawValue: try row["envelopeID"]) { places[id] = try row["folderID"] }
            }
            return places
        }
    }

    /// Puts an envelope into a user's folder, or back where it was at first.
    ///
    /// - Parameters:
    ///   - folder: the id of one of the user's folders, or ``recycleBin``; `nil` for where it was at first
    ///   - isSender: whether the user acts for the sender. Then an envelope in the recycle bin leaves the lists of the
    ///     account, and comes back with its restoration.
    /// - Throws: ``StorageError/conflict(envelope:expected:)`` if the envelope has changed since it was read;
    ///   ``FolderError/none(id:)``
    public func move(
        _ envelope: Envelope, to folder: String?, of userID: String, isSender: Bool, at date: Date
    ) async throws {
        try await database.write { connection in
            if let folder {
                // Nothing is put into a folder that has just been removed.
                let isThere =
                    try folder == Self.recycleBin
                    || connection.exists(
                        "SELECT 1 FROM envelopeFolder WHERE id = ? AND userID = ?", [folder, userID])
                guard isThere else { throw FolderError.none(id: folder) }
                try connection.run(
                    """
                    INSERT INTO placement (envelopeID, userID, folderID) VALUES (?, ?, ?)
                    ON CONFLICT (envelopeID, userID) DO UPDATE SET folderID = excluded.folderID
                    """, [envelope.id.rawValue, userID, folder])
            } else {
                try connection.run(
                    "DELETE FROM placement WHERE envelopeID = ? AND userID = ?", [envelope.id.rawValue, userID])
            }
            guard isSender else { return }
            let isDeleted = folder == Self.recycleBin
            let isChanged = try SQLEventStore.list(
                envelope, asDeleted: isDeleted, at: Timestamp.quantized(date), in: connection)
            // A deleted draft is not sent by itself; its time may have passed when it is restored.
            if isChanged, !isDeleted { try SQLJobQueue.add(jobs.timerJobs(for: envelope), at: date, in: connection) }
        }
    }

    /// Takes an envelope out of a user's recycle bin for good. A draft that its sender has deleted is removed with its
    /// history; any other envelope is no longer found in any of the user's folders, but stays what it is.
    ///
    /// - Returns: whether it was in the recycle bin
    public func empty(_ envelope: Envelope, from userID: String, isSender: Bool) async throws -> Bool {
        try await database.write { connection in
            let count = try connection.run(
                "UPDATE placement SET folderID = ? WHERE envelopeID = ? AND userID = ? AND folderID = ?",
                [Self.nowhere, envelope.id.rawValue, userID, Self.recycleBin])
            guard count > 0 else { return false }
            if isSender, envelope.status == .created {
                try SQLEventStore.removeUnchanged(envelope, in: connection)
                try EnvelopeJobs.remove(of: envelope.id, in: connection)
            }
            return true
        }
    }
}

extension SQLEventStore {
    /// Lists an envelope as deleted, or under its status again.
    ///
    /// - Returns: whether that is a change
    /// - Throws: ``StorageError/conflict(envelope:expected:)`` if the envelope has changed since it was read
    static func list(
        _ state: Envelope, asDeleted isDeleted: Bool, at date: Date, in connection: any SQLConnection
    ) throws -> Bool {
        let row = try unchangedRow(of: state, in: connection)
        let before: String = try row["status"]
        let after = isDeleted ? deleted : listedStatus(of: state)
        guard before != after else { return false }
        try connection.run(
            "UPDATE envelope SET status = ?, statusStoredAt = ? WHERE id = ?", [after, date, state.id.rawValue])
        try count(-1, of: before, storedAt: row["statusStoredAt"], state.accountID, in: connection)
        try count(1, of: after, storedAt: date, state.accountID, in: connection)
        return true
    }

    /// Removes an envelope with its history.
    ///
    /// - Throws: ``StorageError/conflict(envelope:expected:)`` if it has changed since it was read
    static func removeUnchanged(_ state: Envelope, in connection: any SQLConnection) throws {
        let row = try unchangedRow(of: state, in: connection)
        try connection.run("DELETE FROM envelope WHERE id = ?", [state.id.rawValue])
        try count(-1, of: row["status"], storedAt: row["statusStoredAt"], state.accountID, in: connection)
    }

    private static func unchangedRow(of state: Envelope, in connection: any SQLConnection) throws -> SQLRow {
        let row = try connection.row(
            "SELECT status, statusStoredAt FROM envelope WHERE id = ? AND sequence = ?",
            [state.id.rawValue, state.lastSequence])
        guard let row else { throw StorageError.conflict(envelope: state.id, expected: state.lastSequence) }
        return row
    }
}
