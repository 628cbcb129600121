import Envelopes
import Foundation
import Ledger
import Mail

/// Sends one message: makes it from the envelope as it is now, hands it to the transport, and notes in the history who
/// accepted it.
public struct MailConsumer: JobConsumer {
    let ledger: EnvelopeLedger
    let links: any LinkStore
    /// Opens the codes that orders bring.
    let secrets: any SecretBox
    let transport: any MailTransport
    let letters: LetterTemplates
    let settings: MailSettings
    let timer: EnvelopeTimer
    /// Seconds for which a link works.
    let linkLife: TimeInterval
    /// Returns the name of an account.
    let accountName: @Sendable (_ account: String) async throws -> String?
    /// Returns the public address of the service, without a trailing slash.
    let base: @Sendable () -> URL?

    public init(
        ledger: EnvelopeLedger, links: any LinkStore, secrets: any SecretBox, transport: any MailTransport,
        settings: MailSettings,
        timer: EnvelopeTimer, linkLife: TimeInterval,
        accountName: @escaping @Sendable (String) async throws -> String?,
        base: @escaping @Sendable () -> URL?
    ) throws(MailProblem) {
        self.ledger = ledger
        self.links = links
        self.secrets = secrets
        self.transport = transport
        letters = try LetterTemplates()
        self.settings = settings
        self.timer = timer
        self.linkLife = linkLife
        self.accountName = accountName
        self.base = base
    }

    public func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        guard let id = job.envelopeID, let envelope = try await ledger.events.envelope(id) else { return .done() }
        let order = try CanonicalJSON.value(MailOrder.self, from: job.payload)
        let key = "mail-\(job.id)"
        let events = try await ledger.events.events(of: id)
        // The process that sent it ended before it could finish the job.
        guard !events.contains(where: { $0.commandKey == key }), !order.isStale(in: envelope) else { return .done() }
        guard let base = base() else { return .again(after: 5, because: "The service has no address yet.") }

