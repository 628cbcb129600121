import Ceremony
import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import Ledger
import ServiceCalls
import SignedPDF

/// Accepts the history of an envelope that a device has made or continued: once, and all or nothing.
struct HistoryCommit: Sendable {
    let limits: CommitLimits
    /// How many times a recipient may adopt a signature or initials in one upload.
    let adoptions: Int
    let now: @Sendable () -> Date
    let ledger: EnvelopeLedger
    let access: BlobAccess
    let workshop: ServiceWorkshop
    /// How long the seal is to last.
    let lasting: LastingSignatures?
    let accountLanguage: @Sendable (_ account: String) async throws -> String?
    let terms: @Sendable (_ account: String) async throws -> DisclosureTerms
    let observe: ServiceObserver

    /// - Parameter file: a file written by ``History/file``
    /// - Returns: the current envelope, and whether any event was new
    /// - Throws: `APIError` if the history is rejected; then nothing has changed
    func take(
        _ file: Data, of id: EnvelopeID, from identity: Identity
    ) async throws -> (envelope: Envelope, isNew: Bool) {
        let history = try read(file, of: id)
        let judged = JudgedBlobs()
        do {
            let (envelope, count) = try await ledger.append(to: id) { stored in
                try await events(history, stored, identity, judged)
            } requestDigest: {
                try await request(creating: $0)
            }
            if count > 0 { observe(.historyTaken(events: count)) }
            return (envelope, count > 0)
        } catch StorageError.duplicateTransaction {
            throw APIError.conflict(nil)
        }
    }

    private func read(_ file: Data, of id: EnvelopeID) throws -> History {
        // One line per event, plus one before and one after them.
        guard file.count(where: { $0 == UInt8(ascii: "\n") }) <= limits.events + 2 else {
            throw APIError.unfit("The history has more than \(limits.events) events.")
        }
        let history: History
        do {
            history = try History(file: file)
        } catch {
            throw APIError.unfit(error.description)
        }
        guard history.envelope.id == id else {
            throw APIError.unfit("The history belongs to envelope \(history.envelope.id).")
        }
        return history
    }

    /// Returns the events to store: the device's new events, the service's record of them, and the seal if all have
    /// signed.
    private func events(
        _ history: History, _ stored: History?, _ identity: Identity, _ judged: JudgedBlobs
    ) async throws -> [Event] {
        if let stored, stored.envelope.accountID != identity.accountID { throw APIError.conflict(nil) }
        let known = zip(history.events, stored?.events ?? []).prefix { $0.hash == $1.hash }.count
        if known == history.events.count { return [] }
        guard known == stored?.events.count ?? 0 else { throw APIError.conflict(stored?.envelope) }
        let at = now()
        let device = try await DeviceEvents(
            user: DeviceUser(accountID: identity.accountID, user: identity.asSender),
            blobs: CommitBlobs(
                limits: limits, adoptions: adoptions, ledger: ledger, access: access, account: identity.accountID,
                terms: terms, judged: judged,
                versions: CommitVersions(
                    ledger: ledger, typesetter: workshop.typesetter, takesOtherFonts: limits.takesOtherFonts, now: at)),
            times: DeviceTimes(
                now: at, clockAhead: limits.clockAhead, clockBehind: limits.clockBehind, account: identity.createdAt)
        ).check(history, after: known)
        let context = CommandContext(at: at, actor: .service)
        var whole = history
        try whole.append(
            decide(
                .takeHistory(
                    device: device.base64EncodedString(), first: known + 1, last: history.envelope.lastSequence,
                    uploadedBy: identity.asSender, otherFonts: judged.otherFonts.sorted()),
                whole.envelope, context))
        if whole.envelope.isReadyToSeal, workshop.authority.canSeal {
            for command in try await seal(whole, at: at) {
                try whole.append(decide(command, whole.envelope, context))
            }
        }
        return Array(whole.events.dropFirst(known))
    }

    /// Returns the digest of the request that would create a device's envelope, so that the request is recognized as a
    /// repetition.
    private func request(creating envelope: Envelope) async throws -> BlobHash {
        var documents: [DocumentID: Data] = [:]
        for document in envelope.documents { documents[document.id] = try await ledger.blobs.data(document.blob) }
        let request = Wire.EnvelopeDefinition(requesting: envelope.definition, sending: true) {
            documents[$0.id] ?? Data()
        }
        // A request is read from JSON before its digest is taken.
        return try JSONDecoder().decode(Wire.EnvelopeDefinition.self, from: JSONEncoder().encode(request))
            .contentDigest()
    }

    private func seal(_ history: History, at date: Date) async throws -> [Command] {
        let sealing = Sealing(
            blobs: ledger.blobs, authority: workshop.authority, typesetter: workshop.typesetter, lasting: lasting,
            accountLanguage: accountLanguage)
        do {
            return try await sealing.commands(history, at: date)
        } catch let error as CeremonyError where error.isOfTheService {
            // Nothing is wrong with what the device sent: it may retry.
            throw APIError(
                status: 503, errorCode: APIError.Code.unspecifiedError.rawValue, message: error.description)
        } catch let error as PDFError {
            throw APIError.unfit("The signed documents cannot be sealed: \(error.description)")
        }
    }
}
