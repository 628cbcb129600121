import Accounts
import Ceremony
import Delivery
import EnvelopeService
import Envelopes
import Foundation
import HTTPMessages
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import IdentityService
import Ledger
import Logging
import Mail
import Metrics
import NIOCore
import PageImages
import ServiceLifecycle
import Typesetting
import Webhooks

/// The service: the eSignature REST API for programs and the signing ceremony for people, over one data directory.
///
///     let service = try SigningService(ServiceConfiguration(dataDirectory: folder), logger: logger)
///     try await service.run()
public struct SigningService: Sendable {
    /// The settings that the service was made with.
    public let configuration: ServiceConfiguration
    /// The API and the signing pages.
    public let envelopes: EnvelopeService
    /// Applications whose users sign in here, with their tokens and profiles.
    public let identity: IdentityService
    /// Accounts, users, and access tokens.
    public let accounts: AccountStore
    /// Applications and their authorizations.
    public let authorizations: AuthorizationStore
    /// The users' passwords.
    public let passwords: AccountPasswords
    /// Delivers webhooks.
    public let webhooks: WebhookDelivery
    /// Takes in messages that come back.
    public let bounces: BounceIntake
    /// The service's own certificate authority.
    public let authority: LocalAuthority
    private let directory: DataDirectory
    private let database: any SQLDatabase
    let address: ServiceAddress
    /// Runs what happens later: messages, reminders, expiry.
    public let jobs: JobRunner
    /// Takes failures and what happens to jobs; calls at the level `debug`.
    public let logger: Logger

    /// Opens a data directory, creating missing parts: schema, keys, and certificates.
    /// - Throws: ``StorageError``, and errors of the database or the page renderer
    public init(_ configuration: ServiceConfiguration, logger: Logger) throws {
        directory = try DataDirectory(configuration.dataDirectory)
        let storage = try ServiceStorage(
            directory, database: configuration.database, settings: configuration.databaseUse)
        database = storage.database
        self.configuration = configuration
        accounts = storage.accounts(now: configuration.envelopes.now)
        authorizations = AuthorizationStore(storage, lives: .init(refreshGrace: configuration.refreshGrace))
        passwords = AccountPasswords(storage, cost: configuration.identity.passwordCost)
        let address = ServiceAddress(configuration)
        self.address = address
        let secrets = try storage.secrets(configuration.secretKey, isFirst: true)
        let authority = try storage.authority(secrets: secrets, at: configuration.envelopes.now()) {
            address.baseForOthers.map { $0.absoluteString + "/" + Self.revocationListPath }
        }
        self.authority = authority
        try storage.rememberAddress(configuration.database)
        try StoreFiles.makeFolder(directory.pageImages)
        try StoreFiles.makeFolder(directory.temporary)
        let renderer = CachedPageRenderer(
            try PopplerPageRenderer(configuration: .init(temporaryDirectory: directory.temporary)),
            directory: directory.pageImages)
        let bell = JobBell()
        let queue = SQLJobQueue(storage.database, quotas: configuration.messages)
        let ledger = try storage.ledger(timer: configuration.envelopes.timer, now: configuration.envelopes.now) {
            ServiceCounts.count(.eventStored($0.body.kind))
            if EnvelopeJobs.follow($0) { bell.ring() }
        }
        let counts = SQLCallCountStore(storage.database)
        var signIn = configuration.identity
        signIn.sendsTextMessages = configuration.texts != nil
        signIn.knowsNetworks = configuration.knowsVisitors
        identity = IdentityService(
            signIn,
            stores: .init(
                identity: IdentityStore(storage.database), counts: counts, jobs: queue, secrets: secrets),
            providers: .guarded(configuration.openIDProviders), base: { address.base },
            now: configuration.envelopes.now,
            report: { ServiceLog.report($0, $1, to: logger) },
            stored: { bell.ring() })
        let tokens = SenderTokens(
            accounts: accounts, identity: identity, authorizations: authorizations,
            countsConnections: configuration.knowsVisitors)
        let stores = EnvelopeService.Stores(
            storage.database, ledger: ledger, parts: try storage.uploadParts(), jobs: queue,
            tokens: tokens, keys: accounts, secrets: secrets, configuration.envelopes)
        var calls = configuration.envelopeService(logger)
        calls.ceremony.codePicture = { CodePicture.drawing($0) }
        calls.ceremony.accountName = { [accounts] in try await accounts.name(of: $0) }
        calls.ceremony.terms = { [accounts] in try await accounts.disclosureTerms(of: $0) }
        calls.ceremony.brand = { [brands = stores.brands] envelope in
            try await brands.look(envelope.definition.brandID, of: envelope.accountID)
        }
        calls.ceremony.accountLanguage = { [accounts] in try await accounts.mail(of: $0).language }
        calls.hasUser = { [accounts] in try await accounts.hasUser($0, in: $1) }
        calls.accountNotification = { [accounts] in try await accounts.mail(of: $0).notification }
        calls.accountDefaults = { [accounts] in
            let settings = try await accounts.mail(of: $0)
            return EnvelopeDefaults(showsEvidence: settings.showsEvidence ?? true, dateFormat: settings.dateFormat)
        }
        calls.ceremony.lasting?.services.lists = { [try authority.revocationList(at: $0)] }
        envelopes = EnvelopeService(
            calls, stores: stores,
            workshop: .init(
                authority: authority, typesetter: try HarfBuzzTypesetter(order: configuration.fonts),
                renderer: renderer,
                fetcher: GuardedFileFetcher(configuration.fileServers, limit: configuration.fetchedFileLimit)),
            base: { address.base }, observe: ServiceCounts.count)
        webhooks = WebhookDelivery(
            stores: stores, settings: calls.connect, sender: WebhookSender(configuration.receivers))
        jobs = try Self.jobs(
            configuration, stores, bell, webhooks, envelopes, identity,
            returns: SQLReturnStore(storage.database), folder: directory.mail,
            accounts: accounts, address: address, logger)
        bounces = BounceIntake(
            ledger: ledger, returns: SQLReturnStore(storage.database), accounts: accounts,
            now: configuration.envelopes.now)
        self.logger = logger
    }

