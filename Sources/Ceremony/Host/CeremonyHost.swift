import Envelopes
import Foundation
@_exported import HTTPMessages
import Ledger
import PageImages
import SignedPDF
import Typesetting

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
public struct CeremonyHost: Sendable {
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
        host.person = person
        return await host.answered(request)
    }

    private func answered(_ request: HTTPCall) async -> HTTPReply {
        var response: HTTPReply
        do {
            response = try await respond(to: request)
        } catch {
            response = await refusal(for: error)
        }
        response = response.compressed(for: request)
        if request.method == .head { response.body = Data() }
        return response.secured(configuration)
    }

    private func respond(to request: HTTPCall) async throws -> HTTPReply {
        let route = try CeremonyRoute(request)
        if route.isWrite { try checkWrite(request, route) }
        switch route {
        case .pageFile(let name): return pageFile(name, request)
        case .session: return try await open(request)
        case .image(let document, let page): return try await image(document, page, request)
        case .words(let document, let page): return try await words(document, page, request)
        case .file(let document): return try await file(document)
        case .certificate: return try await certificate()
        case .combined: return try await combined()
        case .consent: return try await consent(request)
        case .field(let id): return try await fill(id, request)
        case .preview: return try await preview(request)
        case .signature: return try await adopt(request)
        case .places: return try await place(request)
        case .shown: return try await shown(request)
        case .finish: return try await finish(request)
        case .later: return try await later(request)
        case .decline: return try await decline(request)
        case .mark(let id): return try await placeMark(id, request)
        case .removedMark(let id): return try await removeMark(id, request)
        case .logo: return try await logo()
        case .delegate: return try await delegate(request)
        case .attachment(let id): return try await attach(id, request)
        case .removedAttachment(let id): return try await detach(id, request)
        }
    }

    private func pageFile(_ name: String, _ request: HTTPCall) -> HTTPReply {
        guard var reply = PageFiles.all.reply(name, to: request) else { return HTTPReply(status: 404) }
        // The browser fetches the session beside the script, unless only the script has the token for it.
        if name.isEmpty || name == PageFiles.main, !configuration.picturesByScript {
            reply.headers[named: "Link"] = "<session>; rel=preload; as=fetch; crossorigin"
        }
        return reply
    }

    /// Whether a path relative to the page's address is a file of the page itself, the same for everybody.
    public static func isPageFile(_ path: String) -> Bool { PageFiles.all.contains(path) }

    /// Whether a path is a file that the page loads: a script, a style or a picture.
    public static func isPartOfPage(_ path: String) -> Bool {
        isPageFile(path) && !path.isEmpty && path != PageFiles.main
    }

    /// Checks that a write is JSON or a file, within the size limit, and not sent by another site's page.
    private func checkWrite(_ request: HTTPCall, _ route: CeremonyRoute) throws(CeremonyError) {
        if request.headers[named: "Sec-Fetch-Site"] == "cross-site" { throw .crossSite }
        guard !route.takesFile else {
            // A form of another site's page cannot send this type.
            guard request.headers.mediaType == "application/octet-stream" else { throw .notAFile }
            guard request.body.count <= configuration.attachmentLimit else {
                throw .attachmentTooLarge(limit: configuration.attachmentLimit)
            }
            return
        }
        let limit = route == .shown ? min(Self.longestReport, configuration.bodyLimit) : configuration.bodyLimit
        guard request.body.count <= limit else { throw .bodyTooLarge(limit: limit) }
        guard request.headers.mediaType == "application/json" else { throw .notJSON }
    }

    private func refusal(for error: any Error) async -> HTTPReply {
        switch error {
        case let error as CeremonyError:
            if error.statusAndCode.status >= 500 { configuration.report(error) }
            return error.response(returningTo: returnAddress)
        case let error as EnvelopeError:
            if case .history = error { break }
            if case .beingChanged(let lock) = error {
                let until = SignedDate.timeOfDay(lock.until, in: configuration.timeZone)
                return CeremonyError.beingChanged(by: lock.by.name, until: until).response(returningTo: returnAddress)
            }
            let envelope = try? await self.envelope()
            return CeremonyError(error, state: envelope?.state(of: recipientID), envelope: envelope).response(
                returningTo: returnAddress)
        case let error as PageImageError:
            configuration.report(error)
            return CeremonyError(error).response(returningTo: returnAddress)
        case StorageError.full:
            configuration.report(error)
            return CeremonyError.storageFull.response(returningTo: returnAddress)
        case StorageError.conflict: return CeremonyError.busy.response(returningTo: returnAddress)
        case is CancellationError:
            return .pageRefusal(status: 503, code: "cancelled", message: "The request was cancelled. Please try again.")
        default: break
        }
        configuration.report(error)
        return .pageRefusal(
            status: 500, code: "internal_error",
            message: "Something went wrong on our side. Nothing was changed. Please try again.")
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
        CommandContext(
            at: configuration.now(),
            actor: EventActor(recipient, from: ipAddress, request.headers),
            key: request.headers[named: "Idempotency-Key"], limits: configuration.acts)
    }
}
