import Envelopes
import Foundation

extension Wire {
    /// A message of Connect in JSON: one event of one envelope.
    package struct ConnectMessage: Encodable, Hashable, Sendable {
        package var event: String
        package var apiVersion = "v2.1"
        package var uri: String
        package var retryCount: Int
        package var configurationId: Int
        package var generatedDateTime: String
        package var data: Content

        package struct Content: Encodable, Hashable, Sendable {
            package var accountId: String
            package var userId: String
            package var envelopeId: String
            package var recipientId: String?
            package var envelopeSummary: Wire.Envelope
        }

        /// - Parameters:
        ///   - envelope: the state after the event
        ///   - date: when the event happened
        ///   - documents: the content of the documents by their ids, `certificate` for the certificate of completion;
        ///     documents that are too large are left out
        ///   - configurationID: the number of the account's configuration; 0 for an envelope's own notification
        ///   - retryCount: the number of attempts before this one
        package init(
            _ event: ConnectEvent, of envelope: Envelopes.Envelope, at date: Date,
            including parts: [ConnectNotification.Part], documents: [String: Data] = [:],
            configurationID: Int, retryCount: Int
        ) {
            self.event = event.name.rawValue
            uri = "/restapi/v2.1/accounts/\(envelope.accountID)/envelopes/\(envelope.id)"
            self.retryCount = retryCount
            configurationId = configurationID
            generatedDateTime = WireDate.text(date)
            var summary = Wire.Envelope(envelope, including: Set(parts.map(\.part)))
            for index in (summary.envelopeDocuments ?? []).indices {
                guard let id = summary.envelopeDocuments?[index].documentId else { continue }
                summary.envelopeDocuments?[index].pdfBytes = documents[id]?.base64EncodedString()
            }
            data = Content(
                accountId: envelope.accountID, userId: envelope.sender.userID, envelopeId: envelope.id.rawValue,
                recipientId: event.recipientID?.rawValue, envelopeSummary: summary)
        }

        /// The bytes of the message; the same members always give the same bytes.
        package func bytes() throws -> Data {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }
}

extension ConnectNotification.Part {
    /// The part of an answer with the same content.
    fileprivate var part: Wire.Envelope.Part {
        switch self {
        case .customFields: .customFields
        case .documents: .documents
        case .recipients: .recipients
        case .tabs: .tabs
        case .extensions: .extensions
        }
    }
}
