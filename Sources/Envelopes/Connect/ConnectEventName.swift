/// The name of a thing that happened to an envelope or a recipient, as other systems hear of it.
public enum ConnectEventName: String, Codable, CaseIterable, Sendable {
    case envelopeCreated = "envelope-created"
    case envelopeSent = "envelope-sent"
    case envelopeResent = "envelope-resent"
    case envelopeDelivered = "envelope-delivered"
    case envelopeCompleted = "envelope-completed"
    case envelopeDeclined = "envelope-declined"
    case envelopeVoided = "envelope-voided"
    case envelopeCorrected = "envelope-corrected"
    case envelopePurge = "envelope-purge"
    case envelopeDeleted = "envelope-deleted"
    case envelopeDiscard = "envelope-discard"
    case envelopeReminderSent = "envelope-reminder-sent"
    case recipientSent = "recipient-sent"
    case recipientResent = "recipient-resent"
    case recipientDelivered = "recipient-delivered"
    case recipientCompleted = "recipient-completed"
    case recipientDeclined = "recipient-declined"
    case recipientAuthenticationFailed = "recipient-authenticationfailed"
    case recipientAutoResponded = "recipient-autoresponded"
    case recipientFinishLater = "recipient-finish-later"
    case recipientDelegate = "recipient-delegate"
    case recipientReassign = "recipient-reassign"
    case templateCreated = "template-created"
    case templateModified = "template-modified"
    case templateDeleted = "template-deleted"
    case extensionExecuted = "extension-executed"

    /// Whether ``connectEvents(of:before:after:)`` ever returns the name.
    public var isSent: Bool {
        switch self {
        case .envelopeCreated, .envelopeSent, .envelopeDelivered, .envelopeCompleted, .envelopeDeclined,
            .envelopeVoided, .recipientSent, .recipientDelivered, .recipientCompleted, .recipientDeclined,
            .recipientFinishLater, .envelopeResent, .envelopeReminderSent, .recipientResent,
            .recipientAuthenticationFailed, .recipientAutoResponded, .envelopeCorrected,
            .recipientReassign:
            true
        case .envelopePurge, .envelopeDeleted, .envelopeDiscard,
            .recipientDelegate, .templateCreated, .templateModified, .templateDeleted,
            .extensionExecuted:
            false
        }
    }
}
