import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages

/// A server that has only the eSignature REST API v2.1.
///
/// It does not know a device's history, so it gets what its API can hold. That is the newest version of every document,
/// which contains the signatures made here; the recipients with their tabs and values; and the API's offline attributes
/// for those who have signed. The envelope's own id is the transaction id, under which the server creates it once.
package struct DialectServer: SyncServer {
    let calls: any AuthorizedCalls
    private let now: @Sendable () -> Date

    /// How long, in seconds, a server is assumed to remember a transaction id. The API says seven days; clocks differ.
    private static let remembered: TimeInterval = (7 * 24 - 2) * 3600

    package init(calls: any AuthorizedCalls, now: @escaping @Sendable () -> Date = { Date() }) {
        self.calls = calls
        self.now = now
    }

    package var takesBlobs: Bool { false }
    package var keepsHistories: Bool { false }

    package func upload(_ hash: BlobHash, from store: any SyncStore) async throws {}

    private struct Entry: Decodable {
        var envelopeId: String
        var status: String
        var transactionId: String?

        /// Whether the envelope was created under this id; `nil` if the server does not say.
        func isMade(under id: EnvelopeID) -> Bool? { transactionId.map { $0.lowercased() == id.rawValue.lowercased() } }
    }

    private struct List: Decodable {
        var envelopes: [Entry]?
        /// The number of envelopes on all pages, in digits.
        var totalSetSize: String?

        var isWhole: Bool { totalSetSize.flatMap { Int($0) } == envelopes?.count ?? 0 }
    }

    /// The maximum number of entries examined in a list that should hold at most one envelope, if the server does not
    /// report the transaction of each.
    private static let mostLookedAt = 5

    package func state(of envelope: PendingEnvelope, _ history: History) async throws -> ServerState? {
        try Self.check(envelope, history)
        let reply = try await calls.syncing(
            APIRequest(
                .get, ["envelopes"], query: [URLQueryItem(name: "transaction_ids", value: envelope.id.rawValue)]))
        if let failure = SyncFailure(reply) { throw failure }
        guard let list = try? JSONDecoder().decode(List.self, from: reply.body) else {
            throw SyncFailure.busy(message: "The server's list of envelopes cannot be read.", after: nil)
        }
        guard let entry = try await entry(of: envelope.id, in: list) else {
            // The envelope may exist under an id that the server has forgotten, and would be created again.
            guard let sent = envelope.sentAt, now().timeIntervalSince(sent) >= Self.remembered else { return nil }
            return .other(
                SyncEngine.Conflict(
                    .outcomeUnknown,
                    message: "The envelope was sent once without an answer. That was too long ago for this server to "
                        + "report the outcome. Look for the envelope there before sending it again."))
        }
        if ["voided", "declined", "deleted"].contains(entry.status) {
            return .other(SyncEngine.Conflict(.ended, message: "The envelope was \(entry.status) on the server."))
        }
        return .complete(SyncReceipt(serverID: entry.envelopeId, status: entry.status))
    }

    /// Returns the entry created under an envelope's transaction id. A server may not know the filter, and list
    /// anything.
    private func entry(of id: EnvelopeID, in list: List) async throws -> Entry? {
        let entries = list.envelopes ?? []
        if let named = entries.first(where: { $0.isMade(under: id) == true }) { return named }
        let silent = entries.filter { $0.transactionId == nil }
        for entry in silent.prefix(Self.mostLookedAt) {
            let reply = try await calls.syncing(APIRequest(.get, ["envelopes", entry.envelopeId]))
            if let failure = SyncFailure(reply) { throw failure }
            guard let found = try? JSONDecoder().decode(Entry.self, from: reply.body),
                let isOurs = found.isMade(under: id)
            else {
                throw SyncFailure.busy(
                    message: "The server does not report the transaction id of an envelope.", after: nil)
            }
            if isOurs { return found }
        }
        guard entries.isEmpty || (list.isWhole && silent.count <= Self.mostLookedAt) else {
            throw SyncFailure.busy(
                message: "The server lists envelopes other than the requested one.", after: nil)
        }
        return nil
    }

    /// Rejects what this API cannot express, so that nothing else reaches the server in its place.
    private static func check(_ envelope: PendingEnvelope, _ history: History) throws {
        guard envelope.confirmedSequence == 0 else {
            throw SyncFailure.refusedForNow(
                message: "The envelope is on a Countersign service, and this server does not identify itself as one.")
        }
        guard history.envelope.recipients.allSatisfy({ $0.accessCode == nil }) else {
            // The device has only its hash, and without it anybody with the link could sign.
            throw SyncFailure.conflict(
                SyncEngine.Conflict(
                    .refused,
                    message: "A recipient has an access code. This server's API takes it in clear, and it is not kept.")
            )
        }
        guard history.envelope.status != .declined else {
            throw SyncFailure.conflict(
                SyncEngine.Conflict(
                    .refused, message: "A recipient declined on this device; this server's API cannot record that."))
        }
    }

    private struct Created: Decodable {
        var envelopeId: String
        var status: String
    }

    package func commit(
        _ history: History, of envelope: PendingEnvelope, from store: any SyncStore
    ) async throws -> SyncReceipt {
        try Self.check(envelope, history)
        let reply = try await calls.syncing(
            APIRequest(.post, ["envelopes"], json: try await definition(of: history, from: store)))
        if let failure = SyncFailure(reply) { throw failure }
        guard let created = try? JSONDecoder().decode(Created.self, from: reply.body) else {
            throw SyncFailure.unreachable(reason: "the server's answer cannot be read")
        }
        return SyncReceipt(serverID: created.envelopeId, status: created.status)
    }

    // MARK: What is sent

    private func definition(of history: History, from store: any SyncStore) async throws -> Wire.EnvelopeDefinition {
        let envelope = history.envelope
        var contents: [DocumentID: Data] = [:]
        for document in envelope.documents {
            contents[document.id] = try await store.blob(envelope.latestVersion(of: document.id) ?? document.blob)
        }
        return Wire.EnvelopeDefinition(requesting: Self.filled(history), sending: true) { contents[$0.id] ?? Data() }
    }

    /// Returns the definition as it would be requested now: with the values entered so far, and with what devices
    /// reported about those who have signed.
    private static func filled(_ history: History) -> EnvelopeDefinition {
        let envelope = history.envelope
        var definition = envelope.definition
        definition.transactionID = envelope.id.rawValue
        let shown = envelope.recipients.reduce(into: Set<TabID>()) { $0.formUnion(envelope.shownTabs(of: $1.id)) }
        for index in definition.tabs.indices {
            let tab = definition.tabs[index]
            definition.tabs[index].value =
                shown.contains(tab.id) ? envelope.value(of: tab) : envelope.hiddenValue(of: tab)
        }
        let attributes = attributes(history)
        for index in definition.recipients.indices {
            let id = definition.recipients[index].id
            definition.recipients[index].offlineAttributes = attributes[id]
        }
        return definition
    }

    /// Returns, for each recipient who has signed here, what their device reported then, and the hash of that event.
    private static func attributes(_ history: History) -> [RecipientID: OfflineAttributes] {
        var attributes: [RecipientID: OfflineAttributes] = [:]
        for event in history.events {
            guard case .signed(let id, _, _, _) = event.body, let device = event.device else { continue }
            attributes[id] = OfflineAttributes(
                accountEsignID: history.envelope.state(of: id)?.disclosure?.rawValue,
                deviceModel: device.facts["model"], deviceName: device.facts["name"],
                latitude: device.position.map { "\($0.latitude)" },
                longitude: device.position.map { "\($0.longitude)" }, signingHash: event.hash.rawValue)
        }
        return attributes
    }
}
