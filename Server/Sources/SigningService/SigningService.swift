import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PageImages
import ServiceLifecycle
import Typesetting

/// The service: the eSignature REST API for programs and the signing ceremony for people, over one data directory.
///
///     let service = try SigningService(ServiceConfiguration(dataDirectory: folder), logger: logger)
///     try await service.run()
public struct SigningService: Sendable {
    public let configuration: ServiceConfiguration
    /// Envelopes and their histories.
    public let ledger: EnvelopeLedger
    /// Accounts, users and access tokens.
    public let accounts: AccountStore
    /// The service's own certificate authority.
    public let authority: LocalAuthority
    private let directory: DataDirectory
    let tickets: TicketStore
    let sessions: SessionStore
    let renderer: any PageRenderer
    let typesetter: any Typesetter
    let address: ServiceAddress
    public let logger: Logger

    /// Opens a data directory, making what is missing: schema, keys and certificates.
    /// - Throws: ``StorageError``, and what the database or the page renderer finds wrong.
    public init(_ configuration: ServiceConfiguration, logger: Logger) throws {
        directory = try DataDirectory(configuration.dataDirectory)
        let database = try ServiceDatabase(directory)
        self.configuration = configuration
        ledger = EnvelopeLedger(
            events: SQLiteEventStore(database), blobs: try FolderBlobStore(folder: directory.blobs))
        accounts = AccountStore(database)
        authority = try LocalAuthority(directory, at: configuration.now())
        tickets = TicketStore(database)
        sessions = SessionStore(database, idleLife: configuration.sessionIdleLife)
        try DurableFile.makeFolder(directory.pageImages)
        try DurableFile.makeFolder(directory.temporary)
        renderer = CachedPageRenderer(
            try PopplerPageRenderer(configuration: .init(temporaryDirectory: directory.temporary)),
            directory: directory.pageImages)
        typesetter = try HarfBuzzTypesetter(order: configuration.fonts)
        address = ServiceAddress(configuration)
        self.logger = logger
    }

    /// Where the service can be reached, without a final slash.
    public var baseURL: URL { address.base }

    /// The base of URLs handed out in an answer to `request`, without a final slash.
    public func base(for request: Request) -> URL { address.base(for: request) }

    /// Whether another site made a browser send this request.
    public func comesFromElsewhere(_ request: Request) -> Bool { OriginRule.isForeign(request, base: address.base) }

    /// The service as an application that can be run or tested.
    /// - Parameters:
    ///   - onRunning: called once the service listens.
    ///   - addRoutes: adds paths beside the service's own.
    public func application(
        onRunning: @escaping @Sendable (URL) async -> Void = { _ in },
        addRoutes: (Router<ServiceContext>) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: ErrorAnswers(requestLimit: configuration.requestLimit))
        addRoutes(router)
        addSigning(to: router)
        addAPI(to: router)
        return Application(
            router: router, server: .http1(configuration: connections),
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port), serverName: "countersign"),
            onServerRunning: { [address, configuration] channel in
                address.listens(host: configuration.host, port: channel.localAddress?.port ?? configuration.port)
                await onRunning(address.base)
            },
            logger: logger)
    }

    /// Runs the service until SIGTERM or SIGINT; requests in flight are answered first, for at most half a minute.
    /// - Throws: ``StorageError/file(path:reason:)`` when another service runs on the same data directory.
    public func run(
        addRoutes: (Router<ServiceContext>) -> Void = { _ in },
        onRunning: @escaping @Sendable (URL) async -> Void = { _ in }
    ) async throws {
        let claim = try directory.claim()
        defer { withExtendedLifetime(claim) {} }
        let application = application(
            onRunning: { [accounts, logger] address in
                do {
                    // Whoever makes an account while the service does not run learns where it will be.
                    try await accounts.remember(address: address)
                } catch {
                    logger.warning("The service's address could not be noted", metadata: ["error": "\(error)"])
                }
                await onRunning(address)
            }, addRoutes: addRoutes)
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(30)
        try await ServiceGroup(configuration: configuration).run()
    }

    /// A signing URL for one recipient: works once, within the ticket's life.
    public func signingURL(
        for recipient: RecipientID, of envelope: EnvelopeID, returningTo returnURL: URL, base: URL? = nil
    ) async throws -> URL {
        let visit = SigningVisit(envelopeID: envelope, recipientID: recipient, returnURL: returnURL)
        let ticket = try await tickets.issue(visit, at: configuration.now(), life: configuration.ticketLife)
        return (base ?? address.base).appending(path: "sign/\(ticket.text)")
    }

    /// Connections that nothing comes from for a minute are closed, and so are those whose request never ends.
    private var connections: HTTP1Channel.Configuration {
        let limit = configuration.requestLimit
        let life = TimeAmount.milliseconds(Int64((configuration.requestLife * 1000).rounded()))
        return .init(
            additionalChannelHandlers: [
                ContinueAnswer(requestLimit: limit), RequestDeadline(life: life), ClosingAnswer(),
            ], idleTimeout: .seconds(60))
    }

    /// Answers the page of one visit.
    private func host(_ visit: SigningVisit) -> CeremonyHost {
        var ceremony = CeremonyConfiguration(
            sessionIdleSeconds: Int(configuration.sessionIdleLife), now: configuration.now)
        ceremony.certifiesDocuments = configuration.certifiesDocuments
        ceremony.report = { [logger] error in
            logger.error("The signing page could not be answered", metadata: ["error": "\(error)"])
        }
        return CeremonyHost(
            desk: EnvelopeDesk(ledger: ledger, id: visit.envelopeID), recipientID: visit.recipientID,
            renderer: renderer, typesetter: typesetter, authority: authority,
            returnAddress: ReturnAddress(visit.returnURL), configuration: ceremony)
    }

    private func addSigning(to router: Router<ServiceContext>) {
        var table = MethodTable(router)
        let routes = SigningRoutes(
            configuration: configuration, address: address, tickets: tickets, sessions: sessions, host: host)
        routes.add(to: &table)
        table.on(.get, "health") { _, _ in try .json(["status": "ok"]) }
        table.refuseOtherMethods()
    }

    private func addAPI(to router: Router<ServiceContext>) {
        // A group of its own: a path that does not exist is not found, whoever asks.
        let guarded = router.group().add(middleware: BearerAuthentication(accounts: accounts))
        var table = MethodTable(guarded)
        EnvelopeRoutes(
            configuration: configuration, address: address, ledger: ledger, creation: creation, tickets: tickets
        ).add(to: &table)
        DocumentRoutes(ledger: ledger, authority: authority, now: configuration.now).add(to: &table)
        UserInfoRoute(address: address).add(to: &table)
        table.refuseOtherMethods()
    }

    private var creation: EnvelopeCreation {
        EnvelopeCreation(ledger: ledger, now: configuration.now, fieldText: FieldText(typesetter))
    }

    /// Makes an envelope from the JSON body of a request to the API, for whoever runs in the same process.
    public func createEnvelope(_ body: Data, for identity: Identity) async throws -> Envelope {
        let actor = Actor(kind: .sender, id: identity.userID, name: identity.name)
        return try await creation.create(Wire.decode(Wire.EnvelopeDefinition.self, from: body), for: identity, actor)
    }
}
