import Envelopes

/// One reason why a template cannot be used offline, and where in the template it lies.
public struct TemplateObstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// What stands in the way. A template can have several obstacles, and several of one kind.
    public enum Reason: Hashable, Sendable {
        /// A field of a kind that cannot be filled in offline; `kind` is the API's name of its list.
        case unsupportedTab(kind: String)
        /// A field that takes a payment.
        case payment
        /// A field whose value is computed.
        case formula
        /// A field positioned by a text on the page (an anchor).
        case anchored
        /// A text field that is locked, required and empty: nobody could ever fill it in.
        case lockedRequiredEmpty
        /// A required member of a field or recipient is missing.
        case missing(String)
        /// A member requires something that cannot be done offline.
        case unsupportedMember(String)
        /// A recipient of a kind that is not supported; `kind` is the API's name of its list.
        case unsupportedRecipient(kind: String)
        /// The server verifies the recipient's identity, or does not allow them to sign offline; `what` is the member
        /// that says so.
        case recipientNeedsServer(what: String)
        /// A signer without fields, who could sign anywhere.
        case freeForm
        case noDocuments
        /// A document that cannot be used; the sentence says why.
        case unusableDocument(String)
        /// The account's rules (21 CFR Part 11) need the server.
        case regulated
        /// Reminders, which the server would send.
        case reminders
        /// Another error in the template, described in a sentence.
        case invalid(String)
    }

    /// What stands in the way.
    public let reason: Reason
    /// The field's label, the recipient's id or role, or the document's id; `nil` if the obstacle concerns the whole
    /// template.
    public let field: String?
    /// The owner of the field, or the recipient.
    public let recipientID: RecipientID?

    /// - Parameters:
    ///   - field: `nil` if the obstacle concerns a recipient or the whole template
    ///   - recipientID: `nil` if the obstacle concerns no recipient
    public init(_ reason: Reason, field: String? = nil, recipientID: RecipientID? = nil) {
        self.reason = reason
        self.field = field
        self.recipientID = recipientID
    }

    /// One sentence for a person, with the label or the recipient.
    public var description: String {
        let field = "The field “\(field ?? "")”"
        let who = "Recipient \(recipientID?.rawValue ?? self.field ?? "")"
        return switch reason {
        case .unsupportedTab(let kind): "\(field) is of a kind that cannot be used offline (\(kind))."
        case .payment: "\(field) takes a payment."
        case .formula: "\(field) is computed by the server."
        case .anchored: "\(field) is placed by a text on the page, which the server looks for."
        case .lockedRequiredEmpty: "\(field) is required, locked and empty."
        case .missing(let name): "\(self.field == nil ? who : field) has no \(name)."
        case .unsupportedMember(let name): "\(self.field == nil ? "The template" : field) asks for \(name)."
        case .unsupportedRecipient(let kind): "\(who) is of a kind that cannot take part offline (\(kind))."
        case .recipientNeedsServer(let what): "\(who) needs the server (\(what))."
        case .freeForm: "\(who) has no field to sign."
        case .noDocuments: "The template has no document."
        case .unusableDocument(let sentence): sentence
        case .regulated: "The template is under 21 CFR Part 11."
        case .reminders: "The template has reminders, which the server sends."
        case .invalid(let sentence): sentence
        }
    }
}
