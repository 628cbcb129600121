import Countersign
import Envelopes
import Foundation

/// Uploads signed envelopes to a service once there is a network.
struct Uploading {
    struct Orders: Decodable {
        /// The device's storage folder.
        var folder: String
        /// The API's base address, ending in `/restapi`.
        var server: String
        var accessToken: String
        var accountId: String
        var userId: String
        var name: String
        var email: String
        /// A PDF file.
        var document: String
        var count: Int
    }

    private let orders: Orders

    init(orders: String) throws {
        self.orders = try JSONDecoder().decode(Orders.self, from: Data(contentsOf: URL(filePath: orders)))
    }

    /// Reports the number of signed envelopes, then uploads them and reports how long that took.
    func measured(_ show: ([String: Double]) throws -> Void) async throws {
        guard let server = URL(string: orders.server) else { throw CocoaError(.fileReadInvalidFileName) }
        let account = AccountDetails(
            accountID: orders.accountId, userID: orders.userId, userName: orders.name, email: orders.email)
        var configuration = CountersignConfiguration(server: server, storageFolder: URL(filePath: orders.folder))
        configuration.allowsPlainHTTP = true
        let session = try await CountersignClient(configuration).logIn(
            accessToken: orders.accessToken, account: account)
        let offline = try session.offlineEnvelopes(on: try .system())
        let document = try Data(contentsOf: URL(filePath: orders.document))
        for number in 0..<orders.count {
            let id = try await offline.compose(Device.draft(number, document: document, user: account))
            _ = try await offline.sign(id, with: QuickHands())
        }
        try show(["signed": Double(try await offline.store.envelopes(in: [.readyToSync]).count)])
        // The measuring script says when to start: it may count network traffic from then on.
        _ = readLine()
        let engine = try session.syncEngine(for: offline)
        let (taken, report) = await Stopwatch.milliseconds { await engine.syncAll() }
        guard report.synced.count == orders.count else { throw Composing.Wrong(description: "\(report)") }
        try show(["all": taken])
    }
}
