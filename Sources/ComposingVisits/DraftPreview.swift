import Ceremony
import Composing
import CryptographicMessages
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import Ledger
import PageKit
import SignedPDF

/// The signing page of one recipient of a draft, in an envelope that is in memory only. Nothing that happens there is
/// sent, stored or sealed.
struct DraftPreview {
    private static let placeholder = "example@example.org"

    let work: EnvelopeWork
    let draft: Draft
    let target: ComposingTarget

    /// - Parameter number: the place of the recipient in the draft's list, counted from 0
    /// - Throws: ``DraftError/incomplete(_:)`` for a draft that could not be sent, ``DraftError/notFound`` for a recipient
    ///   who has no page
    func host(ofRecipient number: Int) async throws -> CeremonyHost {
        let recipients = draft.definition.recipients
        guard recipients.indices.contains(number), recipients[number].kind.acts else { throw DraftError.notFound }
        let recipient = recipients[number].id
        let definition = definition(for: recipient)
        let problems = definition.problems(whenSending: true)
        guard problems.isEmpty else { throw DraftError.incomplete(problems.map { DraftProblem($0) }) }
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists]))
        let ledger = EnvelopeLedger(
            events: SQLEventStore(database, now: work.configuration.now), blobs: PreviewBlobs(below: work.ledger.blobs))
        let id = EnvelopeID(UUID.random())
        let context = CommandContext(
            at: work.configuration.now(),
            actor: EventActor(kind: .sender, id: target.sender.userID, name: target.sender.name))
        _ = try await ledger.createEnvelope(id, definition, send: true, context)
        var configuration = work.configuration.ceremony
        configuration.isPreview = true
        configuration.offersCopies = false
        configuration.allowsDelegation = false
        configuration.lasting = nil
        configuration.frameAncestors = "'none'"
        configuration.report = { [report = work.configuration.report] in report($0, nil) }
        return CeremonyHost(
            ledger: ledger, envelopeID: id, recipientID: recipient, renderer: work.workshop.renderer,
            typesetter: work.workshop.typesetter, authority: PreviewAuthority(), configuration: configuration)
    }

    /// Returns the draft in which it is the recipient's turn, with something in the place of names, addresses and a
    /// subject that are still missing.
    private func definition(for id: RecipientID) -> EnvelopeDefinition {
        var definition = draft.definition
        definition.workflow = nil
        definition.transactionID = nil
        if TextRules.isBlank(definition.emailSubject) { definition.emailSubject = "…" }
        definition.recipients = definition.recipients.map { recipient in
            var recipient = recipient
            recipient.accessCode = nil
            recipient.needsMailCode = false
            recipient.routingOrder = recipient.id == id ? 1 : min(recipient.routingOrder, Int(Int32.max)) + 1
            if TextRules.isBlank(recipient.name) { recipient.name = "…" }
            if !EmailAddress.isValid(recipient.email) { recipient.email = Self.placeholder }
            if recipient.kind == .inPersonSigner, recipient.host.map({ EmailAddress.isValid($0.email) }) != true {
                recipient.host = Recipient.Host(name: recipient.host?.name ?? "…", email: Self.placeholder)
            }
            return recipient
        }
        return definition
    }
}

/// Gives everybody a key of their own that nobody vouches for, and seals nothing.
private struct PreviewAuthority: SigningAuthority {
    var canSeal: Bool { false }

    func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
        try SigningIdentity.selfSigned(name: recipient.name, email: recipient.email, at: date)
    }

    func seal() async throws -> any DocumentSigner { throw DraftError.notFound }
}

/// Reads the service's files, and keeps what the preview adds in memory.
private struct PreviewBlobs: BlobStore {
    private static let mostBytes = 40 << 20

    let below: any BlobStore
    private let own = MemoryBlobStore()
    private let room = Locked(mostBytes)

    init(below: any BlobStore) {
        self.below = below
    }

    func store(_ blob: Blob) async throws {
        let isWithin = room.withLock { room in
            room -= blob.bytes.count
            return room >= 0
        }
        guard isWithin else { throw CeremonyError.storageFull }
        try await own.store(blob)
    }

    func data(_ hash: BlobHash) async throws -> Data {
        if try await own.contains(hash) { return try await own.data(hash) }
        return try await below.data(hash)
    }

    func size(_ hash: BlobHash) async throws -> Int? {
        if let size = try await own.size(hash) { return size }
        return try await below.size(hash)
    }

    func renew(_ hash: BlobHash) async throws -> Bool { try await size(hash) != nil }
    func remove(_ hash: BlobHash, storedBefore date: Date) async throws {}
    func stored(before date: Date) async throws -> [BlobHash] { [] }
}

/// The previews that are open in this process: the latest few of each account, for some minutes after they were last
/// used. One that has gone begins anew at its next request.
actor DraftPreviews {
    struct Key: Hashable {
        let account: String
        let visit: String
        let recipient: Int
    }

    private struct Open {
        let key: Key
        let host: CeremonyHost
        var usedAt: Date
    }

    private static let most = 40
    private static let mostOfAccount = 4
    private static let life: TimeInterval = 900
    /// The one that was used last is the last.
    private var open: [Open] = []

    /// Returns the host of a preview.
    ///
    /// - Parameter anew: whether it begins anew, with the draft as it is now
    func host(
        _ key: Key, at date: Date, anew: Bool, _ make: @Sendable () async throws -> CeremonyHost
    ) async throws -> CeremonyHost {
        open.removeAll { date.timeIntervalSince($0.usedAt) > Self.life }
        if !anew, let index = open.firstIndex(where: { $0.key == key }) {
            var known = open.remove(at: index)
            known.usedAt = date
            open.append(known)
            return known.host
        }
        let host = try await make()
        open.removeAll { $0.key == key }
        open.append(Open(key: key, host: host, usedAt: date))
        let own = open.indices.filter { open[$0].key.account == key.account }
        for index in own.dropLast(Self.mostOfAccount).reversed() { open.remove(at: index) }
        open.removeFirst(max(0, open.count - Self.most))
        return host
    }

    /// Closes all previews of a visit.
    func end(_ visit: String) { open.removeAll { $0.key.visit == visit } }
}
