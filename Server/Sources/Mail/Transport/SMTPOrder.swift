import Foundation

/// One message as a session sends it.
struct SMTPOrder: Sendable {
    enum Login: Sendable {
        case password(user: String, password: String)
        case token(user: String, token: String)
    }

    let server: SMTPServer
    let login: Login?
    /// The path of a PEM file with the authorities to trust instead of the system's.
    let authorities: String?
    let limits: SMTPLimits
    let sender: MailAddress
    let recipient: MailAddress
    let content: Data
}
