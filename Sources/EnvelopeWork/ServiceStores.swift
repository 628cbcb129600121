import Accounts
import Foundation
import Ledger

/// The stores of the service: all that one database holds, and what lies elsewhere.
public struct ServiceStores: Sendable {
    /// The envelopes' histories, and their blobs.
    public let ledger: EnvelopeLedger
    package let tickets: SQLTicketStore
    /// Open signing pages.
    public let sessions: SQLSessionStore
    /// Uploads of devices.
    public let uploads: SQLUploadStore
    /// The accounts' templates.
    public let templates: SQLTemplateStore
    /// Where users have put envelopes.
    public let folders: SQLFolderStore
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
    /// Drafts that are being composed.
    package let composing: SQLComposingStore
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
        folders = SQLFolderStore(database, jobs: EnvelopeJobs(timer: configuration.timer))
        links = SQLLinkStore(database)
        codes = SQLCodeStore(database)
        connect = SQLConnectStore(database)
        brands = SQLBrandStore(database)
        callCounts = SQLCallCountStore(database)
        applications = SQLApplicationStore(database)
        bulkSends = SQLBulkSendStore(database)
        hooks = SQLHookStore(database)
        composing = SQLComposingStore(database)
        self.jobs = jobs
        self.tokens = tokens
        self.keys = keys
        self.secrets = secrets
    }
}
