import Ceremony
import Delivery
import EnvelopeService
import Envelopes
import Foundation
import GuardedHTTP
import IdentityService
import Ledger
import Logging
import Mail
import PostgreSQL
import Typesetting

/// The settings of a service.
public struct ServiceConfiguration: Sendable {
    /// The folder for all data.
    public var dataDirectory: URL
    /// The PostgreSQL database that several services share; `nil` for the one that the data directory remembers, or else
    /// an SQLite database in it.
    public var database: PostgreSQLAddress?
    /// How many connections to open to PostgreSQL, and how long to wait for it.
    public var databaseUse = PostgreSQLSettings()
    /// The address to listen on.
    public var host: String
    /// The port to listen on; 0 lets the system choose a free one.
    public var port: Int
    /// The public URL of the service if it differs from the address it listens on, as behind a TLS proxy. Without a
    /// final slash.
    public var publicURL: URL?
    /// The service's own TLS certificate; `nil` for plain HTTP, as behind a proxy.
    public var certificate: TLSCertificate?
    /// The number of proxies in front of the service that each add the address they received the request from to
    /// `X-Forwarded-For`. 0 if there are none; `nil` if the operator has not said.
    public var proxies: Int?
    /// Limits on the duration and number of connections.
    public var connections = ConnectionLimits()
    /// The settings of the API and the signing pages. Upload parts and histories are limited to its ``requestLimit``.
    /// The service itself sets whether cookies need TLS, and where errors are reported.
    public var envelopes = EnvelopeServiceConfiguration()
    /// How messages are sent; `nil` writes them as files into the data directory.
    public var mail: MailService?
    /// How many messages about envelopes leave within an hour.
    public var messages = MessageQuotas()
    /// Who carries text messages to telephones; `nil` for nobody, so that nobody signs in with a number.
    public var texts: TextGateway?
    /// How jobs are run: messages, calls of webhooks, reminders.
    public var jobs = JobSettings()
    /// The fonts for values that the standard PDF fonts cannot show.
    public var fonts = FontOrder()
    /// Whether the users of accounts may sign in with a code by mail, not only with a password.
    public var signInCodes = true
    /// How long an app may use a refresh token again if the answer was lost, in seconds, as long as nobody has used
    /// the refresh token in that answer. 0 disables it. Default: thirty days, the whole life of a refresh token.
    public var refreshGrace: TimeInterval = defaultRefreshGrace
    /// How people sign in to applications, and how long they stay.
    public var identity = IdentityServiceConfiguration()
    /// The URLs to which webhooks may be sent.
    public var receivers = GuardPolicy()
    /// The addresses from which files that a request names may be fetched.
    public var fileServers = GuardPolicy()
    /// Which addresses of OpenID providers the service may reach.
    public var openIDProviders = GuardPolicy()
    /// The maximum size of such a file in bytes. Default: 50 MB.
    public var fetchedFileLimit = 50 * 1024 * 1024
    /// The file with the key for secrets in the database (``SecretKeyFile``); `nil` for the data directory's own.
    public var secretKey: URL?

    /// Without further arguments, the service listens on this machine only.
    ///
    /// - Parameter publicURL: the address at which browsers reach the service; `nil` for that of `host` and `port`
    public init(dataDirectory: URL, host: String = "127.0.0.1", port: Int = 8080, publicURL: URL? = nil) {
        self.dataDirectory = dataDirectory
        self.host = host
        self.port = port
        self.publicURL = publicURL
    }

    static let defaultRefreshGrace: TimeInterval = 30 * 86_400

    /// Whether browsers reach the service over TLS, so that cookies must not be sent without it.
    var isSecure: Bool { certificate != nil || publicURL?.scheme?.lowercased() == "https" }

    /// Whether the origin of a request is known: by the connection, unless a proxy is in between that does not say it.
    /// A service with a certificate of its own is reached directly, as is one whose operator says so.
    var knowsVisitors: Bool { publicURL == nil || proxies != nil || certificate != nil }

    /// Returns the settings of the API and the signing pages as the service applies them.
    func envelopeService(_ logger: Logger) -> EnvelopeServiceConfiguration {
        var service = envelopes
        service.isSecure = isSecure
        service.mailsSigners = true
        service.uploads.partSize = min(service.uploads.partSize, service.requestLimit)
        service.commits.historySize = min(service.commits.historySize, service.requestLimit)
        service.connect.allowsHTTP = receivers.allowsHTTP
        service.connect.refusal = { [receivers] in receivers.refusal(of: $0)?.description }
        service.report = { ServiceLog.report($0, $1, to: logger) }
        return service
    }
}

/// How a service sends messages.
public struct MailService: Sendable {
    /// Hands messages to a mail server, or writes them into a folder.
    public var transport: any MailTransport
    /// Who messages come from, and what they carry.
    public var settings: MailSettings

    /// The sizes of messages are not compared; see ``MailSettings/fit(messagesOf:)``.
    public init(transport: any MailTransport, settings: MailSettings) {
        self.transport = transport
        self.settings = settings
    }

    /// Messages as files in a folder.
    static func folder(_ url: URL) throws -> MailService {
        MailService(
            transport: FolderTransport(MailFolder(url)),
            settings: MailSettings(from: try Mailbox(name: "Countersign", address: "countersign@localhost.localdomain"))
        )
    }
}
