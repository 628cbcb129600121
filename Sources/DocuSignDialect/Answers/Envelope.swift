import Envelopes

extension Wire {
    /// The answer to `GET …/envelopes/{id}`, and an element of a list. URIs are relative to the account.
    package struct Envelope: Codable, Hashable, Sendable {
        package var envelopeId: String
        package var status: String
        package var emailSubject: String
        package var emailBlurb: String?
        package var createdDateTime: String
        package var lastModifiedDateTime: String
        package var initialSentDateTime: String?
        package var sentDateTime: String?
        package var deliveredDateTime: String?
        package var completedDateTime: String?
        package var declinedDateTime: String?
        package var voidedDateTime: String?
        package var voidedReason: String?
        package var expireEnabled: String
        /// Days after sending.
        package var expireAfter: String?
        package var expireDateTime: String?
        package var statusChangedDateTime: String
        package var purgeState: String
        package var signingLocation: String
        package var allowReassign: String
        /// Present if the sender asked for it.
        package var enforceSignerVisibility: String?
        package var transactionId: String?
        package var brandId: String?
        package var sender: Sender
        package var envelopeUri: String
        package var documentsUri: String
        package var documentsCombinedUri: String
        package var recipientsUri: String
        package var notificationUri: String
        package var certificateUri: String
        package var customFields: CustomFields?
        package var recipients: Recipients?
        package var envelopeDocuments: [EnvelopeDocument]?
        package var workflow: Workflow?
        /// Where the caller finds it.
        package var folders: [Folder]?
        package var emailSettings: EmailSettings?
        package var envelopeAttachments: [String]?

        /// The envelope's sender.
        package struct Sender: Codable, Hashable, Sendable {
            package var userName: String
            package var userId: String
            package var accountId: String
            package var email: String
        }

        /// The optional parts of an answer, requested with `include`.
        package enum Part: String, CaseIterable, Sendable {
            case attachments
            case customFields = "custom_fields"
            case documents
            case extensions
            case folders
            case recipients
            case tabs
            case workflow

            /// Returns the parts in a comma-separated list of names. Unknown names are ignored, as the API does.
            package static func named(in list: String?) -> Set<Part> {
                let names = (list ?? "").split(separator: ",").map {
                    $0.filter { !$0.isWhitespace }.lowercased()
                }
                return Set(names.compactMap(Part.init))
            }
        }

        /// - Parameters:
        ///   - including: the parts to add to the envelope's own members; tabs are added inside their recipients
        ///   - timer: knows when the envelope expires
        package init(
            _ envelope: Envelopes.Envelope, including parts: Set<Part> = [], timer: EnvelopeTimer = EnvelopeTimer()
        ) {
            let uri = "/envelopes/\(envelope.id)"
            envelopeId = envelope.id.rawValue
            status = envelope.status.rawValue
            emailSubject = envelope.emailSubject
            emailBlurb = envelope.emailBlurb
            createdDateTime = WireDate.text(envelope.createdAt)
            lastModifiedDateTime = WireDate.text(envelope.lastModifiedAt)
            initialSentDateTime = envelope.sentAt.map(WireDate.text)
            sentDateTime = envelope.sentAt.map(WireDate.text)
            deliveredDateTime = envelope.deliveredAt.map(WireDate.text)
            completedDateTime = envelope.completedAt.map(WireDate.text)
            declinedDateTime = envelope.declinedAt.map(WireDate.text)
            voidedDateTime = envelope.voidedAt.map(WireDate.text)
            voidedReason = envelope.voidedReason
            let expiry = timer.settings(envelope).expiry
            expireEnabled = String(expiry != nil)
            expireAfter = expiry.map { String($0.after) }
            expireDateTime = timer.end(of: envelope).map(WireDate.text)
            statusChangedDateTime = WireDate.text(envelope.statusChangedAt)
            purgeState = "unpurged"
            signingLocation = "online"
            allowReassign = String(envelope.definition.allowsReassigning)
            if envelope.definition.enforcesVisibility { enforceSignerVisibility = "true" }
            transactionId = envelope.definition.transactionID
            brandId = envelope.definition.brandID
            sender = Sender(
                userName: envelope.sender.name, userId: envelope.sender.userID, accountId: envelope.accountID,
                email: envelope.sender.email)
            envelopeUri = uri
            documentsUri = "\(uri)/documents"
            documentsCombinedUri = "\(uri)/documents/combined"
            recipientsUri = "\(uri)/recipients"
            notificationUri = "\(uri)/notification"
            certificateUri = "\(uri)/documents/certificate"
            if parts.contains(.customFields) { customFields = CustomFields(envelope.definition.customFields) }
            if parts.contains(.recipients) || parts.contains(.tabs) {
                recipients = Recipients(envelope, includingTabs: parts.contains(.tabs))
            }
            if parts.contains(.extensions) { emailSettings = EmailSettings(envelope.definition.replyTo) }
            // Files that travel with an envelope without being part of it do not exist here.
            if parts.contains(.attachments) { envelopeAttachments = [] }
            if parts.contains(.workflow) { workflow = Workflow(envelope) }
            if parts.contains(.documents) {
                envelopeDocuments = EnvelopeDocumentsResult(envelope).envelopeDocuments
            }
        }
    }
}
