import Envelopes

extension Wire {
    /// The answer to `GET …/envelopes/{id}`, and an element of a list. URIs are relative to the account.
    public struct Envelope: Codable, Hashable, Sendable {
        public var envelopeId: String
        public var status: String
        public var emailSubject: String
        public var emailBlurb: String?
        public var createdDateTime: String
        public var lastModifiedDateTime: String
        public var initialSentDateTime: String?
        public var sentDateTime: String?
        public var deliveredDateTime: String?
        public var completedDateTime: String?
        public var declinedDateTime: String?
        public var voidedDateTime: String?
        public var voidedReason: String?
        public var expireEnabled: String
        /// Days after sending.
        public var expireAfter: String?
        public var expireDateTime: String?
        public var statusChangedDateTime: String
        public var purgeState: String
        public var signingLocation: String
        public var allowReassign: String
        /// Present if the sender asked for it.
        public var enforceSignerVisibility: String?
        public var transactionId: String?
        public var brandId: String?
        public var sender: Sender
        public var envelopeUri: String
        public var documentsUri: String
        public var documentsCombinedUri: String
        public var recipientsUri: String
        public var notificationUri: String
        public var certificateUri: String
        public var customFields: CustomFields?
        public var recipients: Recipients?
        public var envelopeDocuments: [EnvelopeDocument]?
        public var workflow: Workflow?

        /// The envelope's sender.
        public struct Sender: Codable, Hashable, Sendable {
            public var userName: String
            public var userId: String
            public var accountId: String
            public var email: String
        }

        /// The optional parts of an answer, requested with `include`.
        public enum Part: String, CaseIterable, Sendable {
            case customFields = "custom_fields"
            case documents
            case recipients
            case tabs
            case workflow

            /// Returns the parts in a comma-separated list of names. Unknown names are ignored, as the API does.
            public static func named(in list: String?) -> Set<Part> {
                let names = (list ?? "").split(separator: ",").map {
                    $0.filter { !$0.isWhitespace }.lowercased()
                }
                return Set(names.compactMap(Part.init))
            }
        }

        /// - Parameters:
        ///   - including: the parts to add to the envelope's own members; tabs are added inside their recipients
        ///   - timer: knows when the envelope expires
        public init(
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
            if parts.contains(.workflow) { workflow = Workflow(envelope) }
            if parts.contains(.documents) {
                envelopeDocuments = EnvelopeDocumentsResult(envelope).envelopeDocuments
            }
        }
    }
}
