import CountersignTesting
import EnvelopeService
import Envelopes
import Essentials
import Foundation
import SignedPDF
import Testing

@testable import Countersign
@testable import DocuSignDialect

/// A stand-in with one user, and that user's session on a device of their own.
struct TemplateScene {
    let service: ServiceStandIn
    let user: StandInUser
    let countersign: CountersignClient
    let session: CountersignSession
    let templates: Templates
    let heard: Heard

    /// What was announced.
    final class Heard: EventSink {
        private let log = Locked<[CountersignEvent]>([])
        var events: [CountersignEvent] { log.withLock { $0 } }
        func announce(_ event: CountersignEvent) { log.withLock { $0.append(event) } }
    }

    static func run(
        _ change: (inout CountersignConfiguration) -> Void = { _ in }, _ body: (TemplateScene) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "countersign-templates-\(UUID().uuidString)", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: folder) }
        let service = try ServiceStandIn()
        let user = service.addUser(name: "Ada Sender", email: "ada@example.org")
        var configuration = CountersignConfiguration(
            server: service.address, storageFolder: folder,
            credentials: FileCredentialStore(folder: folder.appending(path: "secrets")), transport: service)
        change(&configuration)
        let countersign = try CountersignClient(configuration)
        let session = try await countersign.logIn(
            accessToken: user.accessToken,
            account: AccountDetails(
                accountID: user.accountID, userID: user.userID, userName: user.name, email: user.email))
        let heard = Heard()
        try await body(
            TemplateScene(
                service: service, user: user, countersign: countersign, session: session,
                templates: Templates(
                    api: session.api, user: session.user.account, store: try session.deviceStore(),
                    configuration: configuration, events: heard), heard: heard))
    }

    // MARK: At the server

    static func pdf(_ text: String = "Lease", pages: Int = 1) throws -> Data {
        var composition = PDFComposition(DocumentInformation(title: text))
        for number in 1...pages {
            composition.addPage()
            try composition.text("\(text), page \(number)", x: 72, baseline: 72)
        }
        return try composition.data()
    }

    static func wire(_ name: String = "Lease", folder: String? = nil) throws -> Wire.EnvelopeTemplate {
        func tab(_ label: String, y: Double) -> Wire.Tab {
            var tab = Wire.Tab()
            (tab.documentId, tab.pageNumber, tab.tabLabel) = ("1", 1, label)
            (tab.xPosition, tab.yPosition) = (72, y)
            return tab
        }
        var tabs = Wire.Tabs()
        tabs[.signHere] = [tab("Signature", y: 100)]
        tabs[.text] = [tab("Rent", y: 150), tab("Numéro", y: 180)]
        tabs[.checkbox] = [tab("Pets", y: 210)]
        var group = Wire.RadioGroup()
        (group.documentId, group.groupName) = ("1", "Term")
        group.radios = ["one year", "two years"].enumerated().map { index, value in
            var radio = Wire.Radio()
            (radio.pageNumber, radio.value, radio.selected) = (1, value, index == 0)
            (radio.xPosition, radio.yPosition) = (72, Double(240 + 20 * index))
            return radio
        }
        tabs.radioGroups = [group]
        var landlordTabs = Wire.Tabs()
        landlordTabs[.signHere] = [tab("Signature", y: 400)]
        return Wire.EnvelopeTemplate(
            name: name, folderName: folder, emailSubject: "Your lease", emailBlurb: "Please sign.",
            documents: [
                Wire.Document(documentId: "1", name: "lease.pdf", documentBase64: try pdf().base64EncodedString())
            ],
            recipients: Wire.Recipients(signers: [
                Wire.Signer(recipientId: "1", roleName: "tenant", routingOrder: 1, tabs: tabs),
                Wire.Signer(recipientId: "2", roleName: "landlord", routingOrder: 2, tabs: landlordTabs),
            ]), customFields: Wire.CustomFields(textCustomFields: [Wire.TextCustomField(name: "flat", value: "4")]))
    }

    /// Makes a template at the server.
    @discardableResult
    func make(
        _ name: String = "Lease", folder: String? = nil, _ change: (inout Wire.EnvelopeTemplate) -> Void = { _ in }
    ) async throws -> TemplateID {
        var wire = try Self.wire(name, folder: folder)
        change(&wire)
        let summary = try await session.api.answer(
            Wire.TemplateSummary.self, to: try APIRequest(.post, ["templates"], json: wire))
        return try #require(TemplateID(rawValue: summary.templateId))
    }

    /// Changes a template at the server, as somebody does elsewhere.
    func change(_ id: TemplateID, at date: Date, _ change: (inout Template) -> Void) async throws {
        var template = try #require(await service.service.stores.templates.template(id))
        change(&template)
        template.lastModifiedAt = date
        try await service.service.stores.templates.keep(template)
    }

    static let people = [
        TemplateDefaults.Recipient(role: "tenant", name: "Bo Signer", email: "bo@example.org", clientUserID: "u-1"),
        TemplateDefaults.Recipient(id: "2", name: "Lo Lord", email: "lo@example.org"),
    ]
}
