import Accounts
import EnvelopeService
import Envelopes
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import NIOCore
import ServiceLifecycle
import SignedPDF
import Synchronization
import Testing

@testable import SigningService

/// A clock that tests move.
final class TestClock: Sendable {
    private let moment = Mutex(Moment.start)

    var now: Date { moment.withLock { $0 } }

    func advance(_ seconds: TimeInterval) {
        moment.withLock { $0 += seconds }
    }
}

/// A service over a folder of its own, with one account.
struct ServiceFixture {
    let folder: TemporaryFolder
    let clock = TestClock()
    let service: SigningService
    let credentials: Credentials

    init(
        in folder: TemporaryFolder? = nil, _ change: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        var configuration = ServiceConfiguration(dataDirectory: folder.appending("data"))
        configuration.envelopes.now = { [clock] in clock.now }
        change(&configuration)
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        service = try SigningService(configuration, logger: logger)
        credentials = try await service.accounts.create(
            name: "Ada Sender", email: "ada@example.org", at: Moment.start)
    }

    /// Another service over the same folder, such as one that was started anew.
    init(folder: TemporaryFolder, service: SigningService, credentials: Credentials) {
        self.folder = folder
        self.service = service
        self.credentials = credentials
    }

    var account: String { credentials.identity.accountID }

    /// Runs `body` with a client that talks to the router directly.
    func test(_ body: @Sendable (ServiceClient) async throws -> Void) async throws {
        try await service.application().test(.router) { client in
            try await body(ServiceClient(client: client, account: account, token: credentials.accessToken.text))
        }
    }

    /// Listens while `body` runs, which gets the service's address.
    func serve(_ body: (URL) async throws -> Void) async throws {
        let (addresses, listening) = AsyncStream.makeStream(of: URL.self)
        let application = service.application(onRunning: { listening.yield($0) })
        let group = ServiceGroup(configuration: .init(services: [application], logger: service.logger))
        async let running: Void = {
            defer { listening.finish() }
            try await group.run()
        }()
        if let address = await addresses.first(where: { _ in true }) {
            do {
                try await body(address)
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
        }
        try await running
    }

    /// Files in the blob folder and rows of envelopes, which a refused request leaves at nothing.
    func expectNothingStored() async throws {
        #expect(TemporaryFolder.files(below: folder.appending("data/blobs")).isEmpty)
        let page = try await service.ledger.events.page(EnvelopeQuery(accountID: account))
        #expect(page.total == 0)
    }
}

/// An answer, as tests look at it.
struct Answer {
    let status: Int
    let headers: HTTPFields
    let body: Data

    /// The body as a JSON object.
    var json: [String: Any] {
        ((try? JSONSerialization.jsonObject(with: body)) as? [String: Any]) ?? [:]
    }

    subscript(name: String) -> String? { json[name] as? String }

    /// The code and message of the ceremony's errors.
    var ceremonyError: (code: String, message: String, fields: [String]) {
        let error = json["error"] as? [String: Any]
        return (
            error?["code"] as? String ?? "", error?["message"] as? String ?? "", error?["fields"] as? [String] ?? []
        )
    }

    /// A refusal has a status, a code, and one sentence with these words in it.
    func expectRefusal(_ status: Int, _ code: String, containing words: String) {
        #expect(self.status == status, "\(String(decoding: body, as: UTF8.self))")
        #expect(self["errorCode"] == code)
        let message = self["message"] ?? ""
        #expect(message.contains(words), "\(message)")
        #expect(message.hasSuffix(".") && !message.contains("\n"), "\(message)")
    }
}

/// What a program and a browser send.
struct ServiceClient: Sendable {
    let client: any TestClientProtocol
    let account: String
    let token: String

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: Data? = nil, headers: HTTPFields = [:]
    ) async throws -> Answer {
        let response = try await client.executeRequest(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) })
        return Answer(
            status: Int(response.status.code), headers: response.headers, body: Data(response.body.readableBytesView))
    }

    /// A call of the API below the account.
    func api(
        _ method: HTTPRequest.Method, _ path: String, _ json: Any? = nil, account: String? = nil, token: String? = nil
    ) async throws -> Answer {
        var headers: HTTPFields = [.authorization: "Bearer \(token ?? self.token)"]
        if json != nil { headers[.contentType] = "application/json" }
        let body = try json.map { try JSONSerialization.data(withJSONObject: $0) }
        return try await send(
            method, "/restapi/v2.1/accounts/\(account ?? self.account)\(path)", body, headers: headers)
    }

    /// Sends a sample envelope and returns its id.
    func envelope(_ change: (inout [String: Any]) -> Void = { _ in }) async throws -> String {
        var request = try SampleEnvelope.request()
        change(&request)
        let answer = try await api(.post, "/envelopes", request)
        try #require(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
        return try #require(answer["envelopeId"])
    }

    /// Asks for the signing page and follows the ticket.
    func open(_ envelope: String, _ change: (inout [String: Any]) -> Void = { _ in }) async throws -> Browser {
        let ticket = try await ticket(envelope, change)
        let answer = try await send(.get, ticket)
        try #require(answer.status == 303)
        let base = try #require(answer.headers[.location])
        let cookie = try #require(answer.headers[.setCookie]).prefix { $0 != ";" }
        return Browser(client: self, base: base, cookie: String(cookie))
    }

    /// The path of a signing URL.
    func ticket(_ envelope: String, _ change: (inout [String: Any]) -> Void = { _ in }) async throws -> String {
        var request = SampleEnvelope.view
        change(&request)
        let answer = try await api(.post, "/envelopes/\(envelope)/views/recipient", request)
        try #require(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
        return try #require(answer["url"].flatMap(URL.init(string:))).path()
    }
}

