import ArgumentParser
import Delivery
import Foundation
import Mail
import SigningService

/// The options for sending mail.
struct MailOptions: ParsableArguments {
    private static let usualMessages = ServiceConfiguration.usual.messages

    @Option(
        help: ArgumentHelp(
            "The mail server: smtps://host, or smtp://host with STARTTLS. Without one, messages become files in the "
                + "data directory.", valueName: "url"))
    var smtp: String?

    @Option(
        help: ArgumentHelp(
            "The user name at the mail server. The password is in --smtp-password-file or in the environment variable "
                + "COUNTERSIGN_SMTP_PASSWORD.", valueName: "name"))
    var smtpUser: String?

    @Option(help: ArgumentHelp("A file with the password for the mail server.", valueName: "file"))
    var smtpPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "A file with an OAuth access token for the mail server, read anew for each message.", valueName: "file"))
    var smtpTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file with the authorities to trust for the mail server, instead of the system's.",
            valueName: "file"))
    var smtpTrust: String?

    @Option(
        help: ArgumentHelp(
            "The sender of all messages, such as “Example Ltd <sign@example.com>”; required with --smtp.",
            valueName: "mailbox"))
    var mailFrom: String?

    @Option(
        help: ArgumentHelp(
            "Where undeliverable messages come back to, with {id} for the message, such as "
                + "bounces+{id}@example.com. (default: the sender's address)", valueName: "address"))
    var returnAddress: String?

    @Option(help: ArgumentHelp("The maximum number of connections to the mail server.", valueName: "number"))
    var smtpConnections = SMTPLimits().connections

    @Option(help: ArgumentHelp("The maximum size of a message with its attachments.", valueName: "MB"))
    var mailSizeLimit = SMTPLimits().messageSize / (1024 * 1024)

    @Option(
        help: ArgumentHelp(
            "The maximum size of the documents that go with a message; larger ones are only linked. 0 attaches none.",
            valueName: "MB"))
    var mailAttachmentLimit = MailSettings.defaultAttachmentLimit / (1024 * 1024)

    @Option(
        help: ArgumentHelp(
            "How many messages an hour one mailbox gets, about all envelopes; further ones wait. Codes and completed "
                + "documents are counted for each account alone.", valueName: "number"))
    var mailPerAddress = usualMessages.perAddress

    @Option(help: ArgumentHelp("How many messages an hour one account sends; further ones wait.", valueName: "number"))
    var mailPerAccount = usualMessages.perAccount

    @Option(
        help: ArgumentHelp("How many messages an hour all accounts send; further ones wait.", valueName: "number"))
    var mailInAll = usualMessages.inAll

    @Option(
        help: ArgumentHelp("How long the link in a message works for somebody who has not signed.", valueName: "days"))
    var mailLinkDays = Int(ServiceConfiguration.usual.envelopes.links.life) / 86_400

    func validate() throws {
        try check("mail-link-days", mailLinkDays, 1...999, .days)
        try check("smtp-connections", smtpConnections, 1...100)
        try check("mail-size-limit", mailSizeLimit, 1...1024, .megabytes)
        try check("mail-attachment-limit", mailAttachmentLimit, 0...1024, .megabytes)
        try check("mail-per-address", mailPerAddress, 1...1_000_000)
        try check("mail-per-account", mailPerAccount, 1...10_000_000)
        try check("mail-in-all", mailInAll, 1...100_000_000)
        guard smtp != nil || (smtpUser == nil && smtpPasswordFile == nil && smtpTokenFile == nil && smtpTrust == nil)
        else {
            throw ValidationError(
                "--smtp-user, --smtp-password-file, --smtp-token-file and --smtp-trust are for --smtp, which is missing."
            )
        }
        guard smtpPasswordFile == nil || smtpTokenFile == nil else {
            throw ValidationError("--smtp-password-file and --smtp-token-file exclude each other.")
        }
        guard smtpUser != nil || (smtpPasswordFile == nil && smtpTokenFile == nil) else {
            throw ValidationError("--smtp-password-file and --smtp-token-file need --smtp-user.")
        }
        guard smtp == nil || mailFrom != nil else { throw ValidationError("--smtp needs --mail-from.") }
        do {
            if let smtp { _ = try SMTPServer(smtp) }
        } catch { throw ValidationError("--smtp: \(error.description)") }
        do {
            _ = try sender
        } catch { throw ValidationError("--mail-from: \(error.description)") }
        do {
            _ = try comesBackTo
        } catch { throw ValidationError("--return-address: \(error.description)") }
    }

    /// The maximum size of a message, in bytes.
    private var messageSize: Int { mailSizeLimit * 1024 * 1024 }

    /// Who sends the messages.
    var sender: Mailbox {
        get throws(MailProblem) { try Mailbox(parsing: mailFrom ?? "Countersign <countersign@localhost>") }
    }

    /// Where undeliverable messages come back to; `nil` for the sender.
    var comesBackTo: BounceAddress? {
        get throws(MailProblem) {
            guard let returnAddress else { return nil }
            return try BounceAddress(returnAddress)
        }
    }

    /// Says where the messages of a service go.
    ///
    /// - Parameter folder: the data directory's folder of messages, as the operator would name it
    func destination(folder: String) -> String {
        guard let server = smtp.flatMap({ try? SMTPServer($0) }) else {
            return "are files in \(folder); give --smtp to send them"
        }
        return "are sent by \(server.displayed)"
    }

    func apply(to configuration: inout ServiceConfiguration) {
        configuration.messages.perAddress = mailPerAddress
        configuration.messages.perAccount = mailPerAccount
        configuration.messages.inAll = mailInAll
    }

    /// Returns how a service on a data directory sends messages.
    func service(folder: URL, timeZone: TimeZone) throws -> MailService {
        var settings = MailSettings(from: try sender)
        settings.returnAddress = try comesBackTo
        settings.timeZone = timeZone
        settings.attachmentLimit = mailAttachmentLimit * 1024 * 1024
        settings.fit(messagesOf: messageSize)
        let mail = folder.appendingPathComponent("mail", isDirectory: true)
        return MailService(transport: try transport(folder: mail), settings: settings)
    }

    /// Returns what sends the messages: a mail server, or a folder.
    ///
    /// - Parameter folder: the data directory's folder of messages
    /// - Throws: ``Refusal`` for a file that cannot be read
    func transport(
        folder: URL, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> any MailTransport {
        guard let smtp else { return FolderTransport(MailFolder(folder)) }
        if let smtpTrust, !FileManager.default.isReadableFile(atPath: smtpTrust) {
            throw Refusal("--smtp-trust \"\(smtpTrust)\" cannot be read.")
        }
        var limits = SMTPLimits()
        limits.messageSize = messageSize
        limits.connections = smtpConnections
        return SMTPTransport(
            try SMTPServer(smtp), login: try login(environment), authorities: smtpTrust.map { URL(filePath: $0) },
            limits: limits)
    }

    private func login(_ environment: [String: String]) throws -> SMTPLogin? {
        guard let smtpUser else { return nil }
        if let smtpTokenFile {
            let file = URL(filePath: smtpTokenFile)
            guard SecretFile.secret(in: file) != nil else {
                throw Refusal("--smtp-token-file \"\(smtpTokenFile)\" cannot be read as one line.")
            }
            return .bearer(user: smtpUser, tokenFile: file)
        }
        if let smtpPasswordFile {
            guard let password = SecretFile.secret(in: URL(filePath: smtpPasswordFile)) else {
                throw Refusal("--smtp-password-file \"\(smtpPasswordFile)\" cannot be read as one line.")
            }
            return .password(user: smtpUser, password: password)
        }
        guard let password = environment["COUNTERSIGN_SMTP_PASSWORD"], !password.isEmpty else {
            throw Refusal(
                "--smtp-user needs a password: give --smtp-password-file or set COUNTERSIGN_SMTP_PASSWORD.")
        }
        return .password(user: smtpUser, password: password)
    }
}
