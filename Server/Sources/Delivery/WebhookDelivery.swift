import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import Webhooks

/// Delivers webhooks: makes the message, signs it, sends it, and records the attempt.
public struct WebhookDelivery: Sendable {
    private let store: SQLConnectStore
    private let secrets: any SecretBox
    private let ledger: EnvelopeLedger
    private let messages: ConnectMessages
    private let jobs: any JobQueue
    private let pauseAfter: TimeInterval
    private let sender: WebhookSender

    package init(stores: EnvelopeService.Stores, settings: ConnectSettings, sender: WebhookSender) {
        store = stores.connect
        secrets = stores.secrets
        ledger = stores.ledger
        jobs = stores.jobs
        pauseAfter = settings.pauseAfter
        messages = ConnectMessages(ledger: stores.ledger, settings: settings)
        self.sender = sender
    }

    /// The receiver of an order, as it is configured now.
    private struct Receiver {
        var notification: ConnectNotification
        var configuration: ConnectConfiguration?
    }

    /// Tries to deliver a message once.
    ///
    /// - Parameter attempt: the number of this attempt, from 1
    /// - Throws: only `CancellationError`
    package func deliver(_ order: WebhookOrder, attempt: Int, at date: Date) async throws -> WebhookOutcome {
        do {
            return try await outcome(of: order, attempt: attempt, at: date)
        } catch let error as CancellationError {
            throw error
        } catch {
            return .failed(.internalError("The message could not be made or recorded: \(error)"))
        }
    }

    /// Whether the order's receiver has failed for so long that it is called no more for now.
    func isPaused(_ order: WebhookOrder) async throws -> Bool {
        guard case .configuration(let id) = order.source else { return false }
        return try await store.health(of: id).pausedAt != nil
    }

    /// Notes how the receiver has done. The owner of the account hears of a pause once.
    private func noteHealth(
        _ outcome: WebhookOutcome, of configuration: ConnectConfiguration, in envelope: Envelope, at date: Date
    ) async throws {
        guard let failure = outcome.failure else { return try await store.noteSuccess(of: configuration.id) }
        guard try await store.noteFailure(of: configuration.id, at: date, pausingAfter: pauseAfter) else { return }
        let name = configuration.name.isEmpty ? configuration.notification.url : configuration.name
        let order = MailOrder(
            Notice(.targetPaused), webhook: PausedWebhook(name: name, reason: String(failure.description.prefix(500))))
        try await jobs.add([order.job(for: envelope)], at: date)
    }

    private func outcome(of order: WebhookOrder, attempt: Int, at date: Date) async throws -> WebhookOutcome {
        let envelope = try await ledger.envelope(order.envelopeID)
        guard let receiver = try await receiver(of: order, in: envelope) else {
            try await forget(order)
            return .withdrawn
        }
        let notification = receiver.notification
        let message = try await messages.message(for: order, notification, retryCount: max(0, attempt - 1))
        guard let message else {
            try await forget(order)
            return .withdrawn
        }
        var outcome = try await sent(message, to: receiver, of: order, at: date)
        if let configuration = receiver.configuration {
            try await noteHealth(outcome, of: configuration, in: envelope, at: date)
        }
        if case .failed(let failure) = outcome, !notification.needsAcknowledgment { outcome = .refused(failure) }
        try await store.note(
            ConnectRecord(
                id: UUID.random().uuidString.lowercased(), order: order, url: notification.url,
                configurationName: receiver.configuration?.name ?? "", envelopeStatus: message.envelope.status,
                emailSubject: message.envelope.emailSubject, sender: message.envelope.sender, createdAt: date,
                lastTriedAt: date, retryCount: max(0, attempt - 1), error: outcome.failure?.description),
            isLogged: notification.isLogged)
        return outcome
    }

