import Envelopes
import Essentials
import Foundation
import Ledger
import Testing

@Suite("Webhook orders") struct WebhookOrderTests {
    private let start = Date(timeIntervalSince1970: 1_795_252_500)

    private func configuration(
        _ id: Int, _ events: [ConnectEventName], account: String = "a-1", all: Bool = true, users: [String] = [],
        enabled: Bool = true
    ) -> ConnectConfiguration {
        ConnectConfiguration(
            id: id, accountID: account, name: "",
            notification: ConnectNotification(url: "https://x.example", events: events),
            isEnabled: enabled, coversAllUsers: all, userIDs: users)
    }

    /// An envelope with one signer, sent at once.
    private func sent(_ notifications: [ConnectNotification] = []) throws -> History {
        let definition = EnvelopeDefinition(
            accountID: "a-1", sender: Sender(userID: "u-1", name: "Ada", email: "ada@example.org"),
            emailSubject: "Lease",
            documents: [
                EnvelopeDocument(
                    id: "1", name: "Lease.pdf", blob: BlobHash(of: Data("1".utf8)),
                    pages: [PageSize(width: 612, height: 792)], order: 1)
            ],
            recipients: [Recipient(id: "1", name: "Bo", email: "bo@example.org", routingOrder: 1)],
            tabs: [
                EnvelopeTab(
                    id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 72, y: 100, width: 120, height: 22), label: "sign")
            ], eventNotifications: notifications)
        let context = CommandContext(at: start, actor: EventActor(kind: .sender, id: "u-1", name: "Ada"))
        return try History(decide(.create(EnvelopeID(UUID()), definition, send: true), nil, context))
    }

    @Test("An order is made per enabled listener, by event, user and account")
    func listeners() throws {
        let history = try sent([
            ConnectNotification(url: "https://own.example", events: [.recipientSent]),
            ConnectNotification(url: "https://deaf.example", events: [.envelopeVoided]),
        ])
        let both: [ConnectEventName] = [.envelopeSent, .recipientSent]
        let configurations = [
            configuration(9, both), configuration(1, [.envelopeSent]), configuration(2, both, account: "a-2"),
            configuration(3, both, all: false, users: ["u-1"]), configuration(4, both, all: false, users: ["u-2"]),
            configuration(5, both, users: ["u-1"]), configuration(6, both, enabled: false),
        ]
        let orders = WebhookOrder.orders(for: 2, of: history, configurations: configurations)
        #expect(
            orders.map { "\($0.event.name.rawValue) \($0.source.rawValue)" } == [
                "envelope-sent 1", "envelope-sent 3", "envelope-sent 9", "recipient-sent 3", "recipient-sent 9",
                "recipient-sent notification-0",
            ])
        #expect(WebhookOrder.orders(for: 1, of: history, configurations: configurations).isEmpty)
        #expect(WebhookOrder.orders(for: 3, of: history, configurations: configurations).isEmpty)
        #expect(WebhookOrder.newestOrders(of: history, configurations: configurations) == orders)
        #expect(Set(orders.map(\.key)).count == orders.count)
        #expect(try Set(orders.map { try $0.deliveryID }).count == orders.count)
        #expect(Set(orders.map(\.lane)).count == 4)
        #expect(orders[0].lane == "webhook/\(history.envelope.id)/1" && orders[0].target == "connect/1")
    }

    @Test("An order reads back unchanged")
    func payload() throws {
        for source in [WebhookOrder.Source.configuration(12), .notification(0)] {
            let order = WebhookOrder(
                envelopeID: EnvelopeID(UUID()), accountID: "a-1", sequence: 4, event: ConnectEvent(.recipientSent, "2"),
                source: source)
            let bytes = try CanonicalJSON.bytes(of: order)
            let read = try CanonicalJSON.value(WebhookOrder.self, from: bytes)
            #expect(read == order)
            let id = try read.deliveryID
            #expect(try id == order.deliveryID && UUID(uuidString: id) != nil && id.dropFirst(14).first == "8")
        }
        #expect(WebhookOrder.Source(rawValue: "notification-x") == nil && WebhookOrder.Source(rawValue: "") == nil)
    }
}
