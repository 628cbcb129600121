/// Someone who has to sign, or who gets a copy.
public struct Recipient: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case signer
        /// Signs on a device that a host hands over.
        case inPersonSigner
        /// Gets a copy when their turn comes, and does nothing.
        case carbonCopy
    }

    /// Who hands over the device.
    public struct Host: Hashable, Sendable, Codable {
        public var name: String
        public var email: String

        public init(name: String, email: String) {
            self.name = name
            self.email = email
        }
    }

    public var id: RecipientID
    private var role: Kind?
    /// Of an in-person signer, and nobody else.
    public var host: Host?
    public var name: String
    /// May be empty for an in-person signer.
    public var email: String
    /// From 1; recipients with equal numbers may act in any order, lower numbers act first.
    public var routingOrder: Int
    /// Set for a person who signs inside the sender's own product; asked for again when the signing page is opened.
    public var clientUserID: String?
    /// A message to this recipient alone.
    public var note: String?
    /// What the sender's client says of a signature of this recipient's that was made elsewhere, without a network.
    public var offlineAttributes: OfflineAttributes?

    public init(
        id: RecipientID, name: String, email: String, routingOrder: Int = 1, clientUserID: String? = nil,
        note: String? = nil, kind: Kind = .signer, host: Host? = nil,
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
        self.offlineAttributes = offlineAttributes
    }

    public var kind: Kind {
        get { role ?? .signer }
        set { role = newValue == .signer ? nil : newValue }
    }

    /// Whether something has to be signed.
    public var signs: Bool { kind != .carbonCopy }

    private enum CodingKeys: String, CodingKey {
        case id, name, email, routingOrder, host
        case role = "kind"
        case clientUserID = "clientUserId"
        case note, offlineAttributes
    }
}
