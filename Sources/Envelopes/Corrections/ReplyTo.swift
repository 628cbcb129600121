/// The person who gets the answers to an envelope's messages, instead of the sender.
public struct ReplyTo: Hashable, Sendable, Codable {
    /// The address that replies go to.
    public var email: String
    /// The name beside the address; `nil` for none.
    public var name: String?

    /// Checked only with the whole definition.
    public init(email: String, name: String? = nil) {
        self.email = email
        self.name = name
    }
}
