import Envelopes
import Foundation
import Ledger
import Mail

/// What became of a message that came back.
public enum ReturnOutcome: String, Sendable, Hashable, Codable {
    /// The recipient is marked, and the sender hears of it.
    case undelivered
    /// The message had come back before; nothing has changed.
    case repeated
    /// The recipient has another address by now; nothing has changed.
    case outdated
    /// A report that the message is late.
    case delayed
    /// A report that the message arrived.
    case delivered
    /// An automatic answer.
    case automaticReply
    /// No report at all.
    case notAReport
    /// No return address of this service is named.
    case noReturnAddress
    /// A return address that the service never used.
    case unknownAddress

    /// Whether the message names none of ours.
    public var isRefusal: Bool { self == .noReturnAddress || self == .unknownAddress }

    /// The outcome for an operator.
    public var sentence: String {
        switch self {
        case .undelivered: "The message was not delivered; its sender is told."
        case .repeated: "The message has come back before; nothing has changed."
        case .outdated: "The message went to an earlier address of the recipient; nothing has changed."
        case .delayed: "The message is late and may still arrive; nothing has changed."
        case .delivered: "The message was delivered; nothing has changed."
        case .automaticReply: "This is an automatic reply; nothing has changed."
        case .notAReport: "This is not a delivery report; nothing has changed."
        case .noReturnAddress: "The message was not sent to a return address of this service."
        case .unknownAddress: "The return address belongs to no message of this service."
        }
    }
}

/// Takes in messages that arrive at return addresses (RFC 3464).
public struct ReturnedMail: Sendable {
    let ledger: EnvelopeLedger
    let returns: SQLReturnStore
    let returnAddress: BounceAddress

    package init(ledger: EnvelopeLedger, returns: SQLReturnStore, returnAddress: BounceAddress) {
        self.ledger = ledger
        self.returns = returns
        self.returnAddress = returnAddress
    }

    /// Notes that a message of ours could not be delivered, if that is what the returned one says. The same report
    /// changes something once.
    ///
    /// - Parameters:
    ///   - bytes: the returned message
    ///   - address: the address that it was delivered to; `nil` if its headers say so
    public func take(_ bytes: Data, deliveredTo address: String? = nil, at date: Date) async throws -> ReturnOutcome {
        let returned = ReturnedMessage(bytes)
        let addresses = address.map { [try? MailAddress($0)].compactMap(\.self) } ?? returned.addresses
        let tokens = addresses.compactMap(returnAddress.id)
        guard !tokens.isEmpty else { return .noReturnAddress }
        // A message has one return address; more would be a stranger's guesses.
        guard let sent = try await returns.find(tokens[0]) else { return .unknownAddress }
        switch returned.content(about: sent.address) {
        case .failure(let reason): return try await note(sent, reason, at: date)
        case .delay: return .delayed
        case .delivery: return .delivered
        case .automaticReply: return .automaticReply
        case .other: return .notAReport
        }
    }

    private func note(_ sent: SentMessage, _ reason: String, at date: Date) async throws -> ReturnOutcome {
        let key = "mail-\(sent.jobID)-returned"
        let context = CommandContext(at: date, actor: .service, key: key)
        let undelivered = Undelivered(
            message: sent.message, recipientID: sent.recipientID, address: sent.address,
            reason: "It came back: \(reason.isEmpty ? "the mail server gave no reason." : reason)")
        var outcome = ReturnOutcome.undelivered
        _ = try await ledger.perform(on: sent.envelopeID, context) { newest in
            outcome = .undelivered
            let current = sent.recipientID.map { newest.recipient($0)?.email } ?? newest.sender.email
            if newest.hasAnswered(key, of: .service) {
                outcome = .repeated
            } else if current != sent.address {
                outcome = .outdated
            }
            return outcome == .undelivered ? [.noteUndelivered(undelivered)] : []
        }
        return outcome
    }
}
