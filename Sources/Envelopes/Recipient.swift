/// Someone who has to sign.
public struct Recipient: Hashable, Sendable, Codable {
    public var id: RecipientID
    public var name: String
    public var email: String
    /// From 1; recipients with equal numbers may act in any order, lower numbers act first.
    public var routingOrder: Int
    /// Set for a person who signs inside the sender's own product; asked for again when the signing page is opened.
    public var clientUserID: String?
    /// A message to this recipient alone.
    public var note: String?

    public init(
        id: RecipientID, name: String, email: String, routingOrder: Int = 1, clientUserID: String? = nil,
        note: String? = nil
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.routingOrder = routingOrder
        self.clientUserID = clientUserID
        self.note = note
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, email, routingOrder
        case clientUserID = "clientUserId"
        case note
    }
}
