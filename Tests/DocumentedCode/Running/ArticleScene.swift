import Countersign
import CountersignTesting
import Foundation
import SignedPDF

/// A service in memory with one user, who is logged in on a device of their own, as the articles take for granted.
struct ArticleScene {
    let service: ServiceStandIn
    let user: StandInUser
    let configuration: CountersignConfiguration
    let countersign: CountersignClient
    let session: CountersignSession
    let folder: URL

    static func run(_ body: (ArticleScene) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "countersign-articles-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let service = try ServiceStandIn()
        let user = service.addUser(name: "Ada Lovelace", email: "ada@example.com")
        let configuration = CountersignConfiguration(
            server: service.address, storageFolder: folder.appending(path: "device"), credentials: MemoryCredentials(),
            transport: service)
        let countersign = try CountersignClient(configuration)
        try await body(
            ArticleScene(
                service: service, user: user, configuration: configuration, countersign: countersign,
                session: try await countersign.logIn(tokens: { user.accessToken }), folder: folder))
    }

    /// A file of three A4 pages.
    var pdf: URL {
        get throws {
            let url = folder.appending(path: "Agreement.pdf")
            var composition = PDFComposition(DocumentInformation(title: "Agreement"))
            for _ in 1...3 {
                composition.addPage(width: 595, height: 842)
                try composition.text("Agreement", x: 72, baseline: 72)
            }
            try composition.data().write(to: url)
            return url
        }
    }

    /// A person who does what is still missing on every page.
    var person: CeremonyPresenter {
        CeremonyPresenter(service) { visit in try await visit.complete(["Place": "London"]) }
    }

    var draft: EnvelopeDraft {
        get throws {
            try EnvelopeDraft("Consulting agreement") {
                DraftDocument(id: "1", name: "Agreement.pdf", file: try pdf)
                InPersonSigner(
                    id: "1", name: "Bo Tenant", host: Recipient.Host(name: "Ada Lovelace", email: "ada@example.com")
                ) {
                    SignHere(document: "1", page: 1, x: 72, y: 600)
                }
            }
        }
    }

    /// Makes a template with the role `tenant` and the text `Rent` at the service.
    func makeTemplate() async throws -> TemplateID {
        let place = #""documentId": "1", "pageNumber": "1", "xPosition": "72""#
        let body = """
            {"name": "Lease", "emailSubject": "Your lease", "documents": [{"documentId": "1", "name": "lease.pdf",
              "documentBase64": "\(try Data(contentsOf: try pdf).base64EncodedString())"}],
             "recipients": {"signers": [{"recipientId": "1", "roleName": "tenant", "routingOrder": "1", "tabs": {
              "signHereTabs": [{\(place), "yPosition": "100"}],
              "textTabs": [{\(place), "yPosition": "200", "tabLabel": "Rent"}]}}]}}
            """
        var call = HTTPCall(
            .post, url: service.address.appending(path: "restapi/v2.1/accounts/\(user.accountID)/templates"))
        call.headers = [.authorization: "Bearer \(user.accessToken)", .contentType: "application/json"]
        call.body = Data(body.utf8)
        struct Answer: Decodable {
            let templateId: String
        }
        let reply = try await service.send(call)
        guard let answer = try? JSONDecoder().decode(Answer.self, from: reply.body),
            let id = TemplateID(rawValue: answer.templateId)
        else { throw CountersignError.unreadableAnswer(what: String(decoding: reply.body, as: UTF8.self), trace: nil) }
        return id
    }
}

/// People at one device, who take it when it is handed to them.
struct PeopleAtADevice: OfflineSigningPresenter {
    let page: CeremonyPresenter

    func present(_ page: SigningPage) async -> SigningPageEnding { await self.page.present(page) }
    func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? {
        recipients.first?.id
    }
    func handOver(_ handOver: HandOver) async -> HandOver.Answer { .ready }
}
