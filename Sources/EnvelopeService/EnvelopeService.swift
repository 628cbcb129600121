import Accounts
import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
@_exported import HTTPMessages
import Ledger
import PageImages
@_exported import ServiceCalls
import Typesetting

/// The calls of the eSignature API, the service's own calls and the signing pages, on top of the stores passed in.
/// Independent of any HTTP server: the carrier - the signing service, an app's test - converts requests to
/// ``ServiceCall`` and sends the returned ``HTTPReply``.
///
///     let service = EnvelopeService(configuration, stores: stores, ceremony: ceremony, base: { address })
///     let answer = await service.answer(ServiceCall(HTTPCall(.get, "/oauth/userinfo"), base: address))
public struct EnvelopeService: Sendable {
    /// The stores of the service: all that one database holds, and what lies elsewhere.
    public struct Stores: Sendable {
        /// The envelopes' histories, and their blobs.
        public let ledger: EnvelopeLedger
        package let tickets: SQLTicketStore
        /// Open signing pages.
        public let sessions: SQLSessionStore
        /// Uploads of devices.
        public let uploads: SQLUploadStore
        /// The accounts' templates.
        public let templates: SQLTemplateStore
        /// The links in messages.
        public let links: SQLLinkStore
        /// One-time codes, and the acts that recipients may repeat only so often.
        public let codes: SQLCodeStore
        /// The webhooks of the eSignature API, their keys and their logs.
        public let connect: SQLConnectStore
        /// How accounts appear in messages and on pages.
        public let brands: SQLBrandStore
        package let callCounts: SQLCallCountStore
        /// The API applications, with the origins that may embed signing pages.
        public let applications: SQLApplicationStore
        /// The bulk sends.
        public let bulkSends: SQLBulkSendStore
        /// The hooks of the SignWell API.
        public let hooks: SQLHookStore
        /// The jobs that a runner takes from the queue, such as messages.
        public var jobs: any JobQueue
        /// Looks up access tokens.
        public let tokens: any AccessTokens
        /// Looks up API keys.
        public let keys: any APIKeys
        /// Seals the secrets in ``connect``.
        public let secrets: any SecretBox

        /// - Parameters:
        ///   - parts: where the parts of uploads lie
        ///   - keys: the accounts' API keys
        public init(
            _ database: any SQLDatabase, ledger: EnvelopeLedger, parts: any UploadParts, jobs: any JobQueue,
            tokens: any AccessTokens, keys: any APIKeys, secrets: any SecretBox,
            _ configuration: EnvelopeServiceConfiguration
        ) {
            self.ledger = ledger
            tickets = SQLTicketStore(database)
            sessions = SQLSessionStore(
                database, idleLife: configuration.sessionIdleLife, life: configuration.sessionLife)
            uploads = SQLUploadStore(database, parts: parts)
            templates = SQLTemplateStore(database)
            links = SQLLinkStore(database)
            codes = SQLCodeStore(database)
            connect = SQLConnectStore(database)
            brands = SQLBrandStore(database)
            callCounts = SQLCallCountStore(database)
            applications = SQLApplicationStore(database)
            bulkSends = SQLBulkSendStore(database)
            hooks = SQLHookStore(database)
            self.jobs = jobs
            self.tokens = tokens
            self.keys = keys
            self.secrets = secrets
        }
    }

    /// The tools for signing pages.
    public struct Workshop: Sendable {
        package var authority: any SigningAuthority
        package var typesetter: any Typesetter
        package var renderer: any PageRenderer
        package var fetcher: any FileFetcher

        /// Without `fetcher`, files that requests name by their addresses are refused.
        public init(
            authority: any SigningAuthority, typesetter: any Typesetter, renderer: any PageRenderer,
            fetcher: any FileFetcher = NoFileFetcher()
        ) {
            self.fetcher = fetcher
            self.authority = authority
            self.typesetter = typesetter
            self.renderer = renderer
        }
    }

    /// The settings that the service was made with.
    public let configuration: EnvelopeServiceConfiguration
    /// The stores that the service was made with.
    public let stores: Stores
    /// The tools that the service was made with.
    public let workshop: Workshop
    /// Returns the public address of the service, without a trailing slash.
    let base: @Sendable () -> URL
    let observe: ServiceObserver
    /// What every call has in common that belongs to no other API.
    public let frame: EnvelopeFrame
    /// The calls by their API, for a dispatcher with others beside them.
    public private(set) var calls: [FramedRoutes<Void>] = []
    private var dispatcher: Dispatcher<Void>

