import Ceremony
import DocuSignDialect
import Envelopes
import Essentials
import Foundation
import HTTPMessages

extension Templates {
    /// Makes an envelope from a template on the server.
    ///
    /// The server fills the template if roles can express the whole request. Otherwise this library builds the envelope
    /// and uploads it whole: if a recipient is removed or changes kind, or a document is inserted.
    ///
    /// Repeating a call that failed repeats the same request, so an envelope is not made twice when an answer is lost.
    /// This holds for the length of the session. To repeat a request later, keep the transaction.
    ///
    /// - Parameters:
    ///   - sending: false leaves the envelope on the server as a draft
    ///   - transaction: identifies the request; two calls with one transaction make one envelope; `nil` generates one
    /// - Throws: ``CountersignError/templateDefaults(_:)`` with every unfilled role and every unknown name;
    ///   ``CountersignError/templateNotUsable(_:)`` if the envelope has to be built here and cannot be;
    ///   ``CountersignError/draftIDInUse(_:)`` or ``CountersignError/alreadyMade(_:status:)`` if the transaction
    ///   already made a different envelope
    public func createEnvelope(
        from id: TemplateID, with defaults: TemplateDefaults = TemplateDefaults(), sending: Bool,
        transaction: EnvelopeID? = nil
    ) async throws(CountersignError) -> Templates.MadeEnvelope {
        var used = transaction
        do throws(CountersignError) {
            let (request, unused) = try await request(id, defaults, sending: sending)
            return try await post(request, unused: unused, &used)
        } catch {
            if sending { events.announce(.sendFailed(used, error: error)) }
            throw error
        }
    }

    /// Returns the request for an envelope from a template, without its transaction.
    private func request(
        _ id: TemplateID, _ defaults: TemplateDefaults, sending: Bool
    ) async throws(CountersignError) -> (Wire.EnvelopeDefinition, unused: [String]) {
        let (_, node) = try await fetch(id)
        let reading = TemplateReading(node, configuration.offline.unusableFields)
        if let request = try requestByRoles(reading, defaults, sending: sending) { return request }
        var contents: [DocumentID: Data] = [:]
        for document in reading.node["documents"].elements {
            guard let name = document["documentId"].text else { continue }
            contents[DocumentID(name)] = try await fetchDocument(name, of: id)
        }
        let application = self.application(of: try template(reading, contents: contents), try await loaded(defaults))
        let prepared = try prepared(application, contents: contents, id: EnvelopeID(UUID.random()), sending: sending)
        return (prepared.request(sending: sending), application.unusedLabels)
    }

    private func application(of template: Template, _ defaults: TemplateDefaults) -> TemplateApplication {
        TemplateApplication(
            template, defaults, comparison: configuration.offline.tabDefaultComparison,
            roles: configuration.roleMatching)
    }

    /// Returns `nil` if roles cannot express the whole request.
    private func requestByRoles(
        _ reading: TemplateReading, _ defaults: TemplateDefaults, sending: Bool
    ) throws(CountersignError) -> (Wire.EnvelopeDefinition, unused: [String])? {
        // The server fills the template, so features that only the server supports are no obstacle.
        var reading = reading
        reading.forgive()
        guard let template = try? reading.template(documents: reading.outline, user: sender, accountID: user.accountID)
        else { return nil }
        let application = self.application(of: template, defaults)
        guard let request = application.request(sending: sending) else { return nil }
        if sending {
            _ = try application.definition(inserting: nil, sender: sender, accountID: user.accountID)
        }
        return (request, application.unusedLabels)
    }

    /// - Parameter transaction: if `nil`, set to the transaction of the same request if it failed before, or to a new
    ///   one; set before anything is sent
    private func post(
        _ request: Wire.EnvelopeDefinition, unused: [String], _ transaction: inout EnvelopeID?
    ) async throws(CountersignError) -> Templates.MadeEnvelope {
        var request = request
        let content = try request.contentHash()
        let used = transaction ?? unanswered.take(content) ?? EnvelopeID(UUID.random())
        transaction = used
        request.transactionId = used.rawValue
        do throws(CountersignError) {
            let id = try await api.made(
                by: try APIRequest(.post, ["envelopes"], json: request, isRepeatable: true), under: used,
                sending: request.status == "sent")
            return Templates.MadeEnvelope(envelopeID: id, unusedLabels: unused)
        } catch {
            switch error {
            // The transaction is used up: repeating the call asks for another envelope.
            case .draftIDInUse, .alreadyMade: break
            default: unanswered.keep(used, for: content)
            }
            throw error
        }
    }

