import Ceremony
import Countersign
import CountersignTesting
import Envelopes
import Foundation

/// A device in the field, as a program: it makes envelopes, has them signed without a network, and uploads them. The
/// tests kill it at any moment and start it again; it goes on where it was.
///
///     FieldDevice sign ORDERS.json     makes and signs what is not signed, then says what is on the device
///     FieldDevice work ORDERS.json     makes, signs and syncs what is not done, then says what became of it
///     FieldDevice state ORDERS.json    says what is on the device
@main
struct FieldDevice {
    /// What a test wants done; the same file for every start.
    struct Orders: Decodable {
        struct Envelope: Decodable {
            /// The envelope's id.
            var id: String
            /// A PDF file.
            var document: String
            /// Whether somebody far away signs after the people here.
            var goesOn: Bool
        }

        /// Where the device keeps everything.
        var folder: String
        /// The API's base address, ending in `/restapi`.
        var server: String
        var accessToken: String
        var accountId: String
        var userId: String
        var name: String
        var email: String
        var envelopes: [Envelope]
    }

    /// One line of what is on the device.
    struct Line: Encodable {
        var id: String
        var state: String
        var lastHash: String
        var documents: [String: String]
        var confirmed: SyncReceipt?
        var conflict: SyncEngine.Conflict?
    }

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, ["sign", "work", "state"].contains(arguments[1]) else {
            FileHandle.standardError.write(Data("usage: FieldDevice sign|work|state ORDERS.json\n".utf8))
            exit(2)
        }
        let orders = try JSONDecoder().decode(Orders.self, from: try Data(contentsOf: URL(filePath: arguments[2])))
        let device = try await FieldDevice(orders)
        if arguments[1] != "state" { try await device.sign() }
        if arguments[1] == "work" { try await device.sync() }
        try await device.tell()
    }

    private let orders: Orders
    private let session: CountersignSession
    private let offline: OfflineEnvelopes

    init(_ orders: Orders) async throws {
        self.orders = orders
        guard let server = URL(string: orders.server) else { throw CocoaError(.fileReadInvalidFileName) }
        var configuration = CountersignConfiguration(server: server, storageFolder: URL(filePath: orders.folder))
        configuration.allowsPlainHTTP = true
        configuration.log = { _, _ in }
        let countersign = try CountersignClient(configuration)
        session = try await Self.session(countersign, orders)
        offline = try session.offlineEnvelopes(
            on: try .system(witness: DeviceWitness(facts: ["model": "field device"])))
    }

    /// The saved session where there is one: then no network is needed.
    private static func session(_ countersign: CountersignClient, _ orders: Orders) async throws -> CountersignSession {
        let token = orders.accessToken
        let account = AccountDetails(
            accountID: orders.accountId, userID: orders.userId, userName: orders.name, email: orders.email)
        for _ in 0..<200 {
            do {
                return try await countersign.logIn(account: account) { token }
            } catch {
                guard Self.mayPass(error) else { throw error }
            }
        }
        return try await countersign.logIn(account: account) { token }
    }

    /// Whether trying again may help: the road is rough.
    private static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case CountersignError.unreachable: true
        case CountersignError.refused(let status, _, _, _): status >= 500
        default: false
        }
    }

    private func sign() async throws {
        for order in orders.envelopes {
            guard let id = EnvelopeID(rawValue: order.id) else { continue }
            if try await offline.store.cached(id) == nil { try await compose(order, id) }
            if try await offline.canResume(id) { _ = try await offline.sign(id, with: Hands()) }
        }
    }

    private func sync() async throws {
        let retries = SyncEngine.RetryPolicy(attempts: 40, firstDelay: 0.01, longestDelay: 0.1)
        _ = try await session.syncEngine(for: offline, retries: retries, partSize: 16 << 10).syncAll()
    }

    private func compose(_ order: Orders.Envelope, _ id: EnvelopeID) async throws {
        let host = Recipient.Host(name: orders.name, email: orders.email)
        let draft = EnvelopeDraft("Delivery \(order.id)", subject: "Delivery \(order.id)", id: id) {
            DraftDocument(id: "1", name: "Delivery.pdf", file: URL(filePath: order.document))
            InPersonSigner(id: "1", name: "Grace Hopper", host: host) {
                SignHere(document: "1", page: 1, x: 72, y: 600)
                DateSignedTab(document: "1", page: 1, x: 260, y: 600)
            }
            if order.goesOn {
                Signer(id: "2", name: "Ada Lovelace", email: "ada@example.com", routingOrder: 2, clientUserID: "ada") {
                    SignHere(document: "1", page: 1, x: 72, y: 700)
                }
            }
        }
        try await offline.compose(draft)
    }

    private func tell() async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        for cached in try await offline.store.envelopes() {
            let envelope = try await offline.store.envelope(cached.id)
            var documents: [String: String] = [:]
            for document in envelope.documents {
                documents[document.id.rawValue] = envelope.latestVersion(of: document.id)?.rawValue
            }
            let line = Line(
                id: cached.id.rawValue, state: cached.state.rawValue, lastHash: envelope.lastHash.rawValue,
                documents: documents, confirmed: try await offline.store.receipt(cached.id),
                conflict: try await offline.store.conflict(of: cached.id))
            print(String(decoding: try encoder.encode(line), as: UTF8.self))
        }
    }
}

/// Whoever holds the device: signs at once, and gives it back.
struct Hands: OfflineSigningPresenter {
    func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? {
        recipients.first?.id
    }

    func handOver(_ handOver: HandOver) async -> HandOver.Answer { .ready }

    func present(_ page: SigningPage) async -> SigningPageEnding {
        guard case .host(let host) = page.source else { return .failed(reason: "the page is not on the device") }
        do {
            let visit = CeremonyVisit(host)
            return .returned(CeremonyEnding(event: try await visit.complete() ?? ""))
        } catch {
            return .failed(reason: "\(error)")
        }
    }
}
