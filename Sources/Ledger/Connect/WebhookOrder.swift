import Envelopes
import Essentials
import Foundation

/// An order to tell one receiver of one event; the payload of a webhook's job.
///
/// The message is made again for each attempt, from the history up to the event, so that it is always the same.
public struct WebhookOrder: Sendable, Hashable, Codable {
    /// The wish that the order fulfils.
    public enum Source: Sendable, Hashable {
        /// An account's configuration.
        case configuration(Int)
        /// One of the envelope's own notifications, by its position.
        case notification(Int)
    }

    /// The envelope that the event belongs to.
    public var envelopeID: EnvelopeID
    /// The account of the envelope.
    public var accountID: String
    /// The number of the event in the history.
    public var sequence: Int
    /// The event to tell, as the receiver knows it.
    public var event: ConnectEvent
    /// The wish that the order fulfils, which names the receiver.
    public var source: Source

    /// Makes an order for the event of this number in the history.
    public init(envelopeID: EnvelopeID, accountID: String, sequence: Int, event: ConnectEvent, source: Source) {
        self.envelopeID = envelopeID
        self.accountID = accountID
        self.sequence = sequence
        self.event = event
        self.source = source
    }

    private enum CodingKeys: String, CodingKey {
        case envelopeID = "envelopeId"
        case accountID = "accountId"
        case sequence, event, source
    }

    /// Identifies the order: the same event for the same receiver.
    public var key: String {
        "\(envelopeID)/\(sequence)/\(event.name.rawValue)/\(event.recipientID?.rawValue ?? "")/\(source.rawValue)"
    }

    /// The lane of the order's job: messages of one envelope to one receiver stay in order.
    public var lane: String { "webhook/\(envelopeID)/\(source.rawValue)" }

    /// The receiver that may be slow or fail as a whole.
    public var target: String {
        switch source {
        case .configuration(let id): Self.target(of: id)
        case .notification(let index): "connect/\(envelopeID)/\(index)"
        }
    }

    /// Returns the target of an account's configuration.
    public static func target(of configurationID: Int) -> String { "connect/\(configurationID)" }
}

extension WebhookOrder.Source: RawRepresentable, Codable {
    /// The id of a configuration, or `notification-` and a position.
    public var rawValue: String {
        switch self {
        case .configuration(let id): String(id)
        case .notification(let index): "notification-\(index)"
        }
    }

    /// - Returns: `nil` for any other text than ``rawValue`` gives
    public init?(rawValue: String) {
        let prefix = "notification-"
        if rawValue.hasPrefix(prefix), let index = Int(rawValue.dropFirst(prefix.count)) {
            self = .notification(index)
        } else if let id = Int(rawValue) {
            self = .configuration(id)
        } else {
            return nil
        }
    }
}

extension WebhookOrder {
    /// Returns the orders for one event of a history: for each thing to tell, the account's configurations in the order
    /// of their ids and then the envelope's own notifications.
    ///
    /// A pure function.
    public static func orders(
        for sequence: Int, of history: History, configurations: [ConnectConfiguration]
    ) -> [WebhookOrder] {
        guard let after = history.envelope(after: sequence), let event = history.events.dropFirst(sequence - 1).first
        else { return [] }
        return orders(for: event, history.envelope(after: sequence - 1), after, configurations: configurations)
    }

    /// Returns the orders for an event.
    ///
    /// - Parameters:
    ///   - before: the envelope before the event; `nil` before the first
    ///   - after: the envelope after it
    public static func orders(
        for event: Event, _ before: Envelope?, _ after: Envelope, configurations: [ConnectConfiguration]
    ) -> [WebhookOrder] {
        orders(for: connectEvents(of: event, before: before, after: after), event.sequence, after, configurations)
    }

    /// Returns the job that delivers the message.
    public func job() throws -> NewJob {
        NewJob(
            .webhook, lane: lane, target: target, accountID: accountID, envelopeID: envelopeID,
            payload: try CanonicalJSON.bytes(of: self))
    }

    /// Returns the orders for the newest event of which anybody wants to be told.
    public static func newestOrders(of history: History, configurations: [ConnectConfiguration]) -> [WebhookOrder] {
        var state: Envelope?
        var newest: [WebhookOrder] = []
        for event in history.events {
            guard let after = try? apply(event, to: state) else { return newest }
            let told = connectEvents(of: event, before: state, after: after)
            let orders = orders(for: told, event.sequence, after, configurations)
            if !orders.isEmpty { newest = orders }
            state = after
        }
        return newest
    }

    private static func orders(
        for told: [ConnectEvent], _ sequence: Int, _ after: Envelope, _ configurations: [ConnectConfiguration]
    ) -> [WebhookOrder] {
        func order(_ event: ConnectEvent, _ source: Source) -> WebhookOrder {
            WebhookOrder(
                envelopeID: after.id, accountID: after.accountID, sequence: sequence, event: event, source: source)
        }
        let notifications = after.definition.eventNotifications
        return told.flatMap { event in
            let hearing = configurations.filter {
                $0.accountID == after.accountID && $0.hears(event.name, ofSender: after.sender.userID)
            }
            let own = notifications.indices.filter { notifications[$0].events.contains(event.name) }
            return hearing.map(\.id).sorted().map { order(event, .configuration($0)) }
                + own.map { order(event, .notification($0)) }
        }
    }
}
