import Ceremony
import Composing
import Envelopes
import Essentials
import Foundation
import PageImages

/// The one draft on this device, as the composing page changes it.
struct DeviceDrafts: DraftStore {
    let offline: OfflineEnvelopes
    let templates: Templates
    let mode: ComposingMode
    let options: ComposingOptions
    /// Makes the envelope, and returns its id.
    let send: @Sendable (PreparedDraft) async throws(CountersignError) -> EnvelopeID
    /// The envelope that was made.
    let sent = Locked<EnvelopeID?>(nil)

    private var store: DeviceStore { offline.store }
    private var sender: Sender {
        Sender(userID: offline.user.userID, name: offline.user.userName, email: offline.user.email)
    }

    /// Returns the draft, or begins one.
    func opened() async throws(CountersignError) -> ComposedDraft {
        while true {
            if let draft = try await stored() { return draft }
            let new = ComposedDraft(
                id: EnvelopeID(UUID.random()), accountID: offline.user.accountID, sender: sender)
            if try await store.replaceDraft(new, over: nil) { return new }
        }
    }

    private func stored() async throws(CountersignError) -> ComposedDraft? {
        try await store.composedDraft(accountID: offline.user.accountID, sender: sender)
    }

    private func current() async throws -> ComposedDraft {
        // The app may have removed it.
        guard let draft = try await stored() else { throw DraftError.notADraft }
        return draft
    }

    /// Changes the draft as it is now, whatever its version is.
    ///
    /// - Parameter change: may be called several times; returns false to change nothing
    @discardableResult
    private func change(_ change: (inout ComposedDraft) -> Bool) async throws -> ComposedDraft {
        while true {
            var draft = try await current()
            let version = draft.version
            guard change(&draft) else { return draft }
            if try await store.replaceDraft(draft, over: version) { return draft }
        }
    }

    // MARK: DraftStore

    func draft() async throws -> Draft { Draft(try await current()) }

    func save(_ definition: EnvelopeDefinition, over version: Int) async throws -> Draft {
        var draft = try await current()
        guard draft.version == version else { throw DraftError.changed(Draft(draft)) }
        draft.definition = definition
        draft.version += 1
        guard try await store.replaceDraft(draft, over: version) else {
            throw DraftError.changed(try await self.draft())
        }
        return Draft(draft)
    }

    func keep(codes: [RecipientID: String]) async throws {
        try await change { draft in
            for (id, code) in codes { draft.codes[id.rawValue] = code }
            return true
        }
    }

    func add(_ file: Data, named name: String, as id: DocumentID) async throws -> EnvelopeDocument {
        let (bytes, pages) = try await document(from: file, name)
        let hash = try await store.store(bytes)
        return try await add(EnvelopeDocument(id: id, name: name, blob: hash, pages: pages, order: 1))
    }

    /// Adds a stored file, under another id if its own is in use and `isRenamed`.
    private func add(_ file: EnvelopeDocument, isRenamed: Bool = false) async throws -> EnvelopeDocument {
        var file = file
        var refusal: DraftError?
        try await change { draft in
            if isRenamed { file.id = DocumentID(String(draft.nextFileNumber)) }
            if let known = draft.files.first(where: { $0.id == file.id }) {
                refusal = known.blob == file.blob ? nil : .fileExists
                file = known
                return false
            }
            guard draft.files.count < Self.mostFiles else {
                refusal = .fileRefused(.busy)
                return false
            }
            draft.files.append(file)
            return true
        }
        if let refusal { throw refusal }
        return file
    }

    /// Files that were removed stay, so that undoing brings them back.
    private static let mostFiles = 2 * EnvelopeLimits.documents

    private func document(from file: Data, _ name: String) async throws -> (Data, [PageSize]) {
        do {
            guard PictureIntake.takes(file) else { return (file, try DocumentIntake.read(file)) }
            return try await PictureIntake().document(
                from: [file], title: name, at: offline.now(), for: .sole, renderer: offline.platform.renderer)
        } catch is CeremonyError {
            throw DraftError.fileRefused(.picture)
        } catch let error as IntakeError {
            throw DraftError.fileRefused(FileRefusal(error))
        }
    }

