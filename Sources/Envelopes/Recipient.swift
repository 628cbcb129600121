/// A person who signs or gets a copy.
public struct Recipient: Hashable, Sendable, Codable {
    /// What a recipient does when their turn comes.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case signer
        /// Signs in person, on a device that a host provides.
        case inPersonSigner
        /// Gets a copy when their turn comes, and does not act.
        case carbonCopy
        /// Gets the documents when their turn comes, and has to open them.
        case certifiedDelivery

        /// Whether the recipient signs.
        public var signs: Bool { self == .signer || self == .inPersonSigner }
        /// Whether others wait for the recipient to do something: to sign, or to open the documents.
        public var acts: Bool { self != .carbonCopy }
    }

    /// The host of an in-person signer.
    public struct Host: Hashable, Sendable, Codable {
        /// The name that the certificate of completion states.
        public var name: String
        /// The address that the certificate of completion states. Nobody writes to it.
        public var email: String

        /// Checked only with the whole definition.
        public init(name: String, email: String) {
            self.name = name
            self.email = email
        }
    }

    /// Unique within the envelope: 1 to 64 letters, digits, full stops, underscores or hyphens.
    public var id: RecipientID
    private var role: Kind?
    /// The host of an in-person signer; `nil` for others.
    public var host: Host?
    /// The name that people see, and that full-name tabs show.
    public var name: String
    /// May be empty for an in-person signer.
    public var email: String
    /// The position in the signing order, from 1. Lower numbers act first; recipients with equal numbers act in any
    /// order.
    public var routingOrder: Int
    /// The sender's own id for a person who signs inside the sender's product. It has to be given again when the
    /// signing page is opened.
    public var clientUserID: String?
    /// A message to this recipient only.
    public var note: String?
    /// The code that they have to enter before they see the documents.
    public var accessCode: AccessCode?
    /// Whether they have to enter a one-time code from a message before they see the documents.
    public var needsMailCode: Bool {
        get { mailCode == true }
        set { mailCode = newValue ? true : nil }
    }
    private var mailCode: Bool?
    /// The sender's own text for messages to them.
    public var emailNotification: EmailNotification?
    /// The minutes from their turn to their first message, which they only get if they have not finished by then; `nil`
    /// for none.
    public var mailDelay: Int?
    /// The client's claims about a signature of this recipient that was collected offline.
    public var offlineAttributes: OfflineAttributes?

    /// Checked only with the whole definition. By default, somebody who signs first.
    public init(
        id: RecipientID, name: String, email: String, routingOrder: Int = 1, clientUserID: String? = nil,
        note: String? = nil, kind: Kind = .signer, host: Host? = nil, accessCode: AccessCode? = nil,
        needsMailCode: Bool = false, emailNotification: EmailNotification? = nil,
        offlineAttributes: OfflineAttributes? = nil
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.routingOrder = routingOrder
        self.clientUserID = clientUserID
        self.note = note
        role = kind == .signer ? nil : kind
        self.host = host
        self.accessCode = accessCode
        mailCode = needsMailCode ? true : nil
        self.emailNotification = emailNotification
        self.offlineAttributes = offlineAttributes
    }

    /// What they do when their turn comes.
    public var kind: Kind {
        get { role ?? .signer }
        set { role = newValue == .signer ? nil : newValue }
    }

    /// Whether the service sends them messages. The sender's own program notifies those who sign inside it; somebody who
    /// signs on a host's device gets none.
    public var getsMail: Bool { clientUserID == nil && host == nil && !email.isEmpty }

    /// The proofs that the sender asked for.
    public var askedIdentifications: [Identification.Method] {
        (accessCode == nil ? [] : [.accessCode]) + (needsMailCode ? [.mailCode] : [])
    }

    /// Whether the recipient signs.
    public var signs: Bool { kind.signs }

    /// Whether others wait for the recipient to do something: to sign, or to open the documents.
    public var acts: Bool { kind.acts }

    /// The documents that the sender hides from them.
    public var excludedDocuments: [DocumentID] {
        get { excluded ?? [] }
        set { excluded = newValue.isEmpty ? nil : newValue }
    }
    private var excluded: [DocumentID]?

    private enum CodingKeys: String, CodingKey {
        case id, name, email, routingOrder, host
        case role = "kind"
        case clientUserID = "clientUserId"
        case excluded = "excludedDocuments"
        case note, accessCode, mailCode, emailNotification, mailDelay, offlineAttributes
    }
}
