import Envelopes

/// One reason why a template cannot be used without a network, and what in it is the reason.
public struct TemplateObstacle: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// A field of a kind that cannot be filled in offline; `kind` is the API's name of the list it stands in.
        case unsupportedTab(kind: String)
        /// A field that takes a payment.
        case payment
        /// A field whose value is computed.
        case formula
        /// A field that is placed by a text on the page.
        case anchored
        /// A text field that is locked, required and empty: nobody could ever fill it in.
        case lockedRequiredEmpty
        /// A member that a field or recipient has to have.
        case missing(String)
        /// A member that asks for what cannot be done offline.
        case unsupportedMember(String)
        /// A recipient of a kind that cannot take part; `kind` is the API's name of the list it stands in.
        case unsupportedRecipient(kind: String)
        /// The server checks who the recipient is, or does not let them sign offline; `what` is the member that says so.
        case recipientNeedsServer(what: String)
        /// A signer without a field, who would sign anywhere.
        case freeForm
        case noDocuments
        /// A document that cannot be used; the sentence says why.
        case unusableDocument(String)
        /// The account's rules (21 CFR Part 11) need the server.
        case regulated
        /// Reminders, which the server would send.
        case reminders
        /// Something else that is wrong with the template, in a sentence.
        case invalid(String)
    }

    public let reason: Reason
    /// The field's label, the recipient's id or role, or the document's id; nil where it is the template as a whole.
    public let field: String?
    /// Whose field it is, or who the recipient is.
    public let recipientID: RecipientID?

    public init(_ reason: Reason, field: String? = nil, recipientID: RecipientID? = nil) {
        self.reason = reason
        self.field = field
        self.recipientID = recipientID
    }

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
