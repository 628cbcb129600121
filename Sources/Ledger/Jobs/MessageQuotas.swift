import Crypto
import Envelopes
import Essentials
import Foundation

/// How many messages about envelopes leave within an hour. What is beyond waits for the next.
///
/// A message is counted in the transaction that stores its job or lets it go. One-time codes and completed documents
/// are counted for each account and mailbox alone, so that nobody else uses them up.
public struct MessageQuotas: Sendable, Hashable {
    /// The limit for one mailbox, about all envelopes of all accounts.
    public var perAddress = 20
    /// The limit for one account.
    public var perAccount = 5000
    /// The limit for the service.
    public var inAll = 50_000

    /// Starts with the default limits.
    public init() {}

    /// The window in which messages are counted, in seconds. Windows begin at full hours.
    public static let window: TimeInterval = 3600

    /// Returns when the next window begins.
    static func next(after date: Date) -> Date {
        Date(timeIntervalSince1970: ((date.timeIntervalSince1970 / window).rounded(.down) + 1) * window)
    }

    /// Returns the counts of a message.
    func limits(_ count: MessageCount, of account: String?) -> [CallLimit] {
        let own = CallLimit("mail/\(count.name)/\(account ?? "")", limit: perAddress)
        let shared = [
            CallLimit("mail/account/\(account ?? "")", limit: perAccount), CallLimit("mail/all", limit: inAll),
        ]
        return switch count {
        // Codes have limits of their own, too, and nobody's code waits for other messages.
        case .code: [own]
        case .documents: [own] + shared
        case .mailbox(let hash):
            [CallLimit("mail/address/\(hash)", limit: perAddress), CallLimit(own.name, limit: .max)] + shared
        case .sender: shared
        }
    }

    /// Returns the counts that only the account itself adds to, and those of the service.
    func ownLimits(_ count: MessageCount, of account: String?) -> [CallLimit] {
        limits(count, of: account).map { $0.limit == .max ? CallLimit($0.name, limit: perAddress) : $0 }
            .filter { !$0.name.hasPrefix("mail/address/") }
    }
}

/// Where a message is counted. Mailboxes are named by hashes.
public enum MessageCount: Sendable, Hashable {
    /// A one-time code.
    case code(String)
    /// The completed documents.
    case documents(String)
    /// Any other message to a recipient.
    case mailbox(String)
    /// A message to the sender, who is a user of the account.
    case sender

    init(_ message: MessageKind, to address: String?) {
        guard let address else {
            self = .sender
            return
        }
        let hash = Self.hash(of: address)
        self =
            message.traits.contains(.isAwaited)
            ? .code(hash) : message.traits.contains(.bringsDocuments) ? .documents(hash) : .mailbox(hash)
    }

    /// The name under which a job remembers where it was counted.
    var name: String {
        switch self {
        case .code(let hash): "code/\(hash)"
        case .documents(let hash): "documents/\(hash)"
        case .mailbox(let hash): "mailbox/\(hash)"
        case .sender: "sender"
        }
    }

    private static func hash(of address: String) -> String {
        Hexadecimal.text(SHA256.hash(data: Data(EmailAddress.mailbox(of: address).utf8)).prefix(16))
    }

    init?(name: String) {
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("code", let hash?): self = .code(hash)
        case ("documents", let hash?): self = .documents(hash)
        case ("mailbox", let hash?): self = .mailbox(hash)
        case ("sender", nil): self = .sender
        default: return nil
        }
    }
}

/// A message that somebody waits for would exceed a quota.
public struct MessageQuotaFull: Error, Sendable, Hashable {
    /// When the next such message may leave.
    public let again: Date
}