    /// Returns `nil` if nobody wants the message any more.
    private func receiver(of order: WebhookOrder, in envelope: Envelope) async throws -> Receiver? {
        switch order.source {
        case .configuration(let id):
            let found = try await store.configurations(of: order.accountID).first { $0.id == id }
            return found.flatMap { $0.isEnabled ? Receiver(notification: $0.notification, configuration: $0) : nil }
        case .notification(let index):
            return envelope.definition.eventNotifications.dropFirst(index).first.map { Receiver(notification: $0) }
        }
    }

    /// Removes the failures of a message that nobody wants any more.
    private func forget(_ order: WebhookOrder) async throws {
        let selection = ConnectSelection(accountID: order.accountID, envelopeID: order.envelopeID)
        for failure in try await store.failures(selection) where failure.order.key == order.key {
            _ = try await store.removeFailure(failure.id, of: order.accountID)
        }
    }

    private func sent(
        _ message: ConnectMessages.Message, to receiver: Receiver, of order: WebhookOrder, at date: Date
    ) async throws -> WebhookOutcome {
        var request = WebhookRequest(
            url: receiver.notification.url, body: message.body, mediaType: message.mediaType,
            deliveryID: try order.deliveryID, accountID: order.accountID)
        do {
            if receiver.notification.isSigned { request.keys = try await keys(of: order.accountID) }
            request.credentials = try await credentials(for: receiver, of: order.accountID, at: date)
        } catch let failure as WebhookFailure {
            return .failed(failure)
        }
        let outcome = try await sender.outcome(of: request)
        if case .failed(.status(401, _)) = outcome, receiver.notification.isAuthorized {
            // The next attempt gets a new token.
            try await store.setToken(nil, of: order.accountID)
        }
        return outcome
    }

    /// Returns the account's keys. A message that has to be signed is never sent without a signature.
    private func keys(of accountID: String) async throws -> [Data] {
        let keys = try await store.keys(of: accountID)
        guard !keys.isEmpty else {
            throw WebhookFailure.internalError(
                "The configuration asks for signatures, and the account has no key; countersign connect key create "
                    + "makes one.")
        }
        return try keys.map { try secrets.open($0.sealedText, for: ConnectSecret.key(of: accountID)) }
    }

    private func credentials(
        for receiver: Receiver, of accountID: String, at date: Date
    ) async throws -> WebhookCredentials {
        if receiver.notification.isAuthorized { return .bearer(token: try await token(of: accountID, at: date)) }
        guard let name = receiver.configuration?.userName, let sealed = receiver.configuration?.sealedPassword else {
            return .none
        }
        return .basic(name: name, password: try secrets.text(sealed, for: ConnectSecret.password(of: accountID)))
    }

    /// Seconds for which a stored token still has to be valid.
    private static let tokenMargin: TimeInterval = 120

    private func token(of accountID: String, at date: Date) async throws -> String {
        let purpose = ConnectSecret.token(of: accountID)
        if let stored = try await store.token(of: accountID),
            stored.expiresAt.timeIntervalSince(date) > Self.tokenMargin
        {
            return try secrets.text(stored.sealedText, for: purpose)
        }
        guard let server = try await store.authorization(of: accountID) else {
            throw WebhookFailure.noToken("The account has no OAuth configuration for Connect.")
        }
        let secret = try secrets.text(server.sealedSecret, for: ConnectSecret.clientSecret(of: accountID))
        let token = try await sender.token(
            AccessTokenRequest(
                url: server.serverURL, clientID: server.clientID, clientSecret: secret, scope: server.scope,
                parameters: server.parameters), at: date)
        if let expiresAt = token.expiresAt {
            try await store.setToken(
                ConnectToken(sealedText: try secrets.seal(token.text, for: purpose), expiresAt: expiresAt),
                of: accountID)
        }
        return token.text
    }
}

extension WebhookOutcome {
    /// The reason for which the message was not delivered.
    fileprivate var failure: WebhookFailure? {
        switch self {
        case .refused(let failure), .failed(let failure): failure
        case .delivered, .withdrawn: nil
        }
    }
}
