import Envelopes
import Essentials
import Foundation

/// Drafts while a sender composes them, and the visits to the composing page, in SQL.
///
/// A working copy may be incomplete where an envelope's history may not: a person without an address, say. It goes into
/// the history when the sender saves or sends it.
public struct SQLComposingStore: Sendable {
    private let database: any SQLDatabase

    /// - Parameter database: has the tables of ``SQLSchema/Step/composing``
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// `ticket` and `cookie` are SHA-256 hashes; `target` and `content` are canonical JSON.
    static let tables = """
        CREATE TABLE composingVisit (
            id TEXT PRIMARY KEY NOT NULL,
            ticket BYTES NOT NULL UNIQUE,
            cookie BYTES,
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            target BYTES NOT NULL,
            expiresAt BIGINT NOT NULL,
            openedAt BIGINT,
            seenAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX composingVisitBySight ON composingVisit(seenAt);
        CREATE INDEX composingVisitByEnvelope ON composingVisit(envelopeID);
        CREATE TABLE composingDraft (
            envelopeID TEXT PRIMARY KEY NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            version BIGINT NOT NULL,
            content BYTES NOT NULL
        ) BY KEY;
        CREATE TABLE composingBlob (
            hash TEXT NOT NULL,
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            PRIMARY KEY (hash, envelopeID)
        ) BY KEY;
        CREATE INDEX composingBlobByEnvelope ON composingBlob(envelopeID);

        """

    // MARK: Visits