/// A browser with a session.
struct Browser: Sendable {
    let client: ServiceClient
    let base: String
    let cookie: String

    func get(_ path: String) async throws -> Answer {
        try await client.send(.get, base + path, headers: [.cookie: cookie])
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ json: Any, key: String? = nil, headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        headers[.cookie] = cookie
        if headers[.contentType] == nil { headers[.contentType] = "application/json" }
        if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
        return try await client.send(
            method, base + path, JSONSerialization.data(withJSONObject: json), headers: headers)
    }

    /// The id of the only tab of a kind.
    func tab(_ kind: String) async throws -> String {
        let session = try await get("session")
        let tabs = try #require(session.json["tabs"] as? [[String: Any]])
        return try #require(tabs.first { $0["kind"] as? String == kind }?["id"] as? String)
    }

    /// Everything up to Finish.
    func fillEverything(town: String = "Ghent") async throws {
        #expect(try await get("session").status == 200)
        #expect(try await send(.post, "consent", [String: String]()).status == 200)
        #expect(try await send(.put, "fields/\(tab("text"))", ["value": town]).status == 200)
        #expect(try await send(.put, "fields/\(tab("checkbox"))", ["value": "true"]).status == 200)
        let adoption = ["kind": "signature", "method": "typed", "text": "Bo Signer", "face": "dancing-script"]
        let adopted = try await send(.put, "signature", adoption)
        #expect(adopted.status == 200, "\(String(decoding: adopted.body, as: UTF8.self))")
        let placed = try await send(.post, "signature/places", ["fields": [try await tab("signHere")]])
        #expect(placed.status == 200, "\(String(decoding: placed.body, as: UTF8.self))")
        #expect(try await get("documents/1/pages/1/image").status == 200)
        let shown = try await send(.post, "shown", ["pages": [["documentId": "1", "page": 1] as [String: Any]]])
        #expect(shown.status == 200)
    }

    func finish(key: String = UUID().uuidString) async throws -> Answer {
        try await send(.post, "finish", [String: String](), key: key)
    }
}

/// An envelope as a program sends it.
enum SampleEnvelope {
    static func pdf(pages: Int = 1) throws -> Data {
        var composition = PDFComposition(DocumentInformation(title: "Lease"))
        for number in 1...pages {
            composition.addPage()
            try composition.text("Page \(number) of the lease", x: 72, baseline: 72)
        }
        return try composition.data()
    }

    static var view: [String: Any] {
        [
            "returnUrl": "https://app.example.org/done?order=42", "authenticationMethod": "None",
            "userName": "Bo Signer", "email": "bo@example.org", "clientUserId": "u-1",
        ]
    }

    static func request(pdf: Data? = nil) throws -> [String: Any] {
        func tab(_ label: String, y: Int, width: Int = 120, height: Int = 22) -> [String: Any] {
            [
                "documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": String(y),
                "width": String(width), "height": String(height), "tabLabel": label,
            ]
        }
        let tabs: [String: Any] = [
            "signHereTabs": [tab("Signature", y: 600, height: 40)], "dateSignedTabs": [tab("Date", y: 560)],
            "fullNameTabs": [tab("Name", y: 520)], "textTabs": [tab("Town", y: 480)],
            "checkboxTabs": [tab("Agree", y: 440, width: 16, height: 16)],
        ]
        let signer: [String: Any] = [
            "recipientId": "1", "name": "Bo Signer", "email": "bo@example.org", "clientUserId": "u-1", "tabs": tabs,
        ]
        let document = [
            "documentId": "1", "name": "lease.pdf", "documentBase64": try (pdf ?? self.pdf()).base64EncodedString(),
        ]
        return [
            "emailSubject": "Lease", "status": "sent", "documents": [document], "recipients": ["signers": [signer]],
        ]
    }
}

/// Damaged and unusual PDF files, written by hand.
enum OddPDF {
    /// A file of these objects, numbered from 1, whose first is the catalog.
    static func file(_ objects: [String], trailer: String = "") -> Data {
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R \(trailer) >>\nstartxref\n\(start)\n%%EOF\n"
        return Data(text.utf8)
    }

    static let withoutPages = file(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"])

    static let encrypted = file(
        [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
            "<< /Filter /Standard /V 1 /R 2 /O (00000000000000000000000000000000) /U (00000000000000000000000000000000) /P -4 >>",
        ], trailer: "/Encrypt 4 0 R /ID [<00> <00>]")

    /// The page tree names an object that is not a page.
    static let damaged = file(
        ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "(not a page)"])
}

/// A name that a closure leaves behind.
final class KeptName: Sendable {
    private let kept = Mutex("")

    var name: String { kept.withLock { $0 } }

    func set(_ name: String) { kept.withLock { $0 = name } }
}
