import Countersign
import CountersignTesting
import Envelopes
import Foundation

/// Envelopes that are made, and pages that people see in the app.
struct SigningSteps {
    let session: CountersignSession
    let countersign: CountersignClient
    let document: URL

    private let transport = URLSessionTransport()

    init(session: CountersignSession, countersign: CountersignClient, document: URL) {
        self.session = session
        self.countersign = countersign
        self.document = document
    }

    func run() async throws {
        try await wholeEnvelope()
        try await drafts()
        try await otherEndings()
        try await ownRecipient()
    }

    /// Two side by side, an in-person signer without an e-mail address, a copy; everybody signs in the app.
    private func wholeEnvelope() async throws {
        let own = session.user.account
        let draft = EnvelopeDraft("Delivery", subject: "Please sign") {
            DraftDocument(id: "1", name: "Delivery.pdf", file: document)
            Signer(id: "1", name: "Ann One", email: "ann@example.com", clientUserID: "ann") {
                SignHere(document: "1", page: 1, x: 72, y: 500)
                TextTab(document: "1", page: 1, x: 72, y: 100, width: 200, height: 18, label: "Town")
            }
            Signer(id: "2", name: "Bob Two", email: "bob@example.com", clientUserID: "bob") {
                SignHere(document: "1", page: 1, x: 72, y: 560)
            }
            InPersonSigner(
                id: "3", name: "Cyd Three", host: Recipient.Host(name: own.userName, email: own.email), routingOrder: 2,
                clientUserID: "desk"
            ) {
                SignHere(document: "1", page: 1, x: 72, y: 620)
            }
            CarbonCopy(id: "4", name: "Dee Four", email: "dee@example.com", routingOrder: 3)
        }
        let id = try await session.send(draft)
        let again = try await session.send(draft)
        try FieldApp.tell("created", ["id": id.rawValue, "again": again.rawValue])

        try await tell("later", .recipient(envelopeID: id, clientUserID: "ann")) { try await $0.finishLater() }
        try await tell("closed", .recipient(envelopeID: id, clientUserID: "ann")) { _ in nil }
        try await tell("signed", .recipient(envelopeID: id, clientUserID: "ann")) {
            try await $0.complete(["Town": "Ghent"])
        }
        try await tell("viewed", .recipient(envelopeID: id, clientUserID: "ann")) { try await $0.complete() }
        try await tell(
            "named",
            .recipient(
                envelopeID: id, name: "Bob Two", email: "bob@example.com", clientUserID: "bob", recipientID: "2")
        ) { try await $0.complete() }
        try await tell("in person", .recipient(envelopeID: id, clientUserID: "desk")) { try await $0.complete() }

        let summary = try await session.api.envelope(id)
        let recipients = try await session.api.recipients(of: id)
        let found = try await session.api.envelopes(EnvelopeSummary.Filter(statuses: [.completed]))
        let pdf = try await session.api.download(.document(id: "1"), of: id)
        try FieldApp.tell(
            "completed",
            [
                "status": word(summary.status), "finished": "\(recipients.filter(\.hasFinished).count)",
                "listed": "\(found.envelopes.contains { $0.id == id })", "sha256": BlobHash(of: pdf).rawValue,
            ])
    }

    private func drafts() async throws {
        let id = try await session.saveDraft(simple(clientUserID: "eve"))
        let status = word(try await session.api.envelope(id).status)
        let sent = try await session.send(simple(clientUserID: "eve"))
        try await session.api.void(sent, reason: "Not any more")
        try FieldApp.tell(
            "draft and void",
            ["draft": status, "voided": word(try await session.api.envelope(sent).status)])
        var problems = 0
        do {
            _ = try await session.send(EnvelopeDraft("Nothing") {})
        } catch {
            if case CountersignError.invalidDraft(let found) = error { problems = found.count }
        }
        try FieldApp.tell("invalid", ["problems": "\(problems)"])
    }

    private func otherEndings() async throws {
        let declined = try await session.send(simple(clientUserID: "eve"))
        try await tell("declined", .recipient(envelopeID: declined, clientUserID: "eve")) {
            try await $0.decline(because: "The price is wrong")
        }
        let linked = try await session.send(simple(clientUserID: "eve"))
        let address = try await link(to: linked)
        // The address alone, with no session: as an app that gets it from its own server.
        try await tellLink("by address", address)
        try await tellLink("expired", address)
        do {
            _ = try await session.present(
                .recipient(envelopeID: linked, clientUserID: "nobody"), with: hands { _ in nil })
        } catch { try FieldApp.tell("nobody", ["error": "\(error)"]) }
    }

    private func ownRecipient() async throws {
        let own = session.user.account
        let draft = EnvelopeDraft("Mine", subject: "Mine") {
            DraftDocument(id: "1", name: "Mine.pdf", file: document)
            Signer(id: "1", name: own.userName, email: own.email) { SignHere(document: "1", page: 1, x: 72, y: 500) }
        }
        let id = try await session.send(draft)
        try await tell("own", .ownRecipient(envelopeID: id)) { try await $0.complete() }
    }

    private func simple(clientUserID: String) -> EnvelopeDraft {
        EnvelopeDraft("Simple", subject: "Simple") {
            DraftDocument(id: "1", name: "Simple.pdf", file: document)
            Signer(id: "1", name: "Eve Five", email: "eve@example.com", clientUserID: clientUserID) {
                SignHere(document: "1", page: 1, x: 72, y: 500)
            }
        }
    }

    private func word(_ status: EnvelopeStatus?) -> String { status?.rawValue ?? "unknown" }

    private struct View: Codable {
        var returnUrl = "https://app.example/done"
        var authenticationMethod = "none"
        var userName = "Eve Five"
        var email = "eve@example.com"
        var clientUserId = "eve"
    }

    private func link(to id: EnvelopeID) async throws -> URL {
        let reply = try await session.api.send(
            APIRequest(.post, ["envelopes", id.rawValue, "views", "recipient"], json: View()))
        let answer = try reply.decoded([String: String].self)
        guard let url = answer["url"].flatMap(URL.init(string:)) else { throw URLError(.badServerResponse) }
        return url
    }

    private func tellLink(_ step: String, _ address: URL) async throws {
        let back = URL(string: View().returnUrl)
        try await tell(step) {
            try await countersign.present(url: address, returnURL: back, with: hands { try await $0.complete() })
        }
    }

    private func hands(_ person: @escaping @Sendable (CeremonyVisit) async throws -> String?) -> CeremonyPresenter {
        CeremonyPresenter(over: transport, person: person)
    }

    private func tell(
        _ step: String, _ view: SigningRequest, _ person: @escaping @Sendable (CeremonyVisit) async throws -> String?
    ) async throws {
        try await tell(step) { try await session.present(view, with: hands(person)) }
    }

    /// Tells how a presentation ended, or why it failed.
    private func tell(_ step: String, _ presentation: () async throws -> SigningOutcome) async throws {
        let outcome: String
        do { outcome = "\(try await presentation())" } catch { outcome = "\(error)" }
        try FieldApp.tell(step, ["outcome": outcome])
    }
}
