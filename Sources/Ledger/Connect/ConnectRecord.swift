import Envelopes
import Foundation

/// An attempt to deliver a webhook, in an account's log.
public struct ConnectRecord: Sendable, Hashable, Codable {
    /// A GUID in lower case.
    public var id: String
    /// What the message was to tell, and to whom.
    public var order: WebhookOrder
    /// The receiver's URL at that time.
    public var url: String
    /// The name of the configuration; empty for an envelope's own notification.
    public var configurationName: String
    /// The envelope's status after the event.
    public var envelopeStatus: EnvelopeStatus
    /// The envelope's subject after the event.
    public var emailSubject: String
    /// Who sent the envelope.
    public var sender: Sender
    /// When the message was first tried.
    public var createdAt: Date
    /// When the message was last tried.
    public var lastTriedAt: Date
    /// The number of attempts after the first.
    public var retryCount: Int
    /// The reason for the failure, a sentence; `nil` if the message was delivered.
    public var error: String?

    /// Makes a record of one attempt.
    public init(
        id: String, order: WebhookOrder, url: String, configurationName: String, envelopeStatus: EnvelopeStatus,
        emailSubject: String, sender: Sender, createdAt: Date, lastTriedAt: Date, retryCount: Int, error: String?
    ) {
        self.id = id
        self.order = order
        self.url = url
        self.configurationName = configurationName
        self.envelopeStatus = envelopeStatus
        self.emailSubject = emailSubject
        self.sender = sender
        self.createdAt = createdAt
        self.lastTriedAt = lastTriedAt
        self.retryCount = retryCount
        self.error = error
    }

    private enum CodingKeys: String, CodingKey {
        case id, order, url, configurationName, envelopeStatus, emailSubject, sender, createdAt, lastTriedAt
        case retryCount, error
    }
}
