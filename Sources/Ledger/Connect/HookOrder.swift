import Envelopes
import Essentials
import Foundation

/// An order to tell one hook of one thing that happened; the payload of its job.
///
/// The message about an envelope is made again for each attempt, from the history up to the event, so that it is always
/// the same.
public struct HookOrder: Sendable, Hashable, Codable {
    /// What the message is about.
    public enum Subject: Sendable, Hashable {
        /// An event of an envelope, by its number in the history.
        case event(EnvelopeID, sequence: Int)
        /// A template, and the time at which it happened.
        case template(TemplateID, at: Date)
    }

    /// The event or template to tell of.
    public var subject: Subject
    /// The account of the envelope or template.
    public var accountID: String
    /// What happened, in the words of the hook's receiver.
    public var type: String
    /// The recipient whom it is about, if any.
    public var recipientID: RecipientID?
    /// The number of the hook.
    public var hook: Int

    /// Makes an order for one hook.
    ///
    /// - Parameter type: the receiver's word for what happened
    public init(_ subject: Subject, accountID: String, type: String, recipientID: RecipientID? = nil, hook: Int) {
        self.subject = subject
        self.accountID = accountID
        self.type = type
        self.recipientID = recipientID
        self.hook = hook
    }

    private enum CodingKeys: String, CodingKey {
        case envelopeID = "envelopeId"
        case templateID = "templateId"
        case accountID = "accountId"
        case sequence, at, type
        case recipientID = "recipientId"
        case hook
    }

    /// Reads a template if there is a `templateId`, and otherwise an event.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if let id = try members.decodeIfPresent(TemplateID.self, forKey: .templateID) {
            subject = .template(id, at: try members.decode(Date.self, forKey: .at))
        } else {
            subject = .event(
                try members.decode(EnvelopeID.self, forKey: .envelopeID),
                sequence: try members.decode(Int.self, forKey: .sequence))
        }
        accountID = try members.decode(String.self, forKey: .accountID)
        type = try members.decode(String.self, forKey: .type)
        recipientID = try members.decodeIfPresent(RecipientID.self, forKey: .recipientID)
        hook = try members.decode(Int.self, forKey: .hook)
    }

    /// Writes the members of the subject beside the others.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch subject {
        case .event(let id, let sequence):
            try members.encode(id, forKey: .envelopeID)
            try members.encode(sequence, forKey: .sequence)
        case .template(let id, let date):
            try members.encode(id, forKey: .templateID)
            try members.encode(date, forKey: .at)
        }
        try members.encode(accountID, forKey: .accountID)
        try members.encode(type, forKey: .type)
        try members.encodeIfPresent(recipientID, forKey: .recipientID)
        try members.encode(hook, forKey: .hook)
    }

    /// Returns the job that delivers the message. Messages about one envelope or template to one hook stay in order.
    public func job() throws -> NewJob {
        let (name, envelope): (String, EnvelopeID?) =
            switch subject {
            case .event(let id, _): (id.rawValue, id)
            case .template(let id, _): (id.rawValue, nil)
            }
        return NewJob(
            .hook, lane: "hook/\(name)/\(hook)", target: "hook/\(hook)", accountID: accountID, envelopeID: envelope,
            payload: try CanonicalJSON.bytes(of: self))
    }
}