    private static func jobs(
        _ configuration: ServiceConfiguration, _ stores: EnvelopeService.Stores, _ bell: JobBell,
        _ webhooks: WebhookDelivery, _ envelopes: EnvelopeService, _ identity: IdentityService,
        returns: SQLReturnStore, folder: URL,
        accounts: AccountStore, address: ServiceAddress, _ logger: Logger
    ) throws -> JobRunner {
        let (timer, ledger, sealing) = (configuration.envelopes.timer, stores.ledger, envelopes.sealing)
        let mail = try configuration.mail ?? MailService.folder(folder)
        let consumer = try MailConsumer(
            ledger: ledger, jobs: stores.jobs, links: stores.links, returns: returns, secrets: stores.secrets,
            transport: mail.transport, settings: mail.settings, timer: timer,
            linkLife: configuration.envelopes.links.life,
            appearance: { [brands = stores.brands] envelope in
                let mail = try await accounts.mail(of: envelope.accountID)
                return AccountAppearance(
                    name: try await accounts.name(of: envelope.accountID), fromName: mail.fromName,
                    replyTo: mail.replyTo.flatMap { try? MailAddress($0) },
                    brand: try await brands.look(envelope.definition.brandID, of: envelope.accountID),
                    owner: try? await accounts.owner(of: envelope.accountID).mailbox(), language: mail.language)
            }, base: { address.base.port == 0 ? nil : address.base })
        let published = PublishedEvents(ledger: ledger, mails: true, notices: { try await accounts.notices(of: $0) }) {
            [connect = stores.connect, hooks = stores.hooks] event, before, after in
            let configurations = try await connect.configurations(of: after.accountID)
            let calls = try WebhookOrder.orders(for: event, before, after, configurations: configurations).map {
                try $0.job()
            }
            let heard = try await HookOrder.orders(for: event, before, after, hooks: hooks.hooks(of: after.accountID))
            return try calls + heard.map { try $0.job() }
        }
        let codes = try IdentityMailConsumer(
            secrets: stores.secrets, transport: mail.transport, settings: mail.settings,
            base: { address.base.port == 0 ? nil : address.base })
        let wait = configuration.jobs.retryWait
        var work: [JobKind: JobRunner.Work] = [
            .published: .init(published, .own),
            .timer: .init(
                EnvelopeTimers(
                    ledger: ledger, timer: timer, seal: { try await sealing.seal($0, in: ledger, at: $1) }), .own),
            .mail: .init(consumer, .mail.beginning(with: wait)),
            .webhook: .init(WebhookConsumer(webhooks), .webhook.beginning(with: wait)),
            .hook: .init(
                HookConsumer(stores: stores, timer: timer, sender: WebhookSender(configuration.receivers)),
                .webhook.beginning(with: wait)),
            .bulkSend: .init(BulkSendConsumer(envelopes), .own),
            .identityMail: .init(codes, .mail.beginning(with: wait)),
            .cleaning: .init(
                Cleaning {
                    try await envelopes.removeUnused()
                    try await identity.removeExpired()
                }, .own),
        ]
        if let gateway = configuration.texts {
            let texts = IdentityTextConsumer(
                secrets: stores.secrets, gateway: gateway, base: { address.base.port == 0 ? nil : address.base })
            work[.identityText] = .init(texts, .mail.beginning(with: wait))
        }
        return JobRunner(
            stores.jobs, work: work, settings: configuration.jobs, bell: bell, now: configuration.envelopes.now,
            logger: logger)
    }

