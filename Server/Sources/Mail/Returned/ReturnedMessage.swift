import Foundation

/// A message that arrived at a return address, as far as it says what became of ours.
package struct ReturnedMessage: Sendable, Hashable {
    /// What the message is.
    package enum Content: Sendable, Hashable {
        /// A report that our message was given up, with a server's reason on one line.
        case failure(reason: String)
        /// A report that our message is late; the server goes on trying.
        case delay
        /// A report that our message was delivered or passed on.
        case delivery
        /// An automatic answer, such as that somebody is away (RFC 3834).
        case automaticReply
        /// Anything else: a person's answer, a receipt, junk.
        case other
    }

    /// The addresses that the message was delivered to, as its headers say.
    package let addresses: [MailAddress]
    private let isAutomatic: Bool
    private let statuses: [DeliveryStatus]
    private let failedRecipients: String?

    /// The number of bytes of a message that are read. A report stands before the message that it returns.
    package static let readBytes = 1024 * 1024

    /// - Parameter bytes: the message as it was received; all but the first ``readBytes`` are ignored
    package init(_ bytes: Data) {
        let root = ReceivedPart(bytes.prefix(Self.readBytes))
        let named = Self.destinations.flatMap(root.headers).flatMap(Self.addresses)
        addresses = named.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        let report = root.first {
            $0.type == "multipart/report" && $0.parameter("report-type") != "disposition-notification"
        }
        let status = report?.first {
            $0.type == "message/delivery-status" || $0.type == "message/global-delivery-status"
        }
        statuses = status.map(DeliveryStatus.all) ?? []
        failedRecipients = root.header("x-failed-recipients")
        let submitted = root.header("auto-submitted")?.lowercased() ?? "no"
        let precedence = root.header("precedence")?.lowercased()
        isAutomatic =
            !submitted.hasPrefix("no") || precedence == "auto_reply" || root.header("x-autoreply") != nil
            || root.header("x-autorespond") != nil
    }

    private static let destinations = ["delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to"]
    private static let mostAddresses = 20

    private static func addresses(_ header: String) -> [MailAddress] {
        header.split(separator: ",").prefix(mostAddresses).compactMap {
            (try? Mailbox(parsing: String($0)))?.address
        }
    }

    /// Returns what the message says about ours to an address.
    ///
    /// A report may have blocks for several recipients, as when a list passed our message on. A block that names our
    /// recipient decides; otherwise any failure counts.
    package func content(about address: String) -> Content {
        let own = statuses.filter { $0.addresses.contains(address.lowercased()) }
        let actions = own.isEmpty ? statuses : own
        if let failed = actions.first(where: { $0.action == .failed }) { return .failure(reason: failed.reason) }
        if actions.contains(where: { $0.action == .delayed }) { return .delay }
        if actions.contains(where: { $0.action != nil }) { return .delivery }
        // Exim's older reports have no block for programs.
        if let failedRecipients, failedRecipients.lowercased().contains(address.lowercased()) {
            return .failure(reason: "")
        }
        return isAutomatic ? .automaticReply : .other
    }
}
