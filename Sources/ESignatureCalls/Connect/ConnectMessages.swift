import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import Ledger

/// Makes the messages of webhooks from envelopes' histories.
public struct ConnectMessages: Sendable {
    /// A message, and the state of the envelope that it tells.
    public struct Message: Sendable {
        /// The bytes to send.
        public let body: Data
        /// Their media type.
        public let mediaType: String
        /// The envelope after the event.
        public let envelope: Envelope
    }

    private let ledger: EnvelopeLedger
    /// The maximum size of the documents in one message, in bytes.
    private let documentBytes: Int

    /// - Parameter settings: limits the documents in one message
    public init(ledger: EnvelopeLedger, settings: ConnectSettings) {
        self.ledger = ledger
        documentBytes = settings.documentBytes
    }

    /// Returns the message for an order. It tells the envelope's state after the order's event, whatever has happened
    /// since, so that each attempt sends the same bytes except for the number of attempts.
    ///
    /// - Parameters:
    ///   - notification: the receiver's wishes
    ///   - retryCount: the number of attempts before this one
    /// - Returns: `nil` if the history has no such event
    public func message(
        for order: WebhookOrder, _ notification: ConnectNotification, retryCount: Int
    ) async throws -> Message? {
        let history = try await ledger.history(order.envelopeID)
        guard let envelope = history.envelope(after: order.sequence),
            let event = history.events.dropFirst(order.sequence - 1).first
        else { return nil }
        let documents = try await documents(of: envelope, for: notification)
        switch notification.format {
        case .xml:
            let message = ConnectXML(envelope, at: event.at, documents: documents)
            return Message(body: message.bytes, mediaType: ConnectXML.mediaType, envelope: envelope)
        case .json:
            let message = Wire.ConnectMessage(
                order.event, of: envelope, at: event.at, including: notification.includes, documents: documents,
                configurationID: order.configurationID, retryCount: retryCount)
            return Message(
                body: try message.bytes(), mediaType: "application/json; charset=utf-8", envelope: envelope)
        }
    }

    private func documents(
        of envelope: Envelope, for notification: ConnectNotification
    ) async throws -> [String: Data] {
        guard notification.includes.contains(.documents) else { return [:] }
        var wanted = envelope.documents.compactMap { document in
            envelope.latestVersion(of: document.id).map { (document.id.rawValue, $0) }
        }
        if notification.includesCertificate, let certificate = envelope.certificate {
            wanted.append(("certificate", certificate))
        }
        var documents: [String: Data] = [:]
        var rest = documentBytes
        for (id, hash) in wanted {
            guard let size = try await ledger.blobs.size(hash), size <= rest else { continue }
            documents[id] = try await ledger.document(hash)
            rest -= size
        }
        return documents
    }
}

extension WebhookOrder {
    /// The number of the configuration in messages; 0 for an envelope's own notification.
    var configurationID: Int {
        if case .configuration(let id) = source { id } else { 0 }
    }
}
