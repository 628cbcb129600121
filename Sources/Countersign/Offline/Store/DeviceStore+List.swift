import Envelopes
import Foundation
import Ledger

/// Lists, made from columns alone; no history and no document is read.
extension DeviceStore {
    /// Returns the envelopes on this device, most recently changed first.
    ///
    /// - Parameters:
    ///   - states: `nil` for all
    ///   - subject: returns only envelopes whose name or subject contains this text, ignoring case in ASCII
    ///   - limit: the maximum number of envelopes; `nil` for all
    ///   - offset: the number of envelopes to skip
    public func envelopes(
        in states: Set<CachedEnvelope.State>? = nil, containing subject: String? = nil, limit: Int? = nil,
        offset: Int = 0
    ) async throws(CountersignError) -> [CachedEnvelope] {
        var conditions = ["1"]
        var arguments: [any SQLConvertible] = []
        if let states {
            conditions.append("state IN (\(states.map { _ in "?" }.joined(separator: ", ")))")
            arguments += states.map(\.rawValue).sorted() as [any SQLConvertible]
        }
        if let subject {
            conditions.append("(instr(lower(name), lower(?)) > 0 OR instr(lower(subject), lower(?)) > 0)")
            arguments += [subject, subject]
        }
        let sql = """
            SELECT * FROM localEnvelope WHERE \(conditions.joined(separator: " AND ")) ORDER BY changedAt DESC, id DESC
            LIMIT ? OFFSET ?
            """
        // SQLite reads -1 as "no limit".
        arguments += [limit.map { max(0, $0) } ?? -1, max(0, offset)]
        return try await read { [arguments] in
            try Array($0.rows(sql, arguments).compactMap(CachedEnvelope.init(row:)))
        }
    }

    /// Returns the ids of all envelopes on this device, most recently changed first. The list includes the draft,
    /// copies that the server has, and envelopes in conflict. For those that wait for a sync, see
    /// ``pendingEnvelopeIDs()``.
    public func envelopeIDs() async throws(CountersignError) -> [EnvelopeID] {
        try await read {
            try $0.values("SELECT id FROM localEnvelope ORDER BY changedAt DESC, id", as: String.self)
                .compactMap(EnvelopeID.init(rawValue:))
        }
    }

    /// Returns the envelopes that the next sync uploads, in its order: nobody is left to sign them here, and the server
    /// does not have them yet. An envelope whose upload is in progress counts until the server has confirmed it.
    ///
    /// - Throws: ``CountersignError/store(_:)``
    public func pendingEnvelopeIDs() async throws(CountersignError) -> [EnvelopeID] {
        try await read {
            try $0.values(
                "SELECT id FROM localEnvelope WHERE state IN ('readyToSync', 'syncing') ORDER BY createdAt, id",
                as: String.self
            ).compactMap(EnvelopeID.init(rawValue:))
        }
    }

    /// Returns one envelope of the list; `nil` if it is not on this device.
    public func cached(_ id: EnvelopeID) async throws(CountersignError) -> CachedEnvelope? {
        try await read {
            try $0.row("SELECT * FROM localEnvelope WHERE id = ?", [id.rawValue])
                .flatMap(CachedEnvelope.init(row:))
        }
    }

    // MARK: Settings

    func setting(_ name: String) async throws(CountersignError) -> String? {
        try await read { try $0.value("SELECT value FROM setting WHERE name = ?", [name], as: String.self) }
    }

    func set(_ name: String, to value: String) async throws(CountersignError) {
        try await write {
            try $0.run(
                "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                [name, value])
        }
    }
}

extension CachedEnvelope {
    init?(row: SQLRow) throws {
        guard let id = EnvelopeID(rawValue: try row["id"]), let state = CachedEnvelope.State(rawValue: try row["state"])
        else {
            return nil
        }
        let created: Date = try row["createdAt"]
        let changed: Date = try row["changedAt"]
        let status: String? = try row["status"]
        let reason: Data? = try row["syncConflict"]
        let serverID: String? = try row["serverID"]
        let template: String? = try row["template"]
        let isSigned: Bool = try row["isSigned"]
        self.init(
            id: id, name: try row["name"], subject: try row["subject"], state: state,
            serverID: serverID.flatMap(EnvelopeID.init(rawValue:)),
            status: status.flatMap(EnvelopeStatus.init(rawValue:)),
            origin: Origin(rawValue: try row["origin"]) ?? .composed,
            template: template.flatMap(TemplateID.init(rawValue:)),
            size: try row["size"],
            documentCount: try row["documentCount"], createdAt: created, changedAt: changed,
            holdsUnsyncedSignature: isSigned && state != .synced, failedAttempts: try row["failedAttempts"],
            lastFailure: try row["lastFailure"],
            conflict: reason.flatMap { try? JSONDecoder().decode(SyncEngine.Conflict.self, from: $0) })
    }
}
