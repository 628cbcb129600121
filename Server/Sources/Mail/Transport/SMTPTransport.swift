import Foundation

/// Hands messages to a mail server by SMTP, with libcurl. Connections are kept and used again.
public final class SMTPTransport: MailTransport {
    private let server: SMTPServer
    private let login: SMTPLogin?
    private let authorities: URL?
    private let limits: SMTPLimits
    private let pool: SMTPPool

    /// - Parameter authorities: a PEM file with the authorities to trust instead of the system's
    public init(
        _ server: SMTPServer, login: SMTPLogin? = nil, authorities: URL? = nil, limits: SMTPLimits = SMTPLimits()
    ) {
        self.server = server
        self.login = login
        self.authorities = authorities
        self.limits = limits
        pool = SMTPPool(limits.connections)
    }

    /// Sends the message over a kept connection or a new one.
    ///
    /// - Throws: a permanent failure without a code if the message exceeds ``SMTPLimits/messageSize``
    public func send(_ message: MailMessage) async throws(MailFailure) -> MailReceipt {
        let content = MIMEWriter().data(message)
        guard content.count <= limits.messageSize else {
            throw .permanent(
                code: nil,
                text: "The message has \(content.count) bytes; the limit is \(limits.messageSize).")
        }
        let order = SMTPOrder(
            server: server, login: try orderLogin(), authorities: authorities?.path, limits: limits,
            sender: message.envelopeSender, recipient: message.to.address, content: content)
        guard let session = await pool.session() else {
            throw .temporary(
                text: "libcurl is not installed, or this machine has no memory for a connection to the mail server.")
        }
        let result = await session.send(order)
        await pool.giveBack(session)
        return try result.get()
    }

    private func orderLogin() throws(MailFailure) -> SMTPOrder.Login? {
        switch login {
        case nil: return nil
        case .password(let user, let password): return .password(user: user, password: password)
        case .bearer(let user, let file):
            guard let token = SecretFile.secret(in: file) else {
                throw .temporary(text: "The file with the token for the mail server cannot be read.")
            }
            return .token(user: user, token: token)
        }
    }
}