    /// Envelopes and their histories.
    public var ledger: EnvelopeLedger { envelopes.ledger }

    /// The service's URL, without a final slash.
    public var baseURL: URL { address.base }

    /// Returns the service as an application that can be run or tested.
    /// - Parameters:
    ///   - onRunning: called once the service listens
    ///   - routes: calls beside the service's own
    public func application(
        adding routes: [APIRoute] = [], onRunning: @escaping @Sendable (URL) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let carrier = Carrier(
            dispatcher: dispatcher(adding: routes), address: address,
            visitors: VisitorAddress(proxies: configuration.proxies, logger: logger), isSecure: configuration.isSecure)
        let bound = ConnectionBound(
            wanted: configuration.connections.total, openFiles: ConnectionBound.raisedOpenFiles())
        return Application(
            responder: carrier, server: server(bound),
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port), serverName: "countersign",
                availableConnectionsDelegate: .maximum(bound.total, logger: logger)),
            onServerRunning: { [address, configuration] channel in
                address.listens(host: configuration.host, port: channel.localAddress?.port ?? configuration.port)
                await onRunning(address.base)
            },
            logger: logger)
    }

    /// Runs the service until SIGTERM or SIGINT. Requests in progress are answered first, for at most half a minute.
    /// Several services may run on one data directory.
    /// - Throws: ``StorageError/file(path:reason:)``
    public func run(
        adding routes: [APIRoute] = [],
        onRunning: @escaping @Sendable (URL) async -> Void = { _ in }
    ) async throws {
        for sentence in SecretFileNotice.sentences(for: secretFiles) { logger.warning("\(sentence)") }
        let claim = try directory.claim()
        defer { withExtendedLifetime(claim) {} }
        let application = application(
            adding: routes,
            onRunning: { [accounts, configuration, logger] address in
                do {
                    // Stored for accounts that are created while the service is not running.
                    try await accounts.remember(address: address)
                    try await accounts.set(
                        .returnAddress, to: configuration.mail?.settings.returnAddress?.description)
                } catch {
                    logger.warning("The service's address could not be noted", metadata: ["error": "\(error)"])
                }
                await onRunning(address)
            })
        let now = configuration.envelopes.now
        var configuration = ServiceGroupConfiguration(
            services: [
                application, jobs,
                Housekeeping(
                    queue: envelopes.stores.jobs, now: now, notices: { notices(at: now()) },
                    listEarlier: { try await listEarlier() }, logger: logger),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(30)
        try await ServiceGroup(configuration: configuration).run()
    }

    /// Lists the envelopes that an earlier version of this program has stored.
    private func listEarlier() async throws {
        let events = SQLEventStore(
            database, remembersStates: false, jobs: EnvelopeJobs(timer: configuration.envelopes.timer))
        try await events.listEarlier { count in
            logger.info("Preparing lists of earlier envelopes", metadata: ["prepared": "\(count)"])
        }
    }

    /// The files with secrets that only the service's user should be able to read.
    private var secretFiles: [URL] {
        LocalAuthority.keyFiles(in: directory) + [configuration.secretKey ?? directory.secretKey]
            + [configuration.certificate?.key, configuration.texts?.tokenFile].compactMap(\.self)
    }

    /// Returns warnings for operators about the service's certificates.
    func notices(at date: Date) -> [ValidityNotice] {
        authority.notices(at: date) + [configuration.certificate?.notice(at: date)].compactMap(\.self)
    }

    /// Returns a signing URL for one recipient. It works once, within the ticket's lifetime.
    public func signingURL(
        for recipient: RecipientID, of envelope: EnvelopeID, returningTo returnURL: URL, base: URL? = nil
    ) async throws -> URL {
        try await envelopes.signingURL(for: recipient, of: envelope, returningTo: returnURL, base: base)
    }

    private func server(_ bound: ConnectionBound) -> HTTPServerBuilder {
        let connections = connections(bound)
        guard let certificate = configuration.certificate else { return .http1(configuration: connections) }
        return HTTPServerBuilder { responder in
            try TLSChannel(
                HTTP1Channel(responder: responder, configuration: connections), tlsConfiguration: certificate.server)
        }
    }

    /// Returns a configuration that closes a connection after a minute without data, if its request never ends, or if
    /// its answer is not read.
    private func connections(_ bound: ConnectionBound) -> HTTP1Channel.Configuration {
        let limit = configuration.envelopes.requestLimit
        let life = TimeAmount.milliseconds(Int64((configuration.connections.requestLife * 1000).rounded()))
        let answerLife = TimeAmount.milliseconds(Int64((configuration.connections.answerLife * 1000).rounded()))
        // Behind a proxy, every connection has the proxy's address.
        let isDirect =
            (configuration.proxies ?? 0) == 0 && (configuration.publicURL == nil || configuration.proxies == 0)
        let shares = ConnectionShares(share: isDirect ? max(1, bound.total / 4) : .max)
        return .init(
            additionalChannelHandlers: [
                ShareGuard(shares), ContinueAnswer(requestLimit: limit), RequestDeadline(life: life), GoneClient(),
                ClosingAnswer(), AnswerDeadline(life: answerLife),
            ], idleTimeout: .seconds(60))
    }

    /// Answers every call of the service.
    private func dispatcher(adding routes: [APIRoute]) -> Dispatcher<Void> {
        let signIn = OAuthRoutes(
            authorizations: authorizations, people: identity.ownSignIn, offersCodes: configuration.signInCodes,
            browserLife: configuration.identity.passwords.browserLife,
            user: { [accounts] in try await accounts.identity(address: $0, preferring: nil)?.userID },
            isSecure: configuration.isSecure, countsConnections: configuration.knowsVisitors,
            base: { [address] in address.base }, now: configuration.envelopes.now)
        let unsubscribing = UnsubscribeRoutes(secrets: envelopes.stores.secrets, accounts: accounts)
        let returned = BounceRoutes(intake: bounces, requestLimit: configuration.envelopes.requestLimit)
        let own =
            signIn.routes + returned.routes + unsubscribing.routes + Readiness(database: database).routes + [
                APIRoute(.get, "health", needsToken: false) { _ in try .json(["status": "ok"]) },
                APIRoute(.get, Self.revocationListPath, needsToken: false) { [authority, configuration] _ in
                    let list = try authority.revocationList(at: configuration.envelopes.now())
                    return HTTPReply(status: 200, headers: [.contentType: "application/pkix-crl"], body: Data(list))
                },
            ]
        return Dispatcher(
            envelopes.calls + [identity.calls, FramedRoutes(envelopes.frame, own + routes)],
            otherwise: envelopes.frame, traceHeader: EnvelopeService.traceHeader)
    }

    /// The path of the local authority's revocation list (RFC 5280 §4.2.1.13), below the service's URL.
    private static let revocationListPath = "authority/revoked.crl"

    /// Creates an envelope from the JSON body of an API request, for callers in the same process.
    public func createEnvelope(_ body: Data, for identity: Identity) async throws -> Envelope {
        try await envelopes.createEnvelope(body, for: identity)
    }
}

extension Sender {
    fileprivate func mailbox() throws -> Mailbox { try Mailbox(name: name, address: email) }
}
