import Envelopes
import Essentials
import Foundation
import IdentityService
import Ledger
import Mail

/// Sends the message with a code to somebody who signs in to an application.
package struct IdentityMailConsumer: JobConsumer {
    private let secrets: any SecretBox
    private let transport: any MailTransport
    private let letters: LetterTemplates
    private let settings: MailSettings
    /// Returns the public address of the service, without a trailing slash.
    private let base: @Sendable () -> URL?

    package init(
        secrets: any SecretBox, transport: any MailTransport, settings: MailSettings,
        base: @escaping @Sendable () -> URL?
    ) throws(MailProblem) {
        self.secrets = secrets
        self.transport = transport
        self.settings = settings
        self.base = base
        letters = try LetterTemplates()
    }

    package func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        let order = try CanonicalJSON.value(CodeMessage.self, from: job.payload)
        guard date.timeIntervalSince1970 < Double(order.endsAt) else {
            return .dead(because: "The code expired before the message could be sent.")
        }
        guard let base = base() else { return .again(after: 5, because: "The service has no address yet.") }
        do {
            _ = try await transport.send(try message(order, job, base: base, at: date))
            return .done()
        } catch let problem as MailProblem {
            return .dead(because: "\(problem)")
        } catch let failure as MailFailure {
            return failure.isPermanent ? .dead(because: failure.description) : .again(because: failure.description)
        }
    }

    private func message(_ order: CodeMessage, _ job: Job, base: URL, at date: Date) throws -> MailMessage {
        let from = settings.from.address
        let letter = Letter(
            .signInCode, senderName: order.appName, senderEmail: from.description, recipientName: "",
            subject: order.appName, link: try order.link(secrets, base: base), code: try order.code(secrets),
            language: order.language ?? "en")
        let rendered = letters.render(letter)
        return MailMessage(
            from: Mailbox(name: order.appName, address: from), to: try Mailbox(name: "", address: order.address),
            subject: rendered.subject, text: rendered.text, html: rendered.html, images: rendered.images,
            messageID: try MessageID("\(job.id).sign-in.\(Int(date.timeIntervalSince1970))@\(from.domain)"),
            envelopeSender: from, date: date)
    }
}
