import Ceremony
import Envelopes
import Foundation

/// An envelope while it is being put together; nothing about it has to be right yet.
///
///     let draft = EnvelopeDraft("Rental agreement", subject: "Please sign the agreement") {
///         DraftDocument(id: "1", name: "Agreement.pdf", file: url)
///         Signer(id: "1", name: "Ada Lovelace", email: "ada@example.com") {
///             SignHere(document: "1", page: 1, x: 72, y: 600)
///             TextTab(document: "1", page: 1, x: 72, y: 500, label: "City")
///         }
///         CarbonCopy(id: "2", name: "Bo", email: "bo@example.com", routingOrder: 2)
///     }
///     for problem in draft.validate() { print(problem) }
///
/// Tabs lie at distances in points (1/72 inch) from the top left corner of the page as a reader sees it.
public struct EnvelopeDraft: Hashable, Sendable {
    /// Drawn with the draft and kept from then on: by the history, by the service, as the `transactionId` that makes
    /// creation repeatable.
    ///
    /// One id stands for one envelope. A copy of the value has the same id, however it is changed; once an envelope was
    /// made of either, ``copy(id:)`` is what another one is made of.
    public let id: EnvelopeID
    /// What this device calls it; the e-mail subject as well where none is given.
    public var name: String
    public var subject: String?
    public var message: String?
    public var documents: [DraftDocument]
    public var recipients: [RecipientDraft]
    public var customFields: [CustomField]

    public init(
        _ name: String, subject: String? = nil, message: String? = nil, id: EnvelopeID = EnvelopeID(UUID.random()),
        documents: [DraftDocument] = [], recipients: [RecipientDraft] = [], customFields: [CustomField] = []
    ) {
        self.id = id
        self.name = name
        self.subject = subject
        self.message = message
        self.documents = documents
        self.recipients = recipients
        self.customFields = customFields
    }

    /// A draft made of its parts; documents and custom fields stand in the order in which they are named.
    public init(
        _ name: String, subject: String? = nil, message: String? = nil, id: EnvelopeID = EnvelopeID(UUID.random()),
        @EnvelopeDraft.Builder parts: () throws -> [EnvelopeDraft.Builder.Part]
    ) rethrows {
        self.init(name, subject: subject, message: message, id: id)
        for part in try parts() {
            switch part {
            case .document(let document): documents.append(document)
            case .recipient(let recipient): recipients.append(recipient)
            case .customField(let field): customFields.append(field)
            }
        }
    }

    /// The same draft for another envelope.
    public func copy(id: EnvelopeID = EnvelopeID(UUID.random())) -> EnvelopeDraft {
        EnvelopeDraft(
            name, subject: subject, message: message, id: id, documents: documents, recipients: recipients,
            customFields: customFields)
    }

    /// Everything that is wrong, at once; empty when the envelope can be made at the server.
    ///
    /// Reads the documents' files. What is named by another address ``CountersignSession/create(_:sending:)`` fetches: it is
    /// looked at after ``loadDocuments(over:)``, and before that nothing is said of it.
    ///
    /// - Parameter sending: false for what may still lack a document, a signer, a name, a subject and the sender's
    ///   values.
    public func validate(sending: Bool = true) -> [DraftProblem] { validate(sending: sending, fonts: nil) }

    /// - Parameter fonts: which characters tabs can show; nil does not ask.
    func validate(sending: Bool = true, fonts: FieldText?) -> [DraftProblem] {
        let nobody = Sender(userID: "", name: "", email: "")
        return DraftCheck(
            draft: self, accountID: "", sender: nobody, sending: sending, fonts: fonts, fetchesLater: true
        ).problems
    }

    /// The envelope's definition with the bytes of its documents.
    ///
    /// - Throws: ``CountersignError/invalidDraft(_:)`` with everything that is wrong, and with
    ///   ``DraftProblem/notLoaded(_:_:reason:)`` for each document that ``loadDocuments(over:)`` has not fetched.
    package func prepared(
        accountID: String, sender: Sender, sending: Bool = true, fonts: FieldText? = nil
    ) throws(CountersignError) -> PreparedDraft {
        let check = DraftCheck(draft: self, accountID: accountID, sender: sender, sending: sending, fonts: fonts)
        guard check.problems.isEmpty else { throw .invalidDraft(check.problems) }
        return PreparedDraft(id: id, name: name, definition: check.definition, contents: check.contents)
    }

    /// Fetches the documents that are named by an address.
    ///
    /// - Throws: ``CountersignError/invalidDraft(_:)`` with all that could not be fetched; those that could are kept.
    public mutating func loadDocuments(over transport: any HTTPTransport) async throws(CountersignError) {
        var problems: [DraftProblem] = []
        for index in documents.indices {
            do throws(DraftProblem) { try await documents[index].load(over: transport) } catch {
                problems.append(error)
            }
        }
        guard problems.isEmpty else { throw .invalidDraft(problems) }
    }
}