    func pickFiles() async throws -> [EnvelopeDocument] {
        var files: [EnvelopeDocument] = []
        for picked in try await options.documentPicker?.pickDocuments() ?? [] {
            guard picked.data.count <= offline.options.largestDocument else {
                throw DraftError.tooLarge(limit: offline.options.largestDocument)
            }
            guard !picked.data.isEmpty else { throw DraftError.fileRefused(.empty) }
            let (bytes, pages) = try await document(from: picked.data, picked.name)
            let hash = try await store.store(bytes)
            files.append(
                try await add(
                    EnvelopeDocument(id: "1", name: picked.name, blob: hash, pages: pages, order: 1), isRenamed: true))
        }
        return files
    }

    func bytes(of file: BlobHash) async throws -> Data { try await store.blob(file) }

    func places(in file: BlobHash) async throws -> FoundPlaces {
        try await PlaceFinding.shared.places(in: try await bytes(of: file), for: .sole)
    }

    func problems(of definition: EnvelopeDefinition) async throws -> [Composing.DraftProblem] {
        var problems = FieldText(offline.platform.typesetter).unshowableValues(in: definition).map {
            Composing.DraftProblem(code: "unshowable", place: .tab($0.tab, .value))
        }
        for problem in DraftCheck.names(definition.recipients) + DraftCheck.twice(definition.recipients) {
            switch problem {
            case .markupInName(let id, _):
                problems.append(Composing.DraftProblem(code: "markup", place: .recipient(id, .name)))
            case .duplicateSigner(_, let id):
                problems.append(Composing.DraftProblem(code: "same-person", place: .recipient(id, .name)))
            default: break
            }
        }
        return mode == .offline ? problems + obstacles(of: definition) : problems
    }

    /// Returns the problems that keep this device from signing the draft, beyond those that the rules report.
    private func obstacles(of definition: EnvelopeDefinition) -> [Composing.DraftProblem] {
        let here = Set(definition.recipients.filter(offline.local.include).map(\.id))
        let attachments = definition.tabs.filter { $0.kind == .signerAttachment && here.contains($0.recipientID) }
        let people = offline.local.obstacles(definition, needsSigner: false).compactMap { obstacle in
            switch obstacle {
            case .noTabs: Composing.DraftProblem(code: "no-fields", place: .tabs)
            case .signerWithoutTabs(let id): Composing.DraftProblem(code: "no-fields", place: .recipient(id, .name))
            case .samePersonTwice(_, let id): Composing.DraftProblem(code: "same-person", place: .recipient(id, .name))
            default: nil
            }
        }
        return people + attachments.map { Composing.DraftProblem(code: "needs-network", place: .tab($0, .label)) }
    }

    // MARK: The end

    func send(_ version: Int) async throws {
        let draft = try await current()
        guard draft.version == version else { throw DraftError.changed(Draft(draft)) }
        var definition = draft.definition
        let ruled = definition.problems(whenSending: true).map { Composing.DraftProblem($0) }
        let problems = try await ruled + problems(of: definition)
        guard problems.isEmpty else { throw DraftError.incomplete(problems) }
        var contents: [DocumentID: Data] = [:]
        for index in definition.documents.indices {
            let document = definition.documents[index]
            let bytes = try await store.blob(document.blob)
            // What takes the place of the PDF's own form field is filled instead of it.
            let locked = definition.tabs.filter { $0.documentID == document.id }.lockingFields(below: bytes)
            if let locked { definition.documents[index].blob = BlobHash(of: locked) }
            contents[document.id] = locked ?? bytes
        }
        let codes = definition.recipients.compactMap { recipient in
            draft.codes[recipient.id.rawValue].flatMap { code in
                recipient.accessCode?.matches(code) == true ? (recipient.id, code) : nil
            }
        }
        let prepared = PreparedDraft(
            id: draft.id, name: draft.name.isEmpty ? definition.emailSubject : draft.name, definition: definition,
            contents: contents, codes: Dictionary(codes, uniquingKeysWith: { first, _ in first }))
        let id: EnvelopeID
        do throws(CountersignError) { id = try await send(prepared) } catch { throw Self.shown(error) }
        sent.withLock { $0 = id }
        if mode == .online { try await store.discardDraft() } else { try await store.sweep() }
    }

    /// Returns an error that the page can tell, if there is one.
    private static func shown(_ error: CountersignError) -> any Error {
        switch error {
        case .refused(_, _, let message, _): DraftError.sendingRefused(reason: message)
        case .unreachable, .needsLogIn: DraftError.notSent
        default: error
        }
    }

