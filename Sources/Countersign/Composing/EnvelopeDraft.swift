import Ceremony
import ClientSupport
import Envelopes
import Essentials
import Foundation

/// An envelope under construction; it need not be valid yet.
///
///     let draft = EnvelopeDraft("Consulting agreement", subject: "Please sign the agreement") {
///         DraftDocument(id: "1", name: "Agreement.pdf", file: url)
///         Signer(id: "1", name: "Ada Lovelace", email: "ada@example.com") {
///             SignHere(document: "1", page: 3, x: 72, y: 513)
///             TextTab(document: "1", page: 3, x: 186, y: 387, label: "Place")
///         }
///         CarbonCopy(id: "2", name: "Bo", email: "bo@example.com", routingOrder: 2)
///     }
///     for problem in draft.validate() { print(problem) }
///
/// Positions of tabs are in points (1/72 inch) from the top left corner of the page as displayed.
public struct EnvelopeDraft: Hashable, Sendable {
    /// Generated with the draft and never changed. The history and the service keep it; as the `transactionId` it makes
    /// creation repeatable.
    ///
    /// One id stands for one envelope. A copy of the value keeps the id, even if it is changed. To make another
    /// envelope, use ``copy(id:)``.
    public let id: EnvelopeID
    /// The envelope's name on this device, and its e-mail subject if none is given.
    public var name: String
    /// The e-mail subject; `nil` for the name.
    public var subject: String?
    /// The text of the e-mails; `nil` for none.
    public var message: String?
    /// In the order in which people see them.
    public var documents: [DraftDocument]
    /// Who signs and who gets a copy; their routing order says who acts first.
    public var recipients: [RecipientDraft]
    /// Information that the sender stores with the envelope.
    public var customFields: [CustomField]
    /// Reminders and expiry; `nil` for the server's standard.
    public var notification: NotificationSettings?

    /// Creates a draft from its parts. Nothing is read or checked before ``validate(sending:)``.
    ///
    /// - Parameter id: a new one by default; see ``id``
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

    /// Creates a draft from its parts. Documents and custom fields keep the given order.
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

    /// Returns the same draft for another envelope.
    public func copy(id: EnvelopeID = EnvelopeID(UUID.random())) -> EnvelopeDraft {
        var copy = EnvelopeDraft(
            name, subject: subject, message: message, id: id, documents: documents, recipients: recipients,
            customFields: customFields)
        copy.notification = notification
        return copy
    }

    /// Returns every problem at once; empty if the envelope can be made on the server.
    ///
    /// Reads the documents' files. A document given by another URL is not checked until ``loadDocuments(over:)`` has
    /// loaded it; ``CountersignSession/send(_:)`` fetches it otherwise.
    ///
    /// - Parameter sending: false allows a missing document, signer, name, subject or sender's value
    public func validate(sending: Bool = true) -> [DraftProblem] { validate(sending: sending, fonts: nil) }

    /// - Parameter fonts: the characters that tabs can show; `nil` skips the check
    func validate(sending: Bool = true, fonts: FieldText?) -> [DraftProblem] {
        let nobody = Sender(userID: "", name: "", email: "")
        return DraftCheck(
            draft: self, accountID: "", sender: nobody, sending: sending, fonts: fonts, fetchesLater: true
        ).problems
    }

    /// Returns the envelope's definition with the bytes of its documents.
    ///
    /// - Throws: ``CountersignError/invalidDraft(_:)`` with every problem, including
    ///   ``DraftProblem/notLoaded(_:_:reason:)`` for each document that ``loadDocuments(over:)`` has not fetched
    package func prepared(
        accountID: String, sender: Sender, sending: Bool = true, fonts: FieldText? = nil
    ) throws(CountersignError) -> PreparedDraft {
        let check = DraftCheck(draft: self, accountID: accountID, sender: sender, sending: sending, fonts: fonts)
        guard check.problems.isEmpty else { throw .invalidDraft(check.problems) }
        return PreparedDraft(id: id, name: name, definition: check.definition, contents: check.contents)
    }

    /// Fetches the documents given by URL.
    ///
    /// - Throws: ``CountersignError/invalidDraft(_:)`` with every document that could not be fetched; the others are
    ///   kept
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
