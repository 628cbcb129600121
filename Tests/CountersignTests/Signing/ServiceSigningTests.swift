import Ceremony
import CountersignTesting
import Envelopes
import Foundation
import SignedPDF
import TestSupport
import Testing

@testable import Countersign

/// The library against the service's own rules, in memory.
@Suite("Signing at the service")
struct ServiceSigningTests {
    private let service: ServiceStandIn
    private let ada: StandInUser

    init() throws {
        service = try ServiceStandIn()
        ada = service.addUser(name: "Ada Sender", email: "ada@example.org")
    }

    private var account: AccountDetails {
        AccountDetails(accountID: ada.accountID, userID: ada.userID, userName: ada.name, email: ada.email)
    }

    private func countersign(
        _ folder: URL, _ store: MemoryCredentialStore = MemoryCredentialStore()
    ) throws -> CountersignClient {
        var configuration = try CountersignConfiguration.test(folder, service, credentials: store)
        configuration.server = service.address
        return try CountersignClient(configuration)
    }

    /// Sends an envelope of one page with these recipients, each list under its API name.
    private func send(_ recipients: [String: [[String: Any]]], from session: CountersignSession) async throws
        -> EnvelopeID
    {
        var composition = PDFComposition(DocumentInformation(title: "Lease"))
        composition.addPage()
        let tab = [
            "documentId": "1", "pageNumber": "1", "xPosition": "100", "yPosition": "600", "width": "120",
            "height": "30",
        ]
        let signing = recipients.mapValues { list in
            list.map { $0.merging(["tabs": ["signHereTabs": [tab]]]) { own, _ in own } }
        }
        let body = try JSONSerialization.data(withJSONObject: [
            "emailSubject": "Lease", "status": "sent", "recipients": signing,
            "documents": [
                [
                    "documentId": "1", "name": "lease.pdf",
                    "documentBase64": try composition.data().base64EncodedString(),
                ]
            ],
        ])
        let reply = try await session.api.send(
            APIRequest(.post, ["envelopes"], headers: [.contentType: "application/json"], body: body))
        return try #require(EnvelopeID(rawValue: try reply.decoded([String: String].self)["envelopeId"] ?? ""))
    }

    private static var bo: [String: Any] {
        ["recipientId": "1", "name": "Bo Signer", "email": "bo@example.org", "clientUserId": "u-77"]
    }

    private func completing() -> CeremonyPresenter { CeremonyPresenter(service) { try await $0.complete() } }