    func keep() async throws {
        try await change { draft in
            guard draft.saved != draft.definition else { return false }
            draft.saved = draft.definition
            return true
        }
    }

    func discard() async throws {
        let draft = try await change { draft in
            guard let saved = draft.saved, saved != draft.definition else { return false }
            draft.definition = saved
            draft.version += 1
            return true
        }
        if draft.saved == nil { try await store.discardDraft() }
    }

    /// Keeps what was entered when a visit ends without a decision on the page.
    ///
    /// - Returns: whether there is a draft now
    func keepWhatIsThere() async throws(CountersignError) -> Bool {
        guard let draft = try await stored() else { return false }
        if draft.isBlank {
            try await store.discardDraft()
            return false
        }
        do { try await keep() } catch { throw CountersignError(storing: error) }
        return true
    }

    // MARK: What the user has from before

    /// Returns the templates on this device that can be used here.
    func templates(named text: String) async throws -> [OfferedTemplate] {
        var offered: [OfferedTemplate] = []
        for cached in try await templates.cached(containing: text).prefix(Self.mostTemplates) {
            guard let (template, _) = try? await template(cached.id) else { continue }
            offered.append(
                OfferedTemplate(
                    id: cached.id, name: cached.name, pages: template.documents.reduce(0) { $0 + $1.pages.count },
                    roles: template.recipients.map(\.roleName).filter { !$0.isEmpty }))
        }
        return offered
    }

    func part(of id: TemplateID) async throws -> TemplatePart {
        let (template, hashes) = try await template(id)
        var held: [DocumentID: EnvelopeDocument] = [:]
        var documents: [EnvelopeDocument] = []
        for document in template.documents.sorted(by: { $0.order < $1.order }) {
            guard hashes[document.id] == document.blob else { throw DraftError.notFound }
            let own = try await add(document, isRenamed: true)
            held[document.id] = own
            documents.append(own)
        }
        let tabs = template.tabs.compactMap { tab in
            held[tab.documentID].map { document in
                var tab = tab
                tab.documentID = document.id
                return tab
            }
        }
        return TemplatePart(
            documents: documents, recipients: template.recipients, tabs: tabs, emailSubject: template.emailSubject,
            emailBlurb: template.emailBlurb)
    }

    private func template(
        _ id: TemplateID
    ) async throws -> (Template, [DocumentID: BlobHash]) {
        guard let stored = try await store.storedTemplate(id) else { throw DraftError.notFound }
        let reading = TemplateReading(stored.node, offline.options.unusableFields)
        let contents = try await templates.contents(stored)
        return (try templates.template(reading, contents: contents, for: offline.options), stored.documents)
    }

    func knownPeople() async throws -> [KnownPerson] {
        var people = (try? await options.contacts?.contacts()) ?? []
        for cached in try await store.envelopes(in: nil, limit: Self.envelopesForPeople) where cached.state != .draft {
            guard let envelope = try? await store.envelope(cached.id) else { continue }
            people += envelope.recipients.map { Contact(name: $0.name, email: $0.email) }
        }
        var known: Set<String> = []
        return
            people
            .filter { !$0.email.isEmpty && !$0.name.isEmpty && known.insert($0.email.lowercased()).inserted }
            .prefix(Self.mostPeople).map { KnownPerson(name: $0.name, email: $0.email) }
    }

    private static let envelopesForPeople = 50
    private static let mostPeople = 100
    private static let mostTemplates = 100
}

extension Draft {
    fileprivate init(_ draft: ComposedDraft) {
        self.init(definition: draft.definition, version: draft.version, files: draft.files)
    }
}

extension FileRefusal {
    fileprivate init(_ error: IntakeError) {
        switch error {
        case .notAPDF: self = .unknownKind
        case .encrypted: self = .encrypted
        case .damaged, .noPages: self = .damaged
        case .tooManyPages: self = .tooManyPages
        case .launchesPrograms, .holdsProgram: self = .active
        }
    }
}

extension ComposedDraft {
    /// The number after the greatest that the page has given to a file.
    fileprivate var nextFileNumber: Int { (files.compactMap { Int($0.id.rawValue) }.max() ?? 0) + 1 }
}