    /// - Parameters:
    ///   - base: returns the public address of the service, without a trailing slash
    ///   - observe: called for what happens at signing pages
    public init(
        _ configuration: EnvelopeServiceConfiguration, stores: Stores, workshop: Workshop,
        base: @escaping @Sendable () -> URL, observe: @escaping ServiceObserver = { _ in }
    ) {
        self.configuration = configuration
        self.stores = stores
        self.workshop = workshop
        self.base = base
        self.observe = observe
        frame = EnvelopeFrame(tokens: stores.tokens, report: configuration.report)
        dispatcher = Dispatcher([], otherwise: frame)
        let heavyCalls = HeavyCalls(configuration)
        let own = apiRoutes + (configuration.answersOwnCalls ? ownRoutes : [])
        let signWell = SignWellFrame(
            keys: stores.keys, counts: stores.callCounts, limits: configuration.keyLimits, now: configuration.now,
            report: configuration.report)
        calls = [
            FramedRoutes(frame, signingRoutes + own.map(heavyCalls.guarded) + signWellDocuments.openRoutes),
            FramedRoutes(signWell, signWellRoutes.map(heavyCalls.guarded)),
        ]
        dispatcher = Dispatcher(calls, otherwise: frame, traceHeader: Self.traceHeader)
    }

    /// The header in which every answer names its call.
    public static let traceHeader = "X-DocuSign-TraceToken"

    /// All calls that the service answers.
    public var routes: [APIRoute] { dispatcher.routes }

    /// The same as that of ``stores``.
    public var ledger: EnvelopeLedger { stores.ledger }

    private var signingRoutes: [APIRoute] {
        let visits = VisitOpening(
            configuration: configuration, ledger: ledger, sessions: stores.sessions, observe: observe)
        let proofs = ProofForms(
            configuration: configuration, ledger: ledger, sessions: stores.sessions, codes: stores.codes,
            secrets: stores.secrets, jobs: stores.jobs)
        return SigningRoutes(
            configuration: configuration, base: base, tickets: stores.tickets, sessions: stores.sessions,
            visits: visits, proofs: proofs, observe: observe,
            envelope: { [ledger] in try await ledger.events.envelope($0) }, host: host
        ).routes
            + LinkRoutes(
                configuration: configuration, base: base, ledger: ledger, links: stores.links,
                addresses: SigningAddresses(secrets: stores.secrets), codes: stores.codes, jobs: stores.jobs,
                visits: visits
            ).routes
            + EmbeddedRoutes(
                configuration: configuration, base: base, ledger: ledger, sessions: stores.sessions,
                applications: stores.applications, links: embeddedLinks, proofs: EmbeddedProofs(forms: proofs),
                observe: observe, host: { host($0, .none, followsSender: true, $1) }
            ).routes
            + EmbedScript.shared.routes
    }

    private var apiRoutes: [APIRoute] {
        UnsupportedCalls().routes
            + EnvelopeRoutes(
                configuration: configuration, ledger: ledger, creation: creation, changes: changes,
                tickets: stores.tickets, tokens: stores.tokens
            ).routes
            + DocumentRoutes(ledger: ledger, authority: workshop.authority, now: configuration.now).routes
            + TemplateRoutes(
                templates: stores.templates, newTemplates: newTemplates, ledger: ledger, unused: unused,
                requestLimit: configuration.requestLimit, listBytes: configuration.listBytes, now: configuration.now
            ).routes
            + ConnectRoutes(
                settings: configuration.connect, store: stores.connect, secrets: stores.secrets,
                jobs: stores.jobs, ledger: ledger, requestLimit: configuration.requestLimit,
                now: configuration.now
            ).routes
            + BrandRoutes(
                store: stores.brands,
                logos: LogoIntake(pictures: configuration.ceremony.pictures, renderer: workshop.renderer),
                requestLimit: configuration.requestLimit
            ).routes
            + UserInfoRoute().routes
            + LockRoutes(changes: changes, requestLimit: configuration.requestLimit).routes
            + RecipientRoutes(changes: changes, requestLimit: configuration.requestLimit).routes
            + DocumentChangeRoutes(changes: changes, requestLimit: configuration.requestLimit).routes
            + EnvelopePartRoutes(
                changes: changes, timer: configuration.timer, requestLimit: configuration.requestLimit
            ).routes
            + WorkflowRoutes(changes: changes, requestLimit: configuration.requestLimit).routes
    }

    /// The calls of SignWell's API, below `/api/v1`.
    private var signWellRoutes: [APIRoute] {
        SignWellAccountRoute().routes + signWellDocuments.routes + signWellTemplates.routes + bulkSends.routes
            + ApplicationRoutes(applications: stores.applications).routes + hooks.routes
    }

