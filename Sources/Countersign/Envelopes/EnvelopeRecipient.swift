import Foundation

/// A recipient of an envelope on the server.
public struct EnvelopeRecipient: Sendable, Hashable {
    /// The API's kinds of recipients.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case signer = "signers"
        case inPersonSigner = "inPersonSigners"
        case carbonCopy = "carbonCopies"
        case certifiedDelivery = "certifiedDeliveries"
        case agent = "agents"
        case editor = "editors"
        case intermediary = "intermediaries"
        case witness = "witnesses"
        case notary = "notaries"
        case seal = "seals"
    }

    /// The person who hands the device to an in-person signer.
    public struct Host: Sendable, Hashable {
        /// `hostName`; empty if the server gives none.
        public var name: String
        /// `hostEmail`; empty if the server gives none.
        public var email: String
    }

    /// The list of the answer that the recipient is in.
    public var kind: Kind
    /// `recipientId`.
    public var id: String
    /// For an in-person signer the signer's name, not the host's; empty if the server gives none.
    public var name: String
    /// May be empty for an in-person signer.
    public var email: String
    /// Only for an in-person signer; `nil` for other kinds.
    public var host: Host?
    /// `clientUserId`: set for a person who signs inside the app; `nil` for others.
    public var clientUserID: String?
    /// `userId`: the recipient's account user; `nil` if the server gives none.
    public var userID: String?
    /// From 1; recipients with equal numbers act in any order.
    public var routingOrder: Int
    /// The recipient's status in the API's words, in lower case: `created`, `sent`, `delivered`, `signed`, `completed`,
    /// `declined` …
    public var status: String
    /// When the recipient opened the envelope; `nil` before that.
    public var deliveredAt: Date?
    /// `nil` before the recipient has signed.
    public var signedAt: Date?
    /// `nil` unless the recipient declined.
    public var declinedAt: Date?
    /// The recipient's own words; `nil` unless they declined with a reason.
    public var declinedReason: String?

    /// Whether the recipient has signed or completed their part.
    public var hasFinished: Bool { status == "completed" || status == "signed" }
}

extension [EnvelopeRecipient] {
    /// Returns the recipients that are the account's user, matched by user id, or else by name and e-mail address. If
    /// several match, returns only the unfinished ones.
    func own(of account: AccountDetails) -> [EnvelopeRecipient] {
        let signers = filter { $0.kind == .signer }
        var found = signers.filter { $0.userID?.lowercased() == account.userID.lowercased() }
        if found.isEmpty {
            found = signers.filter {
                $0.email.lowercased() == account.email.lowercased() && $0.name == account.userName
            }
        }
        return found.count > 1 ? found.filter { !$0.hasFinished } : found
    }
}

/// The answer to `GET …/envelopes/{id}/recipients`.
struct RecipientsAnswer: Decodable {
    let recipients: [EnvelopeRecipient]

    init(from decoder: any Decoder) throws {
        let members = try AnswerMembers(decoder)
        var recipients: [EnvelopeRecipient] = []
        for kind in EnvelopeRecipient.Kind.allCases {
            let list = try members.list(AnswerMembers.Name(stringValue: kind.rawValue), of: Member.self)
            recipients += list.map { $0.recipient(kind) }
        }
        self.recipients = recipients
    }

    private struct Member: Decodable {
        let members: AnswerMembers
        let id: String

        init(from decoder: any Decoder) throws {
            members = try AnswerMembers(decoder)
            id = try members.needed("recipientId")
        }

        func recipient(_ kind: EnvelopeRecipient.Kind) -> EnvelopeRecipient {
            let isInPerson = kind == .inPersonSigner
            return EnvelopeRecipient(
                kind: kind, id: id, name: members.text(isInPerson ? "signerName" : "name") ?? "",
                email: members.text(isInPerson ? "signerEmail" : "email") ?? "",
                host: isInPerson
                    ? .init(name: members.text("hostName") ?? "", email: members.text("hostEmail") ?? "") : nil,
                clientUserID: members.text("clientUserId"), userID: members.text("userId"),
                routingOrder: members.integer("routingOrder") ?? 1,
                status: members.text("status")?.lowercased() ?? "created",
                deliveredAt: members.date("deliveredDateTime"), signedAt: members.date("signedDateTime"),
                declinedAt: members.date("declinedDateTime"), declinedReason: members.text("declinedReason"))
        }
    }
}
