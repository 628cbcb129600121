import Ceremony
import Composing
import DocumentConversion
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import Ledger
import PageImages
import ServiceCalls

/// One draft of the service: a working copy beside the envelope's history, which gets the changes once the sender saves
/// or sends. In the same way, an envelope that was sent is corrected.
struct LedgerDrafts: DraftStore {
    let work: EnvelopeWork
    let target: ComposingTarget
    /// The request that acts; the sender's acts are recorded with its address.
    let request: ServiceCall

    private var copies: SQLComposingStore { work.stores.composing }
    private var id: EnvelopeID { target.envelopeID }

    // MARK: Reading

    func draft() async throws -> Draft {
        let (copy, version, envelope) = try await current()
        return draft(copy, version, envelope)
    }

    private func draft(_ copy: WorkingCopy, _ version: Int, _ envelope: Envelope) -> Draft {
        Draft(
            definition: copy.definition, version: version, files: copy.files,
            fixed: target.corrects ? envelope.fixedParts : nil)
    }

    func envelope() async throws -> Envelope {
        guard let envelope = try await work.ledger.events.envelope(id), envelope.accountID == target.accountID else {
            throw DraftError.notFound
        }
        guard target.corrects ? envelope.status.isInProcess : envelope.status == .created else {
            throw target.corrects ? DraftError.notInProcess : DraftError.notADraft
        }
        return envelope
    }

    /// Returns the working copy, with what others have changed in the envelope meanwhile. Such a change makes a new
    /// version, so that no window overwrites it unseen.
    private func current() async throws -> (copy: WorkingCopy, version: Int, envelope: Envelope) {
        for _ in 0..<Self.mostAttempts {
            let envelope = try await envelope()
            let held = try await copies.begin(untouched(envelope), of: id)
            guard let stored = held.copy else { continue }
            guard stored.base != envelope.definition else { return (stored, held.version, envelope) }
            var copy = stored
            copy.base = envelope.definition
            copy.definition = envelope.definition.corrected(by: Correction(from: stored.base, to: stored.definition))
            let known = Set(envelope.definition.documents.map(\.id))
            copy.files = envelope.definition.documents + stored.files.filter { !known.contains($0.id) }
            if let new = try await copies.store(copy, of: id, over: held.version) {
                return (new.copy, new.version, envelope)
            }
        }
        throw DraftError.fileRefused(.busy)
    }

    private static let mostAttempts = 10

    private func untouched(_ envelope: Envelope) -> WorkingCopy {
        WorkingCopy(of: envelope.definition, correcting: target.corrects)
    }

    func bytes(of file: BlobHash) async throws -> Data { try await work.ledger.document(file) }

    func places(in file: BlobHash) async throws -> FoundPlaces {
        let bytes = try await bytes(of: file)
        do {
            return try await PlaceFinding.shared.places(in: bytes, for: share)
        } catch is FairSlots.Full {
            throw DraftError.fileRefused(.busy)
        }
    }

    private var share: FairShare { FairShare(account: target.accountID, visitor: target.sender.userID) }

    func problems(of definition: EnvelopeDefinition) async throws -> [DraftProblem] {
        try await correctionProblems(of: definition)
            + sendingProblems(of: definition)
    }

