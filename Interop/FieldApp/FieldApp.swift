import Countersign
import CountersignTesting
import Envelopes
import Foundation

/// An app's use of the library with a network, as a program: it signs in with a code, makes envelopes, shows pages and
/// works with templates at a service that runs. Each step says on a line of JSON what came of it; a test reads them.
///
///     FieldApp ORDERS.json
///
/// It asks for one thing on its standard input: the address to which the sign-in page led that it named.
@main
struct FieldApp {
    struct Orders: Decodable {
        /// Where the device keeps everything.
        var folder: String
        /// The API's base address, ending in `/restapi`.
        var server: String
        var clientID: String
        var redirectURL: String
        /// A PDF file.
        var document: String
        /// A template with the role `tenant` and the fields of Interop/test_templates.py.
        var template: String
        /// The folder that the template lies in.
        var templateFolder: String
    }

    /// The person in front of a browser, which is the test.
    struct Browser: AuthorizationPresenter {
        func authorize(at page: URL, redirectURL: URL) async throws -> URL {
            try FieldApp.tell("authorize", ["page": page.absoluteString])
            guard let line = readLine(), let address = URL(string: line) else { throw CancellationError() }
            return address
        }
    }

    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: FieldApp ORDERS.json\n".utf8))
            exit(2)
        }
        let orders = try JSONDecoder().decode(
            Orders.self, from: Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
        let countersign = try countersign(orders)
        let session = try await countersign.logIn(with: Browser())
        let user = session.user.account
        try tell("user", ["name": user.userName, "email": user.email, "account": user.accountID])

        let signing = SigningSteps(session: session, countersign: countersign, document: URL(filePath: orders.document))
        try await signing.run()
        try await TemplateSteps(session: session, orders: orders).run()

        // A session that ended answers nothing any more, whatever the server would say.
        try await countersign.logOut()
        var afterwards = "answered"
        do { _ = try await session.api.envelopes() } catch { afterwards = "\(error)" }
        try tell("logged out", ["afterwards": afterwards])
    }

    static func countersign(_ orders: Orders) throws -> CountersignClient {
        guard let server = URL(string: orders.server), let redirect = URL(string: orders.redirectURL) else {
            throw CocoaError(.fileReadInvalidFileName)
        }
        var configuration = CountersignConfiguration(server: server, storageFolder: URL(filePath: orders.folder))
        configuration.allowsPlainHTTP = true
        configuration.oauth = OAuthSettings(clientID: orders.clientID, redirectURL: redirect)
        configuration.credentials = MemoryCredentials()
        return try CountersignClient(configuration)
    }

    static func tell(_ step: String, _ what: [String: String]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(what.merging(["step": step]) { own, _ in own }), as: UTF8.self))
        fflush(nil)
    }
}
