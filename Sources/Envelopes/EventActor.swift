/// The actor of an event, as the history records it.
public struct EventActor: Hashable, Sendable, Codable {
    public enum Kind: String, Codable, CaseIterable, Sendable {
        case sender
        case recipient
        case service
    }

    public var kind: Kind
    /// The sender's user id, the recipient's id in the envelope, or the id of the service.
    public var id: String
    public var name: String
    /// The address of the request, as the service saw it.
    public var ipAddress: String?
    public var userAgent: String?

    public init(kind: Kind, id: String, name: String, ipAddress: String? = nil, userAgent: String? = nil) {
        self.kind = kind
        self.id = id
        self.name = name
        self.ipAddress = ipAddress
        self.userAgent = userAgent
    }

    /// The service itself. It seals.
    public static let service = EventActor(kind: .service, id: "countersign", name: "Countersign")
}