    @Test("An envelope is listed, signed, confirmed and downloaded as PDFs with valid signatures")
    func whole() async throws {
        try await withTestFolder { folder in
            let session = try await countersign(folder).logIn(accessToken: ada.accessToken, account: account)
            let id = try await send(["signers": [Self.bo]], from: session)
            var events = session.events.makeAsyncIterator()
            #expect(
                try await session.present(
                    .recipient(envelopeID: id, clientUserID: "u-77"), with: completing())
                    == .completed(.byServer))
            #expect(await events.next() == .signingCompleted(id, recipient: "1", template: nil, mode: .online))

            #expect(try await session.api.envelope(id).status == .completed)
            let page = try await session.api.envelopes(EnvelopeSummary.Filter(statuses: [.completed]))
            #expect(page.envelopes.map(\.id) == [id] && page.nextStart == nil)
            #expect(try await session.api.recipients(of: id).map(\.hasFinished) == [true])
            #expect(try await session.api.files(of: id).map(\.isCertificate) == [false, true])
            for what in [EnvelopeFile.Selection.combined(withCertificate: true), .document(id: "1"), .certificate] {
                let pdf = try await session.api.download(what, of: id)
                let checked = try await PDFDocument(pdf).verifySignatures(trusting: [], at: service.now)
                #expect(what == .combined(withCertificate: true) || !checked.signatures.isEmpty)
            }
        }
    }

    @Test("The logged-in user signs as their own recipient, and no other user can")
    func own() async throws {
        try await withTestFolder { folder in
            let countersign = try countersign(folder)
            let session = try await countersign.logIn(accessToken: ada.accessToken, account: account)
            let id = try await send(
                ["signers": [["recipientId": "1", "name": "Ada Sender", "email": "ada@example.org"]]], from: session)
            let eve = service.addUser(name: "Eve", email: "eve@example.org", inAccountOf: ada)
            let other = try await countersign.logIn { eve.accessToken }
            await #expect(throws: CountersignError.recipientNotUnique(found: 0)) {
                try await other.present(.ownRecipient(envelopeID: id), with: completing())
            }
            await #expect {
                try await other.present(
                    .recipient(envelopeID: id, name: "Ada Sender", email: "ada@example.org", clientUserID: nil),
                    with: completing())
            } throws: { error in
                guard case CountersignError.refused(_, let code, _, let trace) = error else { return false }
                return code == "UNKNOWN_ENVELOPE_RECIPIENT" && trace != nil
            }
            let again = try await countersign.logIn(accessToken: ada.accessToken, account: account)
            #expect(
                try await again.present(.ownRecipient(envelopeID: id), with: completing()) == .completed(.byServer))
        }
    }

    @Test("The host opens the page for an in-person signer, whatever the product", arguments: [nil, "shop-7"])
    func inPerson(product: String?) async throws {
        try await withTestFolder { folder in
            let session = try await countersign(folder).logIn(accessToken: ada.accessToken, account: account)
            let id = try await send(
                [
                    "inPersonSigners": [
                        [
                            "recipientId": "1", "hostName": "Ada Sender", "hostEmail": "ada@example.org",
                            "signerName": "Bo Signer",
                        ]
                    ]
                ], from: session)
            #expect(
                try await session.present(
                    .recipient(envelopeID: id, name: "Ada Sender", email: "ada@example.org", clientUserID: product),
                    with: completing()) == .completed(.byServer))
        }
    }

    @Test("A lost page reopens under a new address, and a used address opens nothing")
    func lost() async throws {
        try await withTestFolder { folder in
            let session = try await countersign(folder).logIn(accessToken: ada.accessToken, account: account)
            let id = try await send(["signers": [Self.bo]], from: session)
            let outcome = try await session.present(
                .recipient(envelopeID: id, clientUserID: "u-77"),
                with: TestPresenter { [service] page in
                    guard let url = page.url, let renew = page.renewed else { return .failed(reason: "no address") }
                    do {
                        _ = try await service.openCeremony(url)
                        // The web process died: the address that was used does not work again, another one does.
                        await #expect(throws: CeremonyVisit.Refusal.self) { try await service.openCeremony(url) }
                        let event = try await service.openCeremony(try await renew()).complete()
                        return .returned(CeremonyEnding(event: event ?? ""))
                    } catch {
                        return .failed(reason: "\(error)")
                    }
                })
            #expect(outcome == .completed(.byServer))
        }
    }

    @Test("A page from another source is signed by its address without a log-in")
    func byAddress() async throws {
        try await withTestFolder { folder in
            let sender = try await countersign(folder.appending(path: "sender"))
                .logIn(accessToken: ada.accessToken, account: account)
            let id = try await send(["signers": [Self.bo]], from: sender)
            let address = try await service.service.signingURL(
                for: RecipientID(rawValue: "1"), of: id,
                returningTo: try #require(URL(string: "https://docusignink/signing")))
            let countersign = try countersign(folder.appending(path: "app"))
            #expect(
                try await countersign.present(url: address, envelopeID: id, with: completing())
                    == .completed(.byPageOnly))
            #expect(await countersign.session == nil)
            #expect(try await service.envelope(id).status == .completed)
        }
    }

    @Test("A lost answer does not lose the signature")
    func answerLost() async throws {
        try await withTestFolder { folder in
            let session = try await countersign(folder).logIn(accessToken: ada.accessToken, account: account)
            let id = try await send(["signers": [Self.bo]], from: session)
            service.turnOn(.answerLost, times: 1) { _, path in path.hasSuffix("/views/recipient") }
            let presenter = CeremonyPresenter(service) { [service] visit in
                let event = try await visit.complete()
                // What is asked after the page has ended is answered only the third time.
                service.turnOn(.serverError(503), times: 1) { _, path in path.hasSuffix("/recipients") }
                service.turnOn(.offline, times: 1) { _, path in path.hasSuffix("/recipients") }
                return event
            }
            #expect(
                try await session.present(.recipient(envelopeID: id, clientUserID: "u-77"), with: presenter)
                    == .completed(.byServer))
        }
    }

    @Test("A token that expires during a page is renewed, and the signature is confirmed")
    func expiredToken() async throws {
        try await withTestFolder { folder in
            let (service, ada, asked) = (service, ada, Tally())
            let session = try await countersign(folder).logIn {
                asked.add() == 1 ? ada.accessToken : service.renewToken(of: ada).accessToken
            }
            let id = try await send(["signers": [Self.bo]], from: session)
            let presenter = CeremonyPresenter(service) { visit in
                service.expire(ada.accessToken)
                return try await visit.complete()
            }
            #expect(
                try await session.present(.recipient(envelopeID: id, clientUserID: "u-77"), with: presenter)
                    == .completed(.byServer))
            #expect(asked.value == 2)
        }
    }

    @Test("A voided envelope shows no page")
    func voided() async throws {
        try await withTestFolder { folder in
            let session = try await countersign(folder).logIn(accessToken: ada.accessToken, account: account)
            let id = try await send(["signers": [Self.bo]], from: session)
            try await session.api.void(id, reason: "Wrong flat.")
            let envelope = try await session.api.envelope(id)
            #expect(envelope.status == .voided && envelope.voidedReason == "Wrong flat.")
            await #expect {
                try await session.present(.recipient(envelopeID: id, clientUserID: "u-77"), with: completing())
            } throws: { error in
                guard case CountersignError.refused(_, let code, _, _) = error else { return false }
                return code == "ENVELOPE_INVALID_STATUS"
            }
        }
    }
}