        let draft = MailDraft(order: order, envelope: envelope, events: events)
        let context = CommandContext(at: date, actor: .service, key: key)
        let message: MailMessage
        do {
            message = try await self.message(draft, job, base: base, at: date)
        } catch is RecipientReplaced {
            return .again(because: "The recipient was replaced.")
        } catch let problem as MailProblem {
            return try await giveUp(draft, "\(problem)", job, at: date)
        }
        do {
            let receipt = try await transport.send(message)
            let mailing = Mailing(
                message: order.message, recipientID: order.recipientID, address: draft.address,
                messageID: message.messageID.description, server: receipt.server)
            // Sent messages are noted, also while the service ends.
            _ = try await Task { try await ledger.perform(.noteMailing(mailing), on: id, context) }.value
            return .done()
        } catch let failure as MailFailure {
            guard failure.isPermanent else { return .again(because: failure.description) }
            return try await giveUp(draft, failure.description, job, at: date)
        }
    }

    public func giveUp(_ job: Job, because reason: String, at date: Date) async throws {
        guard let id = job.envelopeID, let envelope = try await ledger.events.envelope(id) else { return }
        let order = try CanonicalJSON.value(MailOrder.self, from: job.payload)
        let draft = MailDraft(order: order, envelope: envelope, events: try await ledger.events.events(of: id))
        _ = try await giveUp(draft, reason, job, at: date)
    }

    /// Notes that the message cannot be delivered, which the sender hears of.
    private func giveUp(
        _ draft: MailDraft, _ reason: String, _ job: Job, at date: Date
    ) async throws -> JobOutcome {
        // Not the key of a message that was sent: an operator may have the job tried again.
        let context = CommandContext(at: date, actor: .service, key: "mail-\(job.id)-failed-\(job.attempts)")
        let undelivered = Undelivered(
            message: draft.order.message, recipientID: draft.order.recipientID, address: draft.address,
            reason: String(reason.prefix(500)))
        _ = try await ledger.perform(.noteUndelivered(undelivered), on: draft.envelope.id, context)
        return .dead(because: reason)
    }

    private func message(_ draft: MailDraft, _ job: Job, base: URL, at date: Date) async throws -> MailMessage {
        let envelope = draft.envelope
        let name = try await accountName(envelope.accountID) ?? envelope.sender.name
        var letter = draft.letter(accountName: name, timer: timer, timeZone: settings.timeZone)
        if let recipient = draft.recipient {
            let target = LinkTarget(envelopeID: envelope.id, recipientID: recipient.id)
            if let sealed = draft.order.sealedCode {
                letter.code = try secrets.text(
                    Data(base64Encoded: sealed) ?? Data(), for: MailSecret.code(of: target))
            } else if draft.hasLink {
                let link = try await links.issue(target, at: date, life: linkLife)
                letter.link = base.appending(path: "open/\(link.text)")
                // Whoever passes their part on takes its links back; this one may have been issued since.
                guard try await ledger.envelope(envelope.id).recipient(recipient.id)?.email == recipient.email else {
                    throw RecipientReplaced()
                }
            }
        }
        let attachments = try await attachments(draft)
        letter.hasAttachments = !attachments.isEmpty
        let rendered = letters.render(letter)
        let domain = settings.from.address.domain
        let thread = try MessageID("\(envelope.id.rawValue)@\(domain)")
        return MailMessage(
            from: Mailbox(name: "\(envelope.sender.name) via \(settings.from.name)", address: settings.from.address),
            replyTo: draft.recipient == nil
                ? nil : try Mailbox(name: envelope.sender.name, address: envelope.sender.email),
            to: try Mailbox(name: draft.name, address: draft.address), subject: draft.subject ?? rendered.subject,
            text: rendered.text, html: rendered.html, images: rendered.images, attachments: attachments,
            messageID: try MessageID("\(job.id).\(envelope.id.rawValue)@\(domain)"), references: [thread],
            envelopeSender: try settings.returnAddress?.address(for: "\(job.id)") ?? settings.from.address,
            date: date)
    }

    /// The completed documents, if they are small enough.
    private func attachments(_ draft: MailDraft) async throws -> [MailAttachment] {
        let asksForProof = draft.recipient.map { !$0.askedIdentifications.isEmpty } ?? false
        let envelope = draft.envelope
        guard draft.order.message == .completed, !asksForProof, let combined = envelope.combined else { return [] }
        if let id = draft.recipient?.id, !envelope.seesAll(id) { return try await visible(to: id, in: envelope) }
        let bytes = try await ledger.blobs.data(combined)
        guard bytes.count <= settings.attachmentLimit else { return [] }
        return [
            try MailAttachment(
                name: "\(envelope.emailSubject).pdf", mediaType: "application/pdf", bytes: bytes)
        ]
    }

    /// The documents that a recipient may see, each on its own, if they are small enough together.
    private func visible(to id: RecipientID, in envelope: Envelope) async throws -> [MailAttachment] {
        var attachments: [MailAttachment] = []
        var size = 0
        for document in envelope.documents(visibleTo: id) {
            guard let hash = envelope.latestVersion(of: document.id) else { continue }
            let bytes = try await ledger.blobs.data(hash)
            size += bytes.count
            guard size <= settings.attachmentLimit else { return [] }
            attachments.append(
                try MailAttachment(name: document.fileName, mediaType: "application/pdf", bytes: bytes))
        }
        return attachments
    }
}

/// Somebody else has got the part of the person that a message was made for.
private struct RecipientReplaced: Error {}

extension MailOrder {
    /// Whether nobody needs the message any more: its recipient is gone or has acted, or nobody may.
    func isStale(in envelope: Envelope) -> Bool {
        guard let recipientID else { return false }
        guard envelope.recipient(recipientID) != nil else { return true }
        switch message {
        case .invitation, .yourTurn, .reminder, .expiryWarning: return !envelope.isTurn(of: recipientID)
        // Signers also ask for a code to see the documents after they have signed.
        default: return false
        }
    }
}
