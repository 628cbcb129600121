import Ceremony
import DocuSignDialect
import Envelopes
import Foundation

extension Templates {
    /// Makes an envelope from a template at the server.
    ///
    /// Where roles can say everything, the server fills the template; otherwise - a recipient left out or of another
    /// kind, a document put in - the envelope is put together here and handed over whole.
    ///
    /// - Parameters:
    ///   - sending: false for a draft.
    ///   - transaction: names the request, so that a repeated one makes no second envelope.
    /// - Throws: ``CountersignError/templateDefaults(_:)`` with every role that nobody takes and every name that is not
    ///   there; ``CountersignError/templateNotUsable(_:)`` where the envelope has to be put together here and cannot be.
    public func send(
        _ id: TemplateID, _ defaults: TemplateDefaults = TemplateDefaults(), sending: Bool = true,
        transaction: EnvelopeID = EnvelopeID(UUID())
    ) async throws(CountersignError) -> TemplateUseResult {
        let (_, node) = try await fetch(id)
        let reading = TemplateReading(node, configuration.offline.unusableFields)
        if let result = try await sendByRoles(reading, defaults, sending: sending, transaction: transaction) {
            return result
        }
        var contents: [DocumentID: Data] = [:]
        for document in node["documents"].elements {
            guard let name = document["documentId"].text else { continue }
            contents[DocumentID(name)] = try await fetchDocument(name, of: id)
        }
        let application = TemplateApplication(try template(reading, contents: contents), defaults, configuration)
        let prepared = try prepared(application, contents: contents, id: transaction, sending: sending)
        return try await post(prepared.request(sending: sending), unused: application.unusedLabels)
    }

    /// Nil where roles cannot say everything.
    private func sendByRoles(
        _ reading: TemplateReading, _ defaults: TemplateDefaults, sending: Bool, transaction: EnvelopeID
    ) async throws(CountersignError) -> TemplateUseResult? {
        // What only the server can do does not matter here: it is the server that fills the template.
        var reading = reading
        reading.forgive()
        guard let template = try? reading.template(documents: reading.outline, user: sender, accountID: user.accountID)
        else { return nil }
        let application = TemplateApplication(template, defaults, configuration)
        guard let request = application.request(sending: sending, transactionID: transaction.rawValue) else {
            return nil
        }
        if sending {
            _ = try application.definition(inserting: nil, sender: sender, accountID: user.accountID)
        }
        return try await post(request, unused: application.unusedLabels)
    }

    private func post(
        _ request: Wire.EnvelopeDefinition, unused: [String]
    ) async throws(CountersignError) -> TemplateUseResult {
        let summary = try await api.answer(
            EnvelopeSummary.self, to: try APIRequest("POST", ["envelopes"], json: request, isRepeatable: true))
        return TemplateUseResult(envelopeID: summary.id, unusedLabels: unused)
    }

    /// Makes an envelope from a cached template on this device, without a network.
    ///
    /// - Throws: ``CountersignError/templateNotCached(_:)``, ``CountersignError/templateNotUsable(_:)``,
    ///   ``CountersignError/templateDefaults(_:)``, ``CountersignError/invalidDraft(_:)``.
    public func compose(
        _ id: TemplateID, _ defaults: TemplateDefaults = TemplateDefaults(), in offline: OfflineEnvelopes
    ) async throws(CountersignError) -> TemplateUseResult {
        guard let stored = try await store.storedTemplate(id) else { throw .templateNotCached(id) }
        let contents = try await contents(stored)
        let reading = TemplateReading(stored.node, configuration.offline.unusableFields)
        let application = TemplateApplication(try template(reading, contents: contents), defaults, configuration)
        let prepared = try prepared(application, contents: contents, id: EnvelopeID(UUID()), sending: true)
        let unshowable = FieldText(offline.platform.typesetter).unshowableValues(in: prepared.definition)
        guard unshowable.isEmpty else { throw .invalidDraft(unshowable.map(DraftProblem.unshowable)) }
        let signers = prepared.definition.recipients.filter(\.signs)
        events.announce(
            .willSendFromTemplate(
                template: id.rawValue, hasOnlyRemoteSigners: !signers.contains(where: offline.local.include),
                hasInPersonSigners: signers.contains { $0.kind == .inPersonSigner }))
        let envelope = try await offline.compose(prepared, template: id.rawValue)
        return TemplateUseResult(envelopeID: envelope, unusedLabels: application.unusedLabels)
    }

    /// The envelope put together here, with all its documents.
    private func prepared(
        _ application: TemplateApplication, contents: [DocumentID: Data], id: EnvelopeID, sending: Bool
    ) throws(CountersignError) -> PreparedDraft {
        var inserted: (document: Document, bytes: Data)?
        if let given = application.defaults.inserted {
            do throws(DraftProblem) {
                let bytes = try given.bytes()
                do throws(IntakeError) {
                    inserted = (
                        Document(
                            id: given.id, name: given.name, blob: BlobHash(of: bytes),
                            pages: try DocumentIntake.read(bytes), order: 0), bytes
                    )
                } catch {
                    throw DraftProblem(error, of: given.id)
                }
            } catch {
                throw .invalidDraft([error])
            }
        }
        let definition = try application.definition(
            inserting: inserted?.document, sender: sender, accountID: user.accountID, transactionID: id.rawValue)
        let problems = definition.problems(whenSending: sending)
        guard problems.isEmpty else { throw .invalidDraft(problems.map(DraftProblem.definition)) }
        var all = contents
        for document in definition.documents where contents[document.id] == nil {
            all[document.id] = inserted?.bytes
        }
        return PreparedDraft(
            id: id, name: application.defaults.title ?? application.template.name, definition: definition,
            contents: all)
    }
}

extension TemplateReading {
    /// The documents without their pages: enough to read the recipients and fields, not to place them.
    var outline: [Document] {
        node["documents"].elements.enumerated().map { index, node in
            Document(
                id: DocumentID(node["documentId"].text ?? ""), name: node["name"].text ?? "?", blob: .none,
                pages: Array(
                    repeating: PageSize(width: 100_000, height: 100_000),
                    count: node["pages"].text.flatMap { Int($0) } ?? DocumentIntake.mostPages), order: index + 1)
        }
    }
}