    /// Issues a ticket for one visit.
    ///
    /// - Parameter life: seconds until it expires
    public func issue(_ target: ComposingTarget, at date: Date, life: TimeInterval) async throws -> Secret {
        let ticket = Secret.random()
        let content = try CanonicalJSON.bytes(of: target)
        let id = UUID.random().uuidString.lowercased()
        try await database.write { connection in
            // Visits are kept for 30 days after their last request.
            try connection.run("DELETE FROM composingVisit WHERE seenAt < ?", [date.addingTimeInterval(-30 * 86_400)])
            try connection.run(
                """
                INSERT INTO composingVisit (id, ticket, envelopeID, target, expiresAt, seenAt) VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    id, ticket.hash, target.envelopeID.rawValue, content, date.addingTimeInterval(life), date,
                ])
        }
        return ticket
    }

    /// Exchanges a ticket for a visit. If several requests present it at once, only one succeeds.
    public func open(_ ticket: Secret, at date: Date) async throws -> ComposingOpening {
        let cookie = Secret.random()
        return try await database.write { connection in
            let opened = try connection.run(
                """
                UPDATE composingVisit SET openedAt = ?, seenAt = ?, cookie = ?
                WHERE ticket = ? AND openedAt IS NULL AND expiresAt > ?
                """, [date, date, cookie.hash, ticket.hash, date])
            let row = try connection.row("SELECT id, target FROM composingVisit WHERE ticket = ?", [ticket.hash])
            guard let row else { return .unknown }
            let target = try Self.target(row)
            return opened == 1 ? .opened(target, id: try row["id"], cookie: cookie) : .spent(target)
        }
    }

    /// Finds the visit of a request and records the request.
    ///
    /// - Parameters:
    ///   - idleLife: seconds without a request after which it expires
    ///   - life: seconds after which it expires in any case
    public func visit(
        _ id: String, cookie: Secret?, at date: Date, idleLife: TimeInterval, life: TimeInterval
    ) async throws -> ComposingVisit {
        guard let cookie else { return .unknown }
        let found: (target: ComposingTarget, opened: Date, seen: Date)? = try await database.read { connection in
            let row = try connection.row(
                "SELECT target, openedAt, seenAt FROM composingVisit WHERE id = ? AND cookie = ?",
                [id.lowercased(), cookie.hash])
            return try row.map { (try Self.target($0), try $0["openedAt"], try $0["seenAt"]) }
        }
        guard let found else { return .unknown }
        let silence = date.timeIntervalSince(found.seen)
        guard silence < idleLife, date.timeIntervalSince(found.opened) < life else { return .timedOut(found.target) }
        if silence > min(15, idleLife / 4) {
            try await database.write { connection in
                try connection.run(
                    "UPDATE composingVisit SET seenAt = ? WHERE id = ? AND seenAt < ?", [date, id.lowercased(), date])
            }
        }
        return .open(found.target)
    }

    private static func target(_ row: SQLRow) throws -> ComposingTarget {
        try CanonicalJSON.value(ComposingTarget.self, from: try row["target"])
    }

    // MARK: Working copies

    /// What is held for an envelope. Its version never comes again, also after the copy has gone, so that no window takes
    /// another's changes for those that it knows.
    public struct Held: Sendable, Hashable {
        /// `nil` if nobody has changed anything since it was last sent, kept or discarded.
        public var copy: WorkingCopy?
        /// 0 if there has never been a copy.
        public var version: Int
        /// Whether the copy went into the envelope as a whole when it went.
        public var wasSent = false
    }

    /// Returns what is held for an envelope.
    public func held(of id: EnvelopeID) async throws -> Held { try await database.read { try Self.held(id, $0) } }

    /// Stores a first copy, without changes, unless there is one.
    ///
    /// - Returns: what is held then
    public func begin(_ copy: WorkingCopy, of id: EnvelopeID) async throws -> Held {
        try await database.write { connection in
            let held = try Self.held(id, connection)
            if let other = held.copy, other.isCorrection == copy.isCorrection { return held }
            // What was left of a draft is no correction.
            let version = held.copy == nil ? held.version : held.version + 1
            try Self.write(copy, version, id, connection)
            return Held(copy: copy, version: version)
        }
    }

    /// Stores a working copy in place of the version that it was made from. Files that others have added stay.
    ///
    /// - Returns: the copy as stored, and its version; `nil` if somebody else has stored another one since
    public func store(
        _ copy: WorkingCopy, of id: EnvelopeID, over version: Int
    ) async throws -> (copy: WorkingCopy, version: Int)? {
        try await database.write { connection in
            let held = try Self.held(id, connection)
            guard held.version == version else { return nil }
            let whole = copy.adding(held.copy?.files ?? [])
            try Self.write(whole, version + 1, id, connection)
            return (whole, version + 1)
        }
    }

    /// Adds a file to a working copy, which stays the same version: no window has to know of it.
    ///
    /// - Parameters:
    ///   - base: the working copy to start from if none is stored
    ///   - limit: the maximum number of files
    /// - Returns: the file with that id, which may be an earlier one; `nil` beyond the limit
    public func add(
        _ file: EnvelopeDocument, to id: EnvelopeID, of base: WorkingCopy, limit: Int
    ) async throws -> EnvelopeDocument? {
        try await database.write { connection in
            let held = try Self.held(id, connection)
            let copy = held.copy ?? base
            if let earlier = copy.files.first(where: { $0.id == file.id }) { return earlier }
            guard copy.files.count < limit else { return nil }
            try Self.write(copy.adding([file]), held.version, id, connection)
            return file
        }
    }

    /// Gives a copy another version, so that no window stores a change meanwhile.
    ///
    /// - Returns: whether it had the version
    public func move(_ id: EnvelopeID, from version: Int, to next: Int) async throws -> Bool {
        try await database.write { connection in
            try connection.run(
                "UPDATE composingDraft SET version = ? WHERE envelopeID = ? AND version = ?",
                [next, id.rawValue, version]) == 1
        }
    }

    /// Takes a copy away.
    ///
    /// - Parameters:
    ///   - version: the version that has to be there; `nil` for any
    ///   - sent: whether it went into the envelope
    public func close(_ id: EnvelopeID, at version: Int? = nil, sent: Bool) async throws {
        try await database.write { connection in
            let held = try Self.held(id, connection)
            guard held.copy != nil, version == nil || version == held.version else { return }
            let gone = try CanonicalJSON.bytes(of: Gone(sent: sent))
            try connection.run(
                "UPDATE composingDraft SET version = ?, content = ? WHERE envelopeID = ?",
                [held.version + 1, gone, id.rawValue])
            try connection.run("DELETE FROM composingBlob WHERE envelopeID = ?", [id.rawValue])
        }
    }

    /// What stands in the place of a copy that has gone.
    private struct Gone: Codable {
        let sent: Bool
    }

    private static func held(_ id: EnvelopeID, _ connection: any SQLConnection) throws -> Held {
        let row = try connection.row(
            "SELECT version, content FROM composingDraft WHERE envelopeID = ?", [id.rawValue])
        guard let row else { return Held(copy: nil, version: 0) }
        let content: Data = try row["content"]
        if let gone = try? CanonicalJSON.value(Gone.self, from: content) {
            return Held(copy: nil, version: try row["version"], wasSent: gone.sent)
        }
        return Held(copy: try CanonicalJSON.value(WorkingCopy.self, from: content), version: try row["version"])
    }

    private static func write(
        _ copy: WorkingCopy, _ version: Int, _ id: EnvelopeID, _ connection: any SQLConnection
    ) throws {
        let content = try CanonicalJSON.bytes(of: copy)
        try connection.run("DELETE FROM composingDraft WHERE envelopeID = ?", [id.rawValue])
        try connection.run(
            "INSERT INTO composingDraft (envelopeID, version, content) VALUES (?, ?, ?)",
            [id.rawValue, version, content])
        try connection.run("DELETE FROM composingBlob WHERE envelopeID = ?", [id.rawValue])
        for blob in copy.files.flatMap(\.blobs) {
            try connection.run(
                "INSERT INTO composingBlob (hash, envelopeID) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [blob.rawValue, id.rawValue])
        }
    }

    /// Ends every visit to an envelope's page, and tickets for one.
    public func endVisits(to id: EnvelopeID) async throws {
        try await database.write { connection in
            try connection.run("DELETE FROM composingVisit WHERE envelopeID = ?", [id.rawValue])
        }
    }

    /// Whether a working copy names a file.
    public func names(_ hash: BlobHash) async throws -> Bool {
        try await database.read { try $0.exists("SELECT 1 FROM composingBlob WHERE hash = ?", [hash.rawValue]) }
    }
}

/// What a visit to the composing page is for, and who makes it.
public struct ComposingTarget: Sendable, Hashable, Codable {
    /// The draft.
    public var envelopeID: EnvelopeID
    /// The account of the user.
    public var accountID: String
    /// The user who composes.
    public var sender: Sender
    /// The address that the browser opens at the end; empty for a page that stays.
    public var returnURL: String
    /// Whether the page sends the envelope; if not, the program that asked for the page does.
    public var sends: Bool
    /// Whether the page begins with the fields.
    public var beginsWithFields: Bool
    /// Whether an envelope that was sent is corrected.
    public var corrects: Bool { correction == true }
    private var correction: Bool?

    /// Whether the page is in a frame of the sender's product, and returns nowhere.
    public var isEmbedded: Bool { returnURL.isEmpty }

    /// A visit that sends and begins with the documents, unless something else is given.
    public init(
        envelopeID: EnvelopeID, accountID: String, sender: Sender, returnURL: URL?, sends: Bool = true,
        beginsWithFields: Bool = false, corrects: Bool = false
    ) {
        self.envelopeID = envelopeID
        self.accountID = accountID
        self.sender = sender
        self.returnURL = returnURL?.absoluteString ?? ""
        self.sends = sends
        self.beginsWithFields = beginsWithFields
        correction = corrects ? true : nil
    }
}

/// The answer to a ticket of the composing page.
public enum ComposingOpening: Sendable, Hashable {
    case unknown
    /// The ticket was used or has expired.
    case spent(ComposingTarget)
    case opened(ComposingTarget, id: String, cookie: Secret)
}

/// The answer to a request's cookie.
public enum ComposingVisit: Sendable, Hashable {
    case unknown
    case timedOut(ComposingTarget)
    case open(ComposingTarget)
}

/// A draft while somebody composes it.
public struct WorkingCopy: Sendable, Hashable, Codable {
    /// The envelope as it was when the copy was made, or last took over what others had changed.
    public var base: EnvelopeDefinition
    /// The envelope as the sender wants it.
    public var definition: EnvelopeDefinition
    /// Every document that it has or had, so that a removed one can come back.
    public var files: [EnvelopeDocument]
    /// Whether it corrects an envelope that was sent.
    public var isCorrection: Bool { correction == true }
    private var correction: Bool?

    /// A copy without changes.
    public init(of definition: EnvelopeDefinition, correcting: Bool = false) {
        base = definition
        self.definition = definition
        files = definition.documents
        correction = correcting ? true : nil
    }

    /// Returns the copy with further files. Of two with the same id, its own stays.
    package func adding(_ others: [EnvelopeDocument]) -> WorkingCopy {
        var copy = self
        let known = Set(files.map(\.id))
        copy.files += others.filter { !known.contains($0.id) }
        return copy
    }
}
