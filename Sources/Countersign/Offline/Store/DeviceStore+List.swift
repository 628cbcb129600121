import Envelopes
import Foundation
import GRDB

/// Lists, made of columns: no history and no document is read for them.
extension DeviceStore {
    /// The envelopes on this device, the one changed last first.
    ///
    /// - Parameters:
    ///   - states: nil for all.
    ///   - subject: only those whose name or subject contains this text, whatever its case in ASCII.
    ///   - limit: how many at most; nil for all.
    ///   - offset: how many of the first are left out.
    public func envelopes(
        in states: Set<LocalState>? = nil, containing subject: String? = nil, limit: Int? = nil, offset: Int = 0
    ) async throws(CountersignError) -> [CachedEnvelope] {
        var conditions = ["1"]
        var arguments: StatementArguments = []
        if let states {
            conditions.append("state IN (\(states.map { _ in "?" }.joined(separator: ", ")))")
            arguments += StatementArguments(states.map(\.rawValue).sorted())
        }
        if let subject {
            conditions.append("(instr(lower(name), lower(?)) > 0 OR instr(lower(subject), lower(?)) > 0)")
            arguments += [subject, subject]
        }
        let sql = """
            SELECT * FROM envelope WHERE \(conditions.joined(separator: " AND ")) ORDER BY changedAt DESC, id DESC
            LIMIT ? OFFSET ?
            """
        // SQLite's own way to say "all".
        arguments += [limit.map { max(0, $0) } ?? -1, max(0, offset)]
        return try await read { [arguments] in
            try Array(Row.fetchCursor($0, sql: sql, arguments: arguments).compactMap(CachedEnvelope.init(row:)))
        }
    }

    /// Every envelope on this device, the one changed last first: the draft, copies that the server has, those that
    /// were set aside. What waits for a sync is ``pendingEnvelopeIDs()``.
    public func envelopeIDs() async throws(CountersignError) -> [EnvelopeID] {
        try await read {
            try String.fetchAll($0, sql: "SELECT id FROM envelope ORDER BY changedAt DESC, id")
                .compactMap(EnvelopeID.init(rawValue:))
        }
    }

    /// The envelopes that the next sync hands over, in its order: nobody here is left to sign them, and the server does
    /// not have them yet. One that is being handed over counts until the server has confirmed it.
    ///
    /// - Throws: ``CountersignError/store(_:)``.
    public func pendingEnvelopeIDs() async throws(CountersignError) -> [EnvelopeID] {
        try await read {
            try String.fetchAll(
                $0, sql: "SELECT id FROM envelope WHERE state IN ('readyToSync', 'syncing') ORDER BY createdAt, id"
            ).compactMap(EnvelopeID.init(rawValue:))
        }
    }

    /// One envelope of the list; nil when it is not on this device.
    public func cached(_ id: EnvelopeID) async throws(CountersignError) -> CachedEnvelope? {
        try await read {
            try Row.fetchOne($0, sql: "SELECT * FROM envelope WHERE id = ?", arguments: [id.rawValue])
                .flatMap(CachedEnvelope.init(row:))
        }
    }

    // MARK: Settings

    func setting(_ name: String) async throws(CountersignError) -> String? {
        try await read { try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) }
    }

    func set(_ name: String, to value: String) async throws(CountersignError) {
        try await write {
            try $0.execute(
                sql:
                    "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                arguments: [name, value])
        }
    }
}

extension CachedEnvelope {
    init?(row: Row) {
        guard let id = EnvelopeID(rawValue: row["id"]), let state = LocalState(rawValue: row["state"]) else {
            return nil
        }
        let created: StoredMoment = row["createdAt"]
        let changed: StoredMoment = row["changedAt"]
        let status: String? = row["status"]
        let reason: Data? = row["setAside"]
        let serverID: String? = row["serverID"]
        let isSigned: Bool = row["isSigned"]
        self.init(
            id: id, name: row["name"], subject: row["subject"], state: state,
            serverID: serverID.flatMap(EnvelopeID.init(rawValue:)),
            status: status.flatMap(EnvelopeStatus.init(rawValue:)),
            origin: Origin(rawValue: row["origin"]) ?? .composed, template: row["template"], size: row["size"],
            documentCount: row["documentCount"], createdAt: created.date, changedAt: changed.date,
            holdsUnsyncedSignature: isSigned && state != .synced, failedAttempts: row["failedAttempts"],
            lastFailure: row["lastFailure"],
            setAside: reason.flatMap { try? JSONDecoder().decode(SetAside.self, from: $0) })
    }
}
