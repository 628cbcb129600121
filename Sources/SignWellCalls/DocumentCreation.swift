import Ceremony
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import Ledger
import PageImages
import ServiceCalls
import SignWellDialect

/// Creates envelopes from the requests of the second dialect. Everything is checked before anything is stored.
struct DocumentCreation: Sendable {
    let envelopes: NewEnvelopes
    let files: DocumentFiles
    let templates: SQLTemplateStore
    let applications: SQLApplicationStore
    /// Whether a document is made although its messages have to wait, as for a row of a bulk send.
    var letsMessagesWait = false

    /// Creates a document and sends it unless it is a draft.
    ///
    /// - Throws: `SignWell.ErrorBody` with every problem
    func create(
        _ request: SignWell.DocumentRequest, for identity: Identity, _ actor: EventActor, _ problems: RequestProblems
    ) async throws -> Envelope {
        let share = FairShare(account: identity.accountID)
        let documents = try await files.documents(
            request.files, marks: request.marks(signers: request.recipients), for: share, problems)
        try await checkApplication(request.settings.apiApplicationID, of: identity, problems)
        let mapping = try await mapping(for: identity)
        let mapped = mapping.document(
            request.adding(documents.map { $0?.fields ?? [] }), documents.map { $0?.document }, problems)
        return try await store(
            mapped, documents.flatMap { $0?.blobs ?? [] }, send: request.draft != true,
            needsFields: request.selfSign != true, actor, problems)
    }

    /// The mapping with a user's and an account's own values.
    func mapping(for identity: Identity) async throws -> DocumentMapping {
        let account = try await envelopes.accountNotification(identity.accountID)
        return DocumentMapping(
            user: identity.asSender, accountID: identity.accountID, standard: account ?? envelopes.notification,
            newTabID: { TabID(UUID.random()) }, newSalt: { Secret.random().text }, now: envelopes.now())
    }

    /// Notes an application that the account does not have.
    func checkApplication(_ id: String?, of identity: Identity, _ problems: RequestProblems) async throws {
        guard let id, UUID(uuidString: id) != nil,
            try await applications.application(id.lowercased(), of: identity.accountID) == nil
        else { return }
        problems.add("There is no application with this id.", at: ["api_application_id"])
    }

    /// Checks a definition like every other, and stores it.
    func store(
        _ mapped: MappedDocument, as id: EnvelopeID = EnvelopeID(UUID.random()), _ received: [Blob], send: Bool,
        needsFields: Bool = true, _ actor: EventActor, _ problems: RequestProblems
    ) async throws -> Envelope {
        check(mapped, whenSending: send, needsFields: needsFields, problems)
        try problems.check()
        return try await envelopes.add(
            mapped.definition, as: id, received: received, send: send, actor, lettingMessagesWait: letsMessagesWait)
    }

    /// Notes everything that keeps a definition from being stored, or from being sent.
    func check(
        _ mapped: MappedDocument, whenSending send: Bool, needsFields: Bool = true, _ problems: RequestProblems
    ) {
        mapped.check(whenSending: send, problems)
        guard send else { return }
        // The fields of a file with a problem are not read.
        if needsFields, mapped.definition.tabs.isEmpty, !problems.has(["fields"]), !problems.has(["files"]) {
            problems.add("At least one field is needed to send the document.", at: ["fields", "base"])
        }
        for problem in envelopes.checks.problems(of: mapped.definition) { mapped.note(problem, problems) }
    }
}

extension MappedDocument {
    /// Notes a problem at its place in the request.
    package func note(_ problem: SendingProblem, _ problems: RequestProblems) {
        Self.note(problem, tabs: tabPlaces, recipients: recipientPlaces, problems)
    }

    /// - Parameters:
    ///   - tabs: the places of tabs, where the request has them
    ///   - recipients: the places of recipients
    package static func note(
        _ problem: SendingProblem, tabs: [TabID: [String]] = [:], recipients: [RecipientID: [String]] = [:],
        _ problems: RequestProblems
    ) {
        switch problem {
        case .unreachable(let id):
            problems.add(
                "This service sends no e-mail, so the recipient could not reach the document. Use embedded_signing.",
                at: (recipients[id] ?? ["recipients"]) + ["email"])
        case .unshowable(let value):
            problems.add(value.description, at: (tabs[value.tab.id] ?? ["fields"]) + ["value"])
        case .undrawable(let document, let page):
            problems.add(
                "Document \(document): page \(page) cannot be drawn, so signers could not see it.", at: ["base"])
        }
    }
}

extension SignWell.DocumentRequest {
    /// What is drawn into the document before anybody sees it.
    ///
    /// - Parameter signers: who signs on the signature page, if the request wants one
    func marks(signers: [SignWell.Recipient]) -> PageMarks {
        PageMarks(
            coversBracedTexts: textTags ?? false, isTest: settings.testMode ?? false,
            signers: withSignaturePage == true
                ? signers.map { .init(id: RecipientID($0.id), name: $0.name ?? $0.email) } : [])
    }
}
