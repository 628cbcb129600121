/// The person who gets the answers to an envelope's messages, instead of the sender.
public struct ReplyTo: Hashable, Sendable, Codable {
    public var email: String
    public var name: String?

    public init(email: String, name: String? = nil) {
        self.email = email
        self.name = name
    }
}
