import Accounts
import ArgumentParser
import Envelopes
import Foundation
import SigningService
import Words

extension AccountCommand {
    /// Shows or sets how an account's messages are sent.
    struct MailSettings: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mail", abstract: "Shows or sets how an account's messages are sent.",
            discussion: "Works whether or not the service is running. New settings apply to new envelopes and messages."
        )

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("The account's id; needed only if there are several accounts.", valueName: "id"))
        var account: String?

        @Option(help: "The name behind the sender's in messages, as in “Ada Lovelace via Example Ltd”.")
        var fromName: String?

        @Option(help: "The e-mail address for answers; each envelope's sender by default.")
        var replyTo: String?

        @Option(
            help: ArgumentHelp("The days from a recipient's turn to the first reminder; 0 for none.", valueName: "days")
        )
        var remindAfter: Int?

        @Option(help: ArgumentHelp("The days between reminders; 0 for only one.", valueName: "days"))
        var remindEvery: Int?

        @Option(help: ArgumentHelp("The days after which an envelope expires; 0 for never.", valueName: "days"))
        var expireAfter: Int?

        @Option(
            help: ArgumentHelp(
                "The days before the end at which recipients are warned; 0 for no warning.", valueName: "days"))
        var expireWarn: Int?

        @Flag(
            inversion: .prefixedNo,
            help: "A line below each signature of new envelopes: the signer, the time and the envelope's id.")
        var evidence: Bool?

        @Option(
            help: ArgumentHelp(
                "How date-signed fields of new envelopes write the day: one of "
                    + "\(DateFormat.allCases.map(\.rawValue).joined(separator: "; ")), or “language” for the usual form "
                    + "of the signer's language.", valueName: "form"))
        var dateFormat: String?

        @Option(
            help: ArgumentHelp(
                "The language of messages to senders, and of pages and messages for recipients of whom none is known, such "
                    + "as de.", valueName: "tag"))
        var language: String?

        @Flag(help: "Restore the usual settings before the other options are applied.")
        var usual = false

        func validate() throws {
            for (name, days) in [
                ("remind-after", remindAfter), ("remind-every", remindEvery), ("expire-after", expireAfter),
                ("expire-warn", expireWarn),
            ] {
                guard let days else { continue }
                try check(name, days, 0...999)
            }
            if let dateFormat, dateFormat != Self.ofLanguage, DateFormat(rawValue: dateFormat) == nil {
                throw ValidationError(
                    "--date-format \"\(dateFormat)\" is not one of the forms; “countersign account mail --help” shows them."
                )
            }
            guard let language, !Language.all.contains(where: { $0.tag == language }) else { return }
            throw ValidationError(
                "--language \"\(language)\" is not one of \(Language.all.map(\.tag).joined(separator: ", ")).")
        }

        private static let ofLanguage = "language"

        func run() async throws {
            let (_, mail) = try await directory.accounts { try await $0.changeMail(of: account, change) }
            let terminal = Terminal()
            let timing = mail.notification ?? .standard
            terminal.line("  from         sender via \(mail.fromName ?? "the service's name")")
            terminal.line("  answers to   \(mail.replyTo ?? "the sender")")
            terminal.line("  reminders    \(Self.words(timing.reminders))")
            terminal.line("  expiry       \(Self.words(timing.expiry))")
            terminal.line("  evidence     \(mail.showsEvidence ?? true ? "below each signature" : "none")")
            terminal.line("  dates        \(mail.dateFormat?.rawValue ?? "as the signer's language writes them")")
            terminal.line("  language     \(mail.language ?? Language.english.tag)")
        }

        private func change(_ mail: inout AccountMail) {
            if usual { mail = AccountMail() }
            mail.fromName = fromName ?? mail.fromName
            mail.replyTo = replyTo ?? mail.replyTo
            mail.showsEvidence = evidence ?? mail.showsEvidence
            if let dateFormat { mail.dateFormat = DateFormat(rawValue: dateFormat) }
            mail.language = language ?? mail.language
            guard remindAfter != nil || remindEvery != nil || expireAfter != nil || expireWarn != nil else { return }
            var timing = mail.notification ?? .standard
            if remindAfter != nil || remindEvery != nil {
                let earlier = timing.reminders
                let delay = remindAfter ?? earlier?.delay ?? 3
                timing.reminders =
                    delay == 0 ? nil : .init(delay: delay, frequency: remindEvery ?? earlier?.frequency ?? 0)
            }
            if expireAfter != nil || expireWarn != nil {
                let earlier = timing.expiry
                let after = expireAfter ?? earlier?.after ?? 120
                timing.expiry = after == 0 ? nil : .init(after: after, warn: expireWarn ?? earlier?.warn ?? 0)
            }
            mail.notification = timing
        }

        private static func words(_ reminders: NotificationSettings.Reminders?) -> String {
            guard let reminders else { return "none" }
            let more = reminders.frequency > 0 ? ", then every \(reminders.frequency)" : ""
            return "after \(reminders.delay) days\(more)"
        }

        private static func words(_ expiry: NotificationSettings.Expiry?) -> String {
            guard let expiry else { return "never" }
            return "after \(expiry.after) days" + (expiry.warn > 0 ? ", with a warning \(expiry.warn) days before" : "")
        }
    }

    /// Shows or sets which messages a sender gets.
    struct Notices: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "notices", abstract: "Shows or sets which messages a sender gets about their envelopes.")

        @OptionGroup var directory: DataOption

        @Option(help: "The user's e-mail address.")
        var email: String

        @Option(help: ArgumentHelp("The user's id; needed only if several users have the address.", valueName: "id"))
        var user: String?

        @Flag(inversion: .prefixedNo, help: "A recipient has opened the documents.")
        var viewed: Bool?

        @Flag(inversion: .prefixedNo, help: "A recipient has declined.")
        var declined: Bool?

        @Flag(inversion: .prefixedNo, help: "The envelope was voided by the sender themselves.")
        var voided: Bool?

        @Flag(inversion: .prefixedNo, help: "Everybody has signed.")
        var completed: Bool?

        @Flag(inversion: .prefixedNo, help: "A message to a recipient could not be delivered.")
        var undeliverable: Bool?

        @Flag(inversion: .prefixedNo, help: "A recipient has assigned their part to somebody else.")
        var delegated: Bool?

        func run() async throws {
            let notices = try await directory.accounts { accounts in
                let id = try await accounts.user(email: email, id: user)
                return try await accounts.changeNotices(of: id) { [self] notices in
                    notices.viewed = viewed ?? notices.viewed
                    notices.declined = declined ?? notices.declined
                    notices.voided = voided ?? notices.voided
                    notices.completed = completed ?? notices.completed
                    notices.undeliverable = undeliverable ?? notices.undeliverable
                    notices.delegated = delegated ?? notices.delegated
                }
            }
            let terminal = Terminal()
            for (name, isOn) in [
                ("viewed", notices.viewed), ("declined", notices.declined), ("voided", notices.voided),
                ("completed", notices.completed), ("undeliverable", notices.undeliverable),
                ("delegated", notices.delegated),
            ] {
                terminal.line("  \(name.padding(toLength: 14, withPad: " ", startingAt: 0))\(isOn ? "yes" : "no")")
            }
        }
    }
}