    /// The service's own calls, below `/countersign`.
    private var ownRoutes: [APIRoute] {
        let access = BlobAccess(ledger: ledger, uploads: stores.uploads, now: configuration.now)
        let commit = HistoryCommit(
            limits: configuration.commits, adoptions: configuration.ceremony.acts.adoptions, now: configuration.now,
            ledger: ledger, access: access, workshop: workshop, lasting: configuration.ceremony.lasting,
            terms: configuration.ceremony.terms, observe: observe)
        return GreetingRoute(limits: configuration.uploads).routes
            + BlobRoutes(ledger: ledger, access: access).routes
            + UploadRoutes(
                limits: configuration.uploads, now: configuration.now, ledger: ledger, uploads: stores.uploads,
                access: access,
                expiry: UploadExpiry(ledger: ledger, uploads: stores.uploads, unused: unused),
                observe: observe
            ).routes
            + HistoryRoutes(limits: configuration.commits, ledger: ledger, commit: commit).routes
    }

    /// Answers a request. Never throws: an error becomes a response.
    public func answer(_ request: ServiceCall) async -> HTTPReply { await dispatcher.answer(request) }

    // MARK: For callers in the same process

    /// Creates an envelope from the JSON body of an API request.
    public func createEnvelope(_ body: Data, for identity: Identity) async throws -> Envelope {
        let actor = EventActor(kind: .sender, id: identity.userID, name: identity.name)
        return try await creation.create(Wire.decode(Wire.EnvelopeDefinition.self, from: body), for: identity, actor)
    }

    /// Returns a signing URL for one recipient. It works once, until the ticket expires.
    public func signingURL(
        for recipient: RecipientID, of envelope: EnvelopeID, returningTo returnURL: URL, base: URL? = nil
    ) async throws -> URL {
        let visit = TicketTarget(envelopeID: envelope, recipientID: recipient, returnURL: returnURL)
        let ticket = try await stores.tickets.issue(visit, at: configuration.now(), life: configuration.ticketLife)
        return (base ?? self.base()).appending(path: "sign/\(ticket.text)")
    }

    /// Seals envelopes whose last act was not a signature.
    public var sealing: Sealing {
        Sealing(
            blobs: ledger.blobs, authority: workshop.authority, typesetter: workshop.typesetter,
            lasting: configuration.ceremony.lasting)
    }

    /// Removes orphaned uploads and blobs older than ``UploadLimits/partLife``.
    public func removeUnused() async throws {
        let expiry = UploadExpiry(ledger: ledger, uploads: stores.uploads, unused: unused)
        let date = configuration.now().addingTimeInterval(-configuration.uploads.partLife)
        try await expiry.drop(before: date)
        try await expiry.dropUnnamed(before: date)
    }

    var newTemplates: NewTemplates {
        NewTemplates(templates: stores.templates, hooks: stores.hooks, now: configuration.now)
    }

    var unused: UnusedBlobs {
        UnusedBlobs(
            ledger: ledger, uploads: stores.uploads, templates: stores.templates, life: configuration.unusedBlobLife,
            now: configuration.now)
    }

    var creation: EnvelopeCreation {
        EnvelopeCreation(
            ledger: ledger, templates: TemplateEnvelopes(templates: stores.templates, blobs: ledger.blobs),
            unused: unused, now: configuration.now,
            checks: SendingChecks(
                mailsSigners: configuration.mailsSigners, fieldText: FieldText(workshop.typesetter),
                drawing: PageDrawing(renderer: workshop.renderer, blobs: ledger.blobs),
                gate: MessageGate(jobs: stores.jobs, now: configuration.now)),
            notification: configuration.timer.standard,
            accountNotification: configuration.accountNotification, accountEvidence: configuration.accountEvidence,
            brands: stores.brands, connect: configuration.connect, observe: observe)
    }

    var changes: EnvelopeChanges {
        EnvelopeChanges(
            ledger: ledger, creation: creation, codes: stores.codes, resends: configuration.links.resends,
            now: configuration.now)
    }

    /// Returns the host for the page of one visit.
    private func host(_ visit: TicketTarget) -> CeremonyHost {
        host(
            LinkTarget(envelopeID: visit.envelopeID, recipientID: visit.recipientID),
            ReturnAddress(visit.returnURL), followsSender: visit.isByLink, configuration.ceremony)
    }

    /// - Parameter address: the address after the visit
    private func host(
        _ target: LinkTarget, _ address: ReturnAddress, followsSender: Bool, _ ceremony: CeremonyConfiguration
    ) -> CeremonyHost {
        var ceremony = ceremony
        ceremony.sessionIdleSeconds = Int(configuration.sessionIdleLife)
        ceremony.report = { [report = configuration.report] error in report(error, nil) }
        return CeremonyHost(
            ledger: ledger, envelopeID: target.envelopeID, recipientID: target.recipientID,
            renderer: workshop.renderer, typesetter: workshop.typesetter, authority: workshop.authority,
            returnAddress: address, followsSender: followsSender, configuration: ceremony)
    }
}
