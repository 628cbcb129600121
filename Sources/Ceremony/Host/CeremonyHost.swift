import Envelopes
import Foundation
@_exported import HTTPMessages
import Ledger
import PageImages
import PageKit
import ServiceCalls
import SignedPDF
import Typesetting
import Words

/// Serves the signing page of one recipient of one envelope.
///
/// The same host serves a browser through an HTTP server and a web view inside an app. The page is served at a base
/// address that ends in `/`; all its requests are relative to it. The caller authenticates requests: everything passed
/// to ``answer(_:)`` acts as the recipient.
///
///     let host = CeremonyHost(
///         ledger: ledger, envelopeID: id, recipientID: "1", renderer: renderer, typesetter: typesetter,
///         authority: authority,
///         returnAddress: ReturnAddress(URL(string: "https://example.com/done")))
///     let response = await host.answer(HTTPCall(.get, "session"))
public struct CeremonyHost: PageHost {
    let ledger: EnvelopeLedger
    let envelopeID: EnvelopeID
    let recipientID: RecipientID
    let renderer: any PageRenderer
    let typesetter: any Typesetter
    let authority: any SigningAuthority
    let returnAddress: ReturnAddress
    let followsSender: Bool
    let configuration: CeremonyConfiguration
    /// The source address of the current request.
    private var ipAddress: String?
    /// The headers of the current request.
    private(set) var headers: HTTPFields = [:]
    /// The language that the address of the current request names.
    private(set) var chosenLanguage: String?
    /// The language of the account, where the current request names none.
    private var accountLanguage: String?
    /// Whose visit the current request belongs to; `nil` for the current recipient.
    private var person: Recipient?

    /// - Parameters:
    ///   - returnAddress: the address that the browser opens when the visit ends
    ///   - followsSender: whether the sender's addresses after signing and declining come before it
    public init(
        ledger: EnvelopeLedger, envelopeID: EnvelopeID, recipientID: RecipientID, renderer: any PageRenderer,
        typesetter: any Typesetter,
        authority: any SigningAuthority, returnAddress: ReturnAddress = .none, followsSender: Bool = false,
        configuration: CeremonyConfiguration = CeremonyConfiguration()
    ) {
        self.ledger = ledger
        self.envelopeID = envelopeID
        self.recipientID = recipientID
        self.renderer = renderer
        self.typesetter = typesetter
        self.authority = authority
        self.returnAddress = returnAddress
        self.followsSender = followsSender
        self.configuration = configuration
    }

    /// Answers a request. Never throws: an error becomes a response with one sentence for the person.
    ///
    /// - Parameters:
    ///   - request: the request, with a path relative to the page's base address
    ///   - ipAddress: the source address as the carrier saw it; recorded with the person's acts
    ///   - person: the recipient as they were before the visit was last found to be open. If somebody else has their part
    ///     by the time of an act, the act is refused. `nil` for no such check.
    public func answer(
        _ request: HTTPCall, from ipAddress: String? = nil, as person: Recipient? = nil
    ) async -> HTTPReply {
        var host = self
        host.ipAddress = ipAddress
        host.headers = request.headers
        host.chosenLanguage = request.target.query["lang"]
        host.person = person
        if !Self.isPartOfPage(request.target.relativePath ?? ""),
            !Language.isWished(in: request.headers, chosen: host.chosenLanguage), let envelope = try? await envelope()
        {
            host.accountLanguage = try? await configuration.accountLanguage(envelope.accountID)
        }
        return await Self.dispatcher.answer(ServiceCall(request, base: Self.unnamedBase), in: host)
    }

    /// Answers a request of a page inside an app.
    public func answer(_ request: HTTPCall) async -> HTTPReply { await answer(request, from: nil, as: nil) }

    /// Returns the maximum size of a request's body in bytes.
    ///
    /// - Parameter target: the request's path and query, relative to the page's base address, with a slash in front
    public func bodyLimit(for target: String) -> Int { configuration.bodyLimit(for: target) }

    /// Whether a path relative to the page's address is a file of the page itself, the same for everybody.
    public static func isPageFile(_ path: String) -> Bool { PageFiles.all.contains(path) }

    /// Whether a path is a file that the page loads: a script, a style or a picture.
    public static func isPartOfPage(_ path: String) -> Bool {
        isPageFile(path) && !path.isEmpty && path != PageFolder.main
    }

    /// Returns the language of the page for a recipient.
    func language(of recipient: Recipient?) -> Language {
        .of(recipient, headers, chosen: chosenLanguage, otherwise: accountLanguage)
    }

    /// Returns the time zone that the page of the current request names; `nil` if it names none that is known.
    private func pageZone(at date: Date) -> LocalZone? {
        guard configuration.takesZoneOfPage, let name = headers[named: "Countersign-Time-Zone"] else { return nil }
        return LocalZone(named: name, at: date)
    }

    /// Returns the time zone of the recipient's day: that which their page names, or named at their last act, or the
    /// configuration's.
    func zone(in envelope: Envelope?) -> TimeZone {
        let known = pageZone(at: configuration.now()) ?? envelope?.state(of: recipientID)?.zone
        return known?.timeZone ?? configuration.timeZone
    }

    // MARK: What is acted on

    /// Returns the newest state of the envelope.
    func envelope() async throws -> Envelope { try await ledger.envelope(envelopeID) }

    func perform(_ command: Command, _ context: CommandContext) async throws -> Envelope {
        try await perform(context) { _ in [command] }
    }

    /// Performs the commands that `work` returns for the newest state.
    func perform(
        _ context: CommandContext, _ work: (Envelope) throws -> [Command]
    ) async throws -> Envelope {
        try await ledger.perform(on: envelopeID, context) { newest in
            try requirePerson(in: newest)
            return try work(newest)
        }
    }

    /// Refuses an act of a person whose part somebody else has by now. Such a change ends the visit, but not the requests
    /// that have already been let in.
    func requirePerson(in newest: Envelope) throws(CeremonyError) {
        guard let person, newest.recipient(recipientID)?.isSamePerson(as: person) == false else { return }
        throw .visitEnded
    }

    // MARK: Who acts

    /// Returns the recipient.
    func recipient(of envelope: Envelope) throws(CeremonyError) -> Recipient {
        guard let recipient = envelope.recipient(recipientID) else { throw .unknownRecipient(recipientID) }
        return recipient
    }

    func context(_ recipient: Recipient, _ request: HTTPCall) -> CommandContext {
        let now = configuration.now()
        return CommandContext(
            at: now,
            actor: EventActor(
                recipient, from: ipAddress, request.headers, zone: pageZone(at: now),
                language: language(of: recipient).tag),
            key: request.headers[named: "Idempotency-Key"], limits: configuration.acts)
    }
}
