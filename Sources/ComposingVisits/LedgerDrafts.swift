import Ceremony
import Composing
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import Ledger
import PageImages
import ServiceCalls

/// One draft of the service: a working copy beside the envelope's history, which gets the changes once the sender saves
/// or sends.
struct LedgerDrafts: DraftStore {
    let work: EnvelopeWork
    let target: ComposingTarget
    /// The request that acts; the sender's acts are recorded with its address.
    let request: ServiceCall

    private var copies: SQLComposingStore { work.stores.composing }
    private var id: EnvelopeID { target.envelopeID }

    // MARK: Reading

    func draft() async throws -> Draft {
        let (copy, version) = try await current()
        return Self.draft(copy, version)
    }

    private static func draft(_ copy: WorkingCopy, _ version: Int) -> Draft {
        Draft(definition: copy.definition, version: version, files: copy.files)
    }

    private func envelope() async throws -> Envelope {
        guard let envelope = try await work.ledger.events.envelope(id), envelope.accountID == target.accountID else {
            throw DraftError.notFound
        }
        guard envelope.status == .created else { throw DraftError.notADraft }
        return envelope
    }

    /// Returns the working copy, with what others have changed in the envelope meanwhile.
    private func current() async throws -> (copy: WorkingCopy, version: Int) {
        let envelope = try await envelope()
        guard let (stored, version) = try await copies.copy(of: id) else {
            return (WorkingCopy(of: envelope.definition), 0)
        }
        guard stored.base != envelope.definition else { return (stored, version) }
        var copy = stored
        copy.base = envelope.definition
        copy.definition = envelope.definition.corrected(by: Correction(from: stored.base, to: stored.definition))
        let known = Set(envelope.definition.documents.map(\.id))
        copy.files = envelope.definition.documents + stored.files.filter { !known.contains($0.id) }
        return (copy, version)
    }

    func bytes(of file: BlobHash) async throws -> Data { try await work.ledger.document(file) }

    func problems(of definition: EnvelopeDefinition) async throws -> [DraftProblem] {
        work.changes().sendingProblems(of: definition).map { problem in
            switch problem {
            case .unreachable(let id): DraftProblem(code: "unreachable", place: .recipient(id, .email))
            case .unshowable(let value):
                DraftProblem(code: "unshowable", place: .tab(value.tab, .value))
            case .undrawable(let id, let page):
                DraftProblem(code: "undrawable", place: .document(id, .pages), facts: ["page": String(page)])
            }
        }
    }

    // MARK: Changing

    func save(_ definition: EnvelopeDefinition, over version: Int) async throws -> Draft {
        var (copy, newest) = try await current()
        guard newest == version else { throw DraftError.changed(Self.draft(copy, newest)) }
        copy.definition = definition
        return try await store(copy, over: version)
    }

    private func store(_ copy: WorkingCopy, over version: Int) async throws -> Draft {
        guard let stored = try await copies.store(copy, of: id, over: version) else {
            throw DraftError.changed(try await draft())
        }
        return Self.draft(stored.copy, stored.version)
    }

    func add(_ file: Data, named name: String, as documentID: DocumentID) async throws -> EnvelopeDocument {
        let envelope = try await envelope()
        let (bytes, pages) = try await document(from: file, name)
        let blob = Blob(bytes)
        try await work.unused.keep([blob])
        let document = EnvelopeDocument(id: documentID, name: name, blob: blob.hash, pages: pages, order: 1)
        let limit = 2 * EnvelopeLimits.documents
        guard let held = try await copies.add(document, to: id, of: envelope.definition, limit: limit) else {
            throw DraftError.fileRefused(.busy)
        }
        guard held.blob == blob.hash else { throw DraftError.fileExists }
        return held
    }

    /// Returns the file as a PDF, and its pages. A picture becomes a page.
    private func document(from file: Data, _ name: String) async throws -> (Data, [PageSize]) {
        let share = FairShare(account: target.accountID, visitor: target.sender.userID)
        do {
            guard PictureIntake.takes(file) else { return (file, try DocumentIntake.read(file)) }
            return try await work.configuration.ceremony.pictures.document(
                from: file, title: name, at: work.configuration.now(), for: share, renderer: work.workshop.renderer)
        } catch CeremonyError.picturesBusy {
            throw DraftError.fileRefused(.busy)
        } catch is CeremonyError {
            throw DraftError.fileRefused(.picture)
        } catch let error as IntakeError {
            switch error {
            case .notAPDF: throw DraftError.fileRefused(.unknownKind)
            case .encrypted: throw DraftError.fileRefused(.encrypted)
            case .damaged, .noPages: throw DraftError.fileRefused(.damaged)
            case .tooManyPages: throw DraftError.fileRefused(.tooManyPages)
            case .launchesPrograms, .holdsProgram: throw DraftError.fileRefused(.active)
            }
        }
    }

    // MARK: The end

    func send(_ version: Int) async throws {
        let copy: WorkingCopy
        do {
            let (newest, found) = try await current()
            guard found == version else { throw DraftError.changed(Self.draft(newest, found)) }
            copy = newest
        } catch DraftError.notADraft {
            // The answer to an earlier attempt got lost.
            guard try await work.ledger.envelope(id).status.isInProcess else { throw DraftError.notADraft }
            return
        }
        let correction = Correction(from: copy.base, to: copy.definition)
        try await apply(copy) { _ in [.correct(correction), .send] }
        try await copies.remove(id)
    }

    /// Puts the changes into the envelope. A copy that is too incomplete for the envelope's history stays beside it.
    func keep() async throws {
        guard let (_, _) = try await copies.copy(of: id) else { return }
        let (copy, _) = try await current()
        guard copy.definition.problems(whenSending: false).isEmpty else { return }
        let correction = Correction(from: copy.base, to: copy.definition)
        try await apply(copy) { _ in [.correct(correction)] }
        try await copies.remove(id)
    }

    func discard() async throws { try await copies.remove(id) }

    private func apply(_ copy: WorkingCopy, _ commands: @Sendable (Envelope) throws -> [Command]) async throws {
        var request = request
        request.identity = Identity(
            accountID: target.accountID, userID: target.sender.userID, accountName: "", name: target.sender.name,
            email: target.sender.email, createdAt: work.configuration.now())
        do {
            _ = try await work.changes().perform(on: envelope(), request) { newest in
                guard newest.definition == copy.base else { throw DraftError.notFound }
                return try commands(newest)
            }
        } catch EnvelopeError.invalid(let problems) {
            throw DraftError.incomplete(problems.map { DraftProblem($0) })
        } catch EnvelopeError.notLockOwner(let lock) {
            throw DraftError.locked(by: lock.by.name)
        } catch EnvelopeError.wrongStatus {
            throw DraftError.notADraft
        } catch is NotSendable {
            throw DraftError.incomplete(try await problems(of: copy.definition))
        } catch is TooManyMessages {
            throw DraftError.tooManyMessages
        }
    }
}
