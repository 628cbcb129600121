import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import Mail

/// Sends one message: makes it from the envelope as it is now, hands it to the transport, and notes in the history who
/// accepted it.
package struct MailConsumer: JobConsumer {
    let ledger: EnvelopeLedger
    /// The queue that counts messages.
    let jobs: any JobQueue
    let links: SQLLinkStore
    /// The tokens of return addresses.
    let returns: SQLReturnStore
    /// Opens the codes that orders bring.
    let secrets: any SecretBox
    let transport: any MailTransport
    let letters: LetterTemplates
    let settings: MailSettings
    let timer: EnvelopeTimer
    /// Seconds for which a link works.
    let linkLife: TimeInterval
    /// Returns how the sender's account appears.
    let appearance: @Sendable (_ envelope: Envelope) async throws -> AccountAppearance
    /// Returns the public address of the service, without a trailing slash.
    let base: @Sendable () -> URL?

    package init(
        ledger: EnvelopeLedger, jobs: any JobQueue, links: SQLLinkStore, returns: SQLReturnStore,
        secrets: any SecretBox,
        transport: any MailTransport, settings: MailSettings,
        timer: EnvelopeTimer, linkLife: TimeInterval,
        appearance: @escaping @Sendable (Envelope) async throws -> AccountAppearance,
        base: @escaping @Sendable () -> URL?
    ) throws(MailProblem) {
        self.ledger = ledger
        self.jobs = jobs
        self.links = links
        self.returns = returns
        self.secrets = secrets
        self.transport = transport
        letters = try LetterTemplates()
        self.settings = settings
        self.timer = timer
        self.linkLife = linkLife
        self.appearance = appearance
        self.base = base
    }

    package func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        guard let id = job.envelopeID, let envelope = try await ledger.events.envelope(id) else { return .done() }
        let order = try CanonicalJSON.value(MailOrder.self, from: job.payload)
        let key = "mail-\(job.id)"
        let events = try await ledger.events.events(of: id)
        // The process that sent it ended before it could finish the job.
        guard !events.contains(where: { $0.commandKey == key }), !order.isStale(in: envelope) else { return .done() }
        let draft = MailDraft(order: order, envelope: envelope, events: events)
        if let delay = try await delay(of: order, draft, events, job, at: date) { return delay }
        guard let base = base() else { return .again(after: 5, because: "The service has no address yet.") }

        let context = CommandContext(at: date, actor: .service, key: key)
        let message: MailMessage
        do {
            message = try await self.message(draft, job, base: base, at: date)
        } catch is AnotherAddress {
            return .again(after: 0, because: "The recipient has got another address.")
        } catch let problem as MailProblem {
            return try await giveUp(draft, "\(problem)", job, at: date)
        }
        do {
            let receipt = try await sent(message, draft, job, base: base, at: date)
            // What concerns an account stands in no envelope's history.
            guard order.webhook == nil else { return .done() }
            let mailing = Mailing(
                message: order.message, recipientID: order.recipientID, address: draft.address,
                messageID: message.messageID.description, server: receipt.server)
            // Sent messages are noted, also while the service ends.
            _ = try await Task { try await ledger.perform(.noteMailing(mailing), on: id, context) }.value
            return .done()
        } catch let failure as MailFailure {
            guard failure.isPermanent else { return .again(because: failure.description) }
            guard order.webhook == nil else { return .dead(because: failure.description) }
            return try await giveUp(draft, failure.description, job, at: date)
        }
    }

    /// Sends a message, without its documents if the server takes none of that size.
    private func sent(
        _ message: MailMessage, _ draft: MailDraft, _ job: Job, base: URL, at date: Date
    ) async throws -> MailReceipt {
        do {
            return try await transport.send(message)
        } catch {
            guard error.isTooLarge, !message.attachments.isEmpty else { throw error }
        }
        let smaller = try await self.message(draft, job, base: base, attaching: false, at: date)
        return try await transport.send(smaller)
    }

    /// Returns what becomes of a message beyond a quota: it waits, and the history says so once; `nil` for a message
    /// that may leave. A message is counted again if its recipient's address has changed since.
    private func delay(
        of order: MailOrder, _ draft: MailDraft, _ events: [Event], _ job: Job, at date: Date
    ) async throws -> JobOutcome? {
        let count = order.count(in: draft.envelope)
        guard job.countedAs != count, let again = try await jobs.admit(job, as: count, at: date) else { return nil }
        let reason = "No more messages may leave for this address, account or service within the hour."
        guard date.timeIntervalSince(job.createdAt) < JobBackoff.mail.life else {
            return try await giveUp(draft, "\(reason) It waited for days.", job, at: date)
        }
        let key = "mail-\(job.id)-waits"
        if order.webhook == nil, !events.contains(where: { $0.commandKey == key }) {
            let delayed = Undelivered(
                message: order.message, recipientID: order.recipientID, address: draft.address, reason: reason,
                waitsUntil: again)
            let context = CommandContext(at: date, actor: .service, key: key)
            _ = try await ledger.perform(.noteUndelivered(delayed), on: draft.envelope.id, context)
        }
        return .untried(until: again, because: reason)
    }

    package func giveUp(_ job: Job, because reason: String, at date: Date) async throws {
        guard let id = job.envelopeID, let envelope = try await ledger.events.envelope(id) else { return }
        let order = try CanonicalJSON.value(MailOrder.self, from: job.payload)
        let draft = MailDraft(order: order, envelope: envelope, events: try await ledger.events.events(of: id))
        _ = try await giveUp(draft, reason, job, at: date)
    }

    /// Notes that the message cannot be delivered, which the sender hears of.
    private func giveUp(
        _ draft: MailDraft, _ reason: String, _ job: Job, at date: Date
    ) async throws -> JobOutcome {
        guard draft.order.webhook == nil else { return .dead(because: reason) }
        // Not the key of a message that was sent: an operator may have the job tried again.
        let context = CommandContext(at: date, actor: .service, key: "mail-\(job.id)-failed-\(job.attempts)")
        let undelivered = Undelivered(
            message: draft.order.message, recipientID: draft.order.recipientID, address: draft.address,
            reason: String(reason.prefix(500)))
        _ = try await ledger.perform(.noteUndelivered(undelivered), on: draft.envelope.id, context)
        return .dead(because: reason)
    }

    /// - Parameter attaching: whether the completed documents go with the message, if they are small enough
    private func message(
        _ draft: MailDraft, _ job: Job, base: URL, attaching: Bool = true, at date: Date
    ) async throws -> MailMessage {
        let envelope = draft.envelope
        let domain = settings.from.address.domain
        let account = try await appearance(envelope)
        var letter = draft.letter(
            accountName: account.name ?? envelope.sender.name, language: account.language, timer: timer,
            timeZone: settings.timeZone)
        letter.brand = try account.look(domain: domain)
        if draft.order.webhook != nil, let owner = account.owner { letter.recipientName = owner.name }
        if let recipient = draft.recipient {
            let target = LinkTarget(envelopeID: envelope.id, recipientID: recipient.id)
            if let sealed = draft.order.sealedCode {
                letter.code = try secrets.text(
                    Data(base64Encoded: sealed) ?? Data(), for: MailSecret.code(of: target))
            } else if draft.hasLink {
                let link = try await links.issue(target, at: date, life: linkLife)
                // A correction or delegation stored from now on takes this link back; an earlier one shows here.
                let newest = try await ledger.events.envelope(envelope.id)?.recipient(recipient.id)
                guard newest?.email == recipient.email else { throw AnotherAddress() }
                letter.link = base.appending(path: "open/\(link.text)")
            }
        }
        let attachments = attaching ? try await attachments(draft) : []
        letter.hasAttachments = !attachments.isEmpty
        if draft.recipient == nil, draft.order.message == .completed, attachments.isEmpty {
            letter.link = try SignedFileLinks(secrets: secrets, now: { date }).address(
                of: envelope.id, life: linkLife, base: base)
        }
        let rendered = letters.render(letter)
        let thread = try MessageID("\(envelope.id.rawValue)@\(domain)")
        return MailMessage(
            from: Mailbox(
                name: "\(envelope.sender.name) via \(account.fromName ?? settings.from.name)",
                address: settings.from.address),
            replyTo: draft.recipient == nil
                ? nil : try draft.replyTo(account.replyTo),
            to: try to(draft, account), subject: draft.subject ?? rendered.subject,
            text: rendered.text, html: rendered.html, images: rendered.images, attachments: attachments,
            messageID: try MessageID("\(job.id).\(envelope.id.rawValue)@\(domain)"),
            references: draft.order.webhook == nil ? [thread] : [],
            envelopeSender: try await envelopeSender(draft, job, at: date), date: date,
            listUnsubscribe: try unsubscribing(draft, base: base))
    }

    private func to(_ draft: MailDraft, _ account: AccountAppearance) throws -> Mailbox {
        if draft.order.webhook != nil, let owner = account.owner { return owner }
        return try Mailbox(name: draft.name, address: draft.address)
    }

    /// Where the sender says that they want no more such messages; `nil` for messages that are not optional.
    private func unsubscribing(_ draft: MailDraft, base: URL) throws -> URL? {
        guard draft.recipient == nil,
            let wish = UnsubscribeWish(userID: draft.envelope.sender.userID, message: draft.order.message)
        else { return nil }
        return base.appending(path: "mail/unsubscribe/\(try wish.text(secrets))")
    }

    /// Returns an address of this message's own, so that nobody else can say that it came back.
    private func envelopeSender(_ draft: MailDraft, _ job: Job, at date: Date) async throws -> MailAddress {
        guard let returnAddress = settings.returnAddress, draft.order.webhook == nil else {
            return settings.from.address
        }
        let sent = SentMessage(
            envelopeID: draft.envelope.id, jobID: job.id, message: draft.order.message,
            recipientID: draft.order.recipientID, address: draft.address)
        return try returnAddress.address(for: try await returns.issue(sent, at: date))
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

/// The recipient's address changed while their message was made.
private struct AnotherAddress: Error {}

extension MailOrder {
    /// Whether nobody needs the message any more: its recipient is gone or has acted, or nobody may.
    func isStale(in envelope: Envelope) -> Bool {
        guard let recipientID else { return false }
        guard envelope.recipient(recipientID) != nil else { return true }
        // Signers also ask for a code to see the documents after they have signed.
        return message.traits.contains(.needsTurn) && !envelope.isTurn(of: recipientID)
    }
}
