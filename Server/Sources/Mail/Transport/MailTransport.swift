/// Hands messages to a mail server, or to what stands for one.
public protocol MailTransport: Sendable {
    /// Returns when the next server has accepted the responsibility for the message.
    func send(_ message: MailMessage) async throws(MailFailure) -> MailReceipt
}

/// The proof that a message was accepted.
public struct MailReceipt: Sendable, Hashable, Codable {
    /// The server that accepted the message, such as `mail.example.org:587`.
    public let server: String
    /// The server's last answer, on one line, such as `250 2.0.0 Ok: queued as 4F2A`.
    public let answer: String

    /// - Parameter answer: the server's last answer, on one line
    public init(server: String, answer: String) {
        self.server = server
        self.answer = answer
    }
}
