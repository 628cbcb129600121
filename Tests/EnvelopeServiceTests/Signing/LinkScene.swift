import Ceremony
import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import PageKit
import SignedPDF
import Testing

@testable import TestSupport

/// An envelope whose recipients got links by mail.
struct LinkScene {
    let stage: Stage
    let id: EnvelopeID
    let authority: EnvelopeAuthority

    /// - Parameters:
    ///   - recipients: the people, asked one after another; two signers at once by default
    ///   - signedIn: the addresses of people who have signed in, by their tokens
    init(
        _ recipients: [Recipient] = [bo, cy], signedIn: [String: String] = [:],
        changing change: (inout EnvelopeServiceConfiguration) -> Void = { _ in },
        defining define: (inout EnvelopeDefinition) -> Void = { _ in }
    ) async throws {
        authority = try EnvelopeAuthority("Service")
        stage = try Stage(authority: authority, recipients: signedIn) { configuration in
            configuration.ceremony.accountName = { _ in "Fjord Homes" }
            change(&configuration)
        }
        let document = try Device.pdf()
        var definition = Device.definition(sender: Stage.ada, document: document)
        definition.sender.name = "Ada Sender"
        definition.emailBlurb = "Please sign\nby Friday."
        definition.recipients = recipients
        definition.tabs = recipients.enumerated().filter { $1.signs }.flatMap { index, recipient in
            Device.tabs(of: recipient.id, number: index + 1)
        }
        define(&definition)
        _ = try await stage.service.ledger.keep(document)
        id = EnvelopeID(UUID())
        _ = try await stage.service.ledger.createEnvelope(
            id, definition, send: true,
            CommandContext(at: stage.clock.now, actor: EventActor(kind: .sender, id: Stage.ada.userID, name: "Ada")))
    }

    static let bo = Recipient(id: "1", name: "Bo Signer", email: "bo@example.org")
    static let cy = Recipient(id: "2", name: "Cy Signer", email: "cy@example.org")
    static let code = "Blue-42"

    static func bo(askingFor proofs: [Identification.Method]) -> Recipient {
        var bo = bo
        if proofs.contains(.accessCode) { bo.accessCode = AccessCode(code, salt: "salt") }
        bo.needsMailCode = proofs.contains(.mailCode)
        return bo
    }

    var ledger: EnvelopeLedger { stage.service.ledger }
    var envelope: Envelope { get async throws { try await ledger.envelope(id) } }

    /// The events since the envelope was sent, by name.
    var events: [EventBody.Kind] {
        get async throws { try await ledger.history(id).events.dropFirst(2).map(\.body.kind) }
    }

    /// The path of a new link.
    func link(to recipient: RecipientID = "1", life: TimeInterval = 60 * 86_400) async throws -> String {
        let link = try await stage.service.stores.links.issue(
            LinkTarget(envelopeID: id, recipientID: recipient), at: stage.clock.now, life: life)
        return "/open/\(link.text)"
    }

    /// The orders of the waiting messages to a recipient, oldest first.
    func mail(to recipient: RecipientID = "1") async throws -> [MailOrder] {
        try await stage.service.stores.jobs.jobs(in: nil, after: 0, count: 1000).filter { $0.kind == .mail }
            .map { try CanonicalJSON.value(MailOrder.self, from: $0.payload) }.filter { $0.recipientID == recipient }
    }

    /// The code that a message brings.
    func code(in order: MailOrder) throws -> String {
        guard let sealed = order.sealedCode.flatMap({ Data(base64Encoded: $0) }) else { throw Missing.code }
        return try stage.service.stores.secrets.text(
            sealed, for: MailSecret.code(of: LinkTarget(envelopeID: id, recipientID: order.recipientID ?? "1")))
    }

    private enum Missing: Error { case code }

    func void(_ reason: String) async throws {
        _ = try await ledger.perform(
            .void(reason: reason), on: id,
            CommandContext(at: stage.clock.now, actor: EventActor(kind: .sender, id: Stage.ada.userID, name: "Ada")))
    }

    /// A recipient without codes signs.
    func sign(_ recipient: RecipientID) async throws {
        let now = stage.clock.now
        try await Device.complete(
            recipient, of: id, town: "Ghent", on: ledger, authority: authority, CeremonyConfiguration(now: { now }))
    }

    func act(_ command: Command, by recipient: Recipient) async throws {
        _ = try await ledger.perform(
            command, on: id,
            CommandContext(
                at: stage.clock.now,
                actor: EventActor(kind: .recipient, id: recipient.id.rawValue, name: recipient.name)))
    }

    func get(_ path: String) async -> HTTPReply { await stage.call(.get, path, as: nil) }

    func post(_ path: String, _ headers: HTTPFields = [:]) async -> HTTPReply {
        await stage.call(.post, path, headers: headers, as: nil)
    }

    /// Presses the page's button.
    func open(_ link: String) async throws -> Browser {
        try await Browser(stage: stage, opened: post(link))
    }

    /// A browser with the cookie of one session.
    struct Browser {
        let stage: Stage
        /// The first page.
        let page: String
        /// Where the session's pages are.
        let base: String
        private let cookie: String

        init(stage: Stage, opened: HTTPReply) async throws {
            try #require(opened.status == 303, "\(opened.text)")
            self.stage = stage
            page = try #require(opened.headers[.location])
            base = page.split(separator: "/").prefix(2).map { "/\($0)" }.joined()
            cookie = String(try #require(opened.headers[.setCookie]?.split(separator: ";").first))
        }

        func get(_ path: String) async -> HTTPReply {
            await stage.call(.get, path, headers: HTTPFields(["cookie": cookie]), as: nil)
        }

        func post(_ below: String, _ form: String = "", _ headers: [String: String] = [:]) async -> HTTPReply {
            let all = ["cookie": cookie, "content-type": "application/x-www-form-urlencoded"]
            return await stage.call(
                .post, base + below, Data(form.utf8), headers: HTTPFields(all.merging(headers) { $1 }), as: nil)
        }

        func enter(_ code: String) async -> HTTPReply { await post("/code", "code=\(code)") }

        /// Whether the page's data is there to be read.
        var isIn: Bool { get async { await get(base + "/session").status == 200 } }
    }
}

extension HTTPReply {
    /// Whether the page says something.
    func says(_ words: String) -> Bool { text.contains(PlainPage.escaped(words)) }
}