    /// Makes an envelope from a cached template on this device, offline.
    ///
    /// - Throws: ``CountersignError/templateNotCached(_:)``, ``CountersignError/templateNotUsable(_:)``,
    ///   ``CountersignError/templateDefaults(_:)``, ``CountersignError/invalidDraft(_:)``,
    ///   ``CountersignError/notPossibleOffline(_:)``; ``CountersignError/accountMismatch(what:)`` for another user's
    ///   envelopes
    public func composeEnvelope(
        from id: TemplateID, with defaults: TemplateDefaults = TemplateDefaults(), in offline: OfflineEnvelopes
    ) async throws(CountersignError) -> Templates.MadeEnvelope {
        try offline.requireUser(user)
        guard let stored = try await store.storedTemplate(id) else { throw .templateNotCached(id) }
        let contents = try await contents(stored)
        let options = offline.options
        let reading = TemplateReading(stored.node, options.unusableFields)
        let application = TemplateApplication(
            try template(reading, contents: contents, for: options), try await loaded(defaults),
            comparison: options.tabDefaultComparison, roles: configuration.roleMatching)
        let prepared = try prepared(application, contents: contents, id: EnvelopeID(UUID.random()), sending: true)
        let unshowable = FieldText(offline.platform.typesetter).unshowableValues(in: prepared.definition)
        guard unshowable.isEmpty else { throw .invalidDraft(unshowable.map { .unshowable(.init($0)) }) }
        let signers = prepared.definition.recipients.filter(\.signs)
        events.announce(
            .willSendFromTemplate(
                template: id, hasOnlyRemoteSigners: !signers.contains(where: offline.local.include),
                hasInPersonSigners: signers.contains { $0.kind == .inPersonSigner }))
        let envelope = try await offline.compose(prepared, template: id)
        return Templates.MadeEnvelope(envelopeID: envelope, unusedLabels: application.unusedLabels)
    }

    /// Returns the defaults with the bytes of any document given by URL.
    private func loaded(_ defaults: TemplateDefaults) async throws(CountersignError) -> TemplateDefaults {
        var defaults = defaults
        do throws(DraftProblem) {
            try await defaults.inserted?.load(over: configuration.transport)
        } catch {
            throw .invalidDraft([error])
        }
        return defaults
    }

    /// Returns the envelope built here, with all its documents.
    private func prepared(
        _ application: TemplateApplication, contents: [DocumentID: Data], id: EnvelopeID, sending: Bool
    ) throws(CountersignError) -> PreparedDraft {
        var inserted: (document: EnvelopeDocument, bytes: Data)?
        if let given = application.defaults.inserted {
            do throws(DraftProblem) {
                let bytes = try given.bytes()
                do throws(IntakeError) {
                    inserted = (
                        EnvelopeDocument(
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
        var problems = definition.problems(whenSending: sending).map(DraftProblem.definition)
        if sending { problems += DraftCheck.withoutValue(definition.customFields) }
        guard problems.isEmpty else { throw .invalidDraft(problems) }
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
    /// The documents without their pages: enough to read recipients and fields, but not to place fields. The page count
    /// comes from the server and is limited to the maximum of a document.
    var outline: [EnvelopeDocument] {
        node["documents"].elements.enumerated().map { index, node in
            let pages = node["pages"].text.flatMap { Int($0) } ?? DocumentIntake.mostPages
            return EnvelopeDocument(
                id: DocumentID(node["documentId"].text ?? ""), name: node["name"].text ?? "?", blob: .none,
                pages: Array(
                    repeating: PageSize(width: 100_000, height: 100_000),
                    count: min(max(1, pages), DocumentIntake.mostPages)), order: index + 1)
        }
    }
}