    private func sendingProblems(of definition: EnvelopeDefinition) -> [DraftProblem] {
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

    /// Returns what the rules for a correction say, beyond those for the definition.
    private func correctionProblems(of definition: EnvelopeDefinition) async throws -> [DraftProblem] {
        guard target.corrects else { return [] }
        let (copy, _, envelope) = try await current()
        let correction = Correction(from: copy.base, to: definition)
        let actor = EventActor(kind: .sender, id: target.sender.userID, name: target.sender.name)
        let context = CommandContext(at: work.configuration.now(), actor: actor)
        do {
            _ = try decide([.correct(correction)], envelope, context)
            return []
        } catch {
            return DraftProblem(correcting: error).map { [$0] } ?? []
        }
    }

    // MARK: Changing

    func save(_ definition: EnvelopeDefinition, over version: Int) async throws -> Draft {
        var (copy, newest, envelope) = try await current()
        guard newest == version else { throw DraftError.changed(draft(copy, newest, envelope)) }
        copy.definition = definition
        do {
            guard let stored = try await copies.store(copy, of: id, over: version) else {
                throw DraftError.changed(try await draft())
            }
            return draft(stored.copy, stored.version, envelope)
        } catch is EncodingError {
            // A number that no history holds.
            throw DraftError.malformed
        }
    }

    func add(_ file: Data, named name: String, as documentID: DocumentID) async throws -> EnvelopeDocument {
        let envelope = try await envelope()
        let taken = try await taken(file, name)
        try await work.unused.keep(taken.blobs)
        let document = EnvelopeDocument(
            id: documentID, name: name, blob: taken.pdf.hash, pages: taken.pages, order: 1, source: taken.source)
        guard let held = try await add(document, to: envelope) else { throw DraftError.fileRefused(.busy) }
        // A file that is sent again may become another PDF.
        guard held.source?.blob ?? held.blob == document.source?.blob ?? document.blob else {
            throw DraftError.fileExists
        }
        return held
    }

    /// Adds a file to the working copy.
    ///
    /// - Returns: the file with its id, which may be an earlier one; `nil` beyond the limit
    func add(_ document: EnvelopeDocument, to envelope: Envelope) async throws -> EnvelopeDocument? {
        try await copies.add(document, to: id, of: untouched(envelope), limit: 2 * EnvelopeLimits.documents)
    }

    /// Takes a file in as a PDF.
    private func taken(_ file: Data, _ name: String) async throws -> IncomingFile {
        do {
            return try await work.intake.take(file, named: name, for: share)
        } catch let problem as ConversionProblem {
            switch problem {
            case .unreadable(let kind) where kind.isPicture: throw DraftError.fileRefused(.picture)
            case .unknownKind, .programMissing, .notConfined, .encrypted, .unreadable, .timedOut:
                throw DraftError.fileRefused(.unknownKind)
            case .tooManyPictures: throw DraftError.fileRefused(.tooManyPages)
            case .busy: throw DraftError.fileRefused(.busy)
            }
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
        if target.corrects {
            let held = try await copies.held(of: id)
            // The answer to an earlier attempt got lost.
            if held.copy == nil, held.wasSent, held.version == Self.closed(version) { return }
        }
        let (copy, newest, envelope): (WorkingCopy, Int, Envelope)
        do {
            (copy, newest, envelope) = try await current()
        } catch DraftError.notADraft {
            // The answer to an earlier attempt got lost.
            guard try await work.ledger.envelope(id).status.isInProcess else { throw DraftError.notADraft }
            return
        }
        guard newest == version else { throw DraftError.changed(draft(copy, newest, envelope)) }
        let sends = !target.corrects
        try await close(copy, version, sent: true) { sends ? [.correct($0), .send] : [.correct($0)] }
    }

    /// Puts the changes into the envelope. A copy that is too incomplete for the envelope's history stays beside it, and
    /// so does the correction of one that was sent: it goes in as a whole, when the sender says so.
    func keep() async throws {
        guard !target.corrects, try await copies.held(of: id).copy != nil else { return }
        let (copy, version, _) = try await current()
        guard copy.definition.problems(whenSending: false).isEmpty else { return }
        try await close(copy, version, sent: false) { [.correct($0)] }
    }

    /// Does nothing where there is nothing left to discard: what others do with the envelope meanwhile is not this copy's.
    func discard() async throws {
        do {
            _ = try await envelope()
        } catch is DraftError {
            return
        }
        guard try await copies.held(of: id).copy?.isCorrection == target.corrects else { return }
        try await copies.close(id, sent: false)
    }

    /// The version of what stands in the place of a copy that went into the envelope.
    private static func closed(_ version: Int) -> Int { version + 2 }

    /// Puts a copy into the envelope and removes it. The version changes first, so that a window that saves meanwhile gets
    /// a conflict and its change is not lost.
    private func close(
        _ copy: WorkingCopy, _ version: Int, sent: Bool,
        _ commands: @escaping @Sendable (Correction) -> [Command]
    ) async throws {
        let problems = copy.definition.problems(whenSending: sent)
        guard problems.isEmpty else { throw DraftError.incomplete(problems.map { DraftProblem($0) }) }
        guard try await copies.move(id, from: version, to: version + 1) else {
            throw DraftError.changed(try await draft())
        }
        do {
            try await apply(copy, commands)
        } catch {
            _ = try? await copies.move(id, from: version + 1, to: version)
            throw error
        }
        try await copies.close(id, at: version + 1, sent: sent)
    }

    private func apply(_ copy: WorkingCopy, _ commands: @escaping @Sendable (Correction) -> [Command]) async throws {
        let (definition, received) = try await lockingForms(in: copy.definition)
        let correction = Correction(from: copy.base, to: definition)
        var request = request
        request.identity = Identity(
            accountID: target.accountID, userID: target.sender.userID, accountName: "", name: target.sender.name,
            email: target.sender.email, createdAt: work.configuration.now())
        do {
            _ = try await work.changes().perform(on: envelope(), request, keeping: received) { newest in
                guard newest.definition == copy.base else { throw DraftError.notFound }
                return commands(correction)
            }
        } catch EnvelopeError.invalid(let problems) {
            throw DraftError.incomplete(problems.map { DraftProblem($0) })
        } catch EnvelopeError.notLockOwner(let lock) {
            throw DraftError.locked(by: lock.by.name)
        } catch EnvelopeError.wrongStatus {
            throw target.corrects ? DraftError.notInProcess : DraftError.notADraft
        } catch let error as EnvelopeError {
            guard let problem = DraftProblem(correcting: error) else { throw error }
            throw DraftError.incomplete([problem])
        } catch is NotSendable {
            throw DraftError.incomplete(try await problems(of: copy.definition))
        } catch is TooManyMessages {
            throw DraftError.tooManyMessages
        }
    }

    /// Returns the definition in whose documents the fields of the PDF's own form are read-only where the envelope's lie
    /// on them: what takes a field's place is filled instead of it.
    ///
    /// - Returns: also the documents that changed
    private func lockingForms(in definition: EnvelopeDefinition) async throws -> (EnvelopeDefinition, [Blob]) {
        // What was sent stays as it is.
        guard !target.corrects else { return (definition, []) }
        var (definition, received) = (definition, [Blob]())
        for index in definition.documents.indices {
            let document = definition.documents[index]
            let tabs = definition.tabs.filter { $0.documentID == document.id }
            guard !tabs.isEmpty, let locked = tabs.lockingFields(below: try await bytes(of: document.blob)) else {
                continue
            }
            let blob = Blob(locked)
            definition.documents[index].blob = blob.hash
            received.append(blob)
        }
        return (definition, received)
    }
}
