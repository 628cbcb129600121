import Ceremony
import Envelopes
import Foundation

/// Everything an app may set. A value: two instances of ``CountersignClient`` with different configurations live side by
/// side.
public struct CountersignConfiguration: Sendable {
    // MARK: The server

    /// The base of the API's URLs, as `countersign account create` prints it: `https://sign.example.org/restapi`. The
    /// last part is added where it is missing. Only https, except for a server on this machine.
    public var server: URL
    /// Whether a server on another machine may be asked without TLS. For trials in one's own network: tokens and
    /// documents can then be read by anybody on the way. Default: no.
    public var allowsPlainHTTP = false
    /// Where the calls under `/oauth/` are; nil, the default, is the server itself, and for DocuSign's servers the
    /// account server that belongs to them.
    public var accountServer: URL?
    /// What the log-in with a code and PKCE needs; nil where the app brings its own tokens.
    public var oauth: OAuthSettings?
    /// Seconds without a byte from the server after which a call fails; 30 to 1,200. Default: 120. A value outside is
    /// taken as the nearest inside.
    public var apiTimeout: TimeInterval {
        get { clampedTimeout }
        set { clampedTimeout = Self.clamped(newValue) }
    }
    /// Carries calls to the server. Default: URLSession.
    public var transport: any HTTPTransport
    /// Which calls are sent again when there was no answer.
    public var retries = RetryRule()

    // MARK: Signing

    /// The language that signing and sign-in pages are asked for in; nil, the default, leaves it to the page. A
    /// server shows it as far as it can: a Countersign service's pages, and those shown without a network, are in
    /// English.
    public var language: SigningLanguage?
    /// Where a signing page goes when it ends. The address is never loaded; at most 470 characters. Default:
    /// `https://docusignink/signing`.
    public var returnAddress = "https://docusignink/signing"
    /// Seconds until a signing page that has not begun to show counts as failed. Default: 30.
    public var pageLoadTimeout: TimeInterval = 30
    /// What the close control of a signing page asks before it closes. Default: ``CloseQuestion/kept``, and
    /// ``CloseQuestion/notKept`` where no progress is saved.
    public var closeQuestion = CloseQuestion.kept
    /// Rules about a signing page's navigations that are asked before the library's own. Default: none.
    public var navigationHandlers: [any NavigationHandler] = []
    /// What a person agrees to before signing without a network; nil, the default, is `Disclosure.onDevice`.
    /// A Countersign service takes another text only if it was started with it (`serve --device-consent FILE`, which holds
    /// the title and each paragraph as a line).
    public var consent: Disclosure?
    /// How signing without a network behaves.
    public var offline = OfflineOptions()
    /// How a template's roles are found by name. Default: letter for letter.
    public var roleMatching = TemplateDefaults.RoleMatching.strict
    /// Whatever keeps cookies and other data of web pages; cleared at log-out.
    public var webData: [any SigningWebData] = []

    // MARK: What is kept and told

    /// Where envelopes, templates and credentials are kept, each user's apart; made with access for this user only.
    /// Default: `Countersign` in the user's folder for application support.
    public var storageFolder: URL
    /// Where tokens and the saved session are kept. Default: ``FileCredentialStore`` in the storage folder on Linux,
    /// the Keychain on Apple systems.
    public var credentials: any CredentialStore
    /// Where notifications with the documented names are posted. Default: `NotificationCenter.default`.
    public var notificationCenter = NotificationCenter.default
    /// How many events wait for a listener that is slow; then its oldest are dropped. Default: 256.
    public var eventBacklog = 256
    /// How much is written to the log. Default: errors.
    public var loggingLevel = CountersignConfiguration.LoggingLevel.error
    /// Where log lines go. Default: the standard error. A line names no person and holds no secret.
    public var log: @Sendable (CountersignConfiguration.LoggingLevel, String) -> Void = ClientLog.toStandardError
    /// The clock.
    public var now: @Sendable () -> Date = { Date() }

    /// Nothing is ever told to anybody but the server that the app names.
    public static let sendsTelemetry = false
    /// The least and the most seconds of ``apiTimeout``.
    public static let apiTimeoutLimits: ClosedRange<TimeInterval> = 30...1200
    public static let defaultAPITimeout: TimeInterval = 120
    /// The most characters of ``returnAddress`` (the API cuts longer ones).
    public static let longestReturnAddress = 470

    private var clampedTimeout: TimeInterval

    /// A configuration with every default.
    ///
    /// - Parameters:
    ///   - server: see ``server``.
    ///   - storageFolder: see ``storageFolder``; nil for the default.
    ///   - credentials: see ``credentials``; nil for the default.
    ///   - transport: see ``transport``; nil for the default.
    ///   - apiTimeout: see ``apiTimeout``.
    public init(
        server: URL, storageFolder: URL? = nil, credentials: (any CredentialStore)? = nil,
        transport: (any HTTPTransport)? = nil, apiTimeout: TimeInterval = defaultAPITimeout
    ) {
        self.server = server
        let folder = storageFolder ?? Self.defaultStorageFolder
        self.storageFolder = folder
        self.credentials = credentials ?? Self.defaultCredentials(in: folder)
        self.transport = transport ?? URLSessionTransport()
        clampedTimeout = Self.clamped(apiTimeout)
    }

    private static func clamped(_ seconds: TimeInterval) -> TimeInterval {
        guard seconds.isFinite else { return defaultAPITimeout }
        return min(max(seconds, apiTimeoutLimits.lowerBound), apiTimeoutLimits.upperBound)
    }

    private static var defaultStorageFolder: URL {
        let found = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (found ?? URL.homeDirectory.appending(path: ".local/share"))
            .appending(path: "Countersign", directoryHint: .isDirectory)
    }

    private static func defaultCredentials(in folder: URL) -> any CredentialStore {
        #if canImport(Security)
            KeychainCredentialStore(service: "Countersign")
        #else
            FileCredentialStore(folder: folder.appending(path: "credentials", directoryHint: .isDirectory))
        #endif
    }
}

extension CountersignConfiguration {
    /// - Throws: ``CountersignError/invalidConfiguration(what:)`` naming the first value that cannot be used.
    func validate() throws(CountersignError) {
        let server = try ServerAddress(server, allowsPlainHTTP: allowsPlainHTTP)
        _ = try AccountServer(accountServer, server: server, allowsPlainHTTP: allowsPlainHTTP)
        try oauth?.validate()
        guard ReturnAddress.allows(returnAddress), returnAddress.utf16.count <= Self.longestReturnAddress else {
            throw .invalidConfiguration(what: "returnAddress is no address of at most 470 characters to return to")
        }
        guard storageFolder.isFileURL else {
            throw .invalidConfiguration(what: "storageFolder is not a folder on this device")
        }
        guard pageLoadTimeout > 0, pageLoadTimeout.isFinite else {
            throw .invalidConfiguration(what: "pageLoadTimeout is not a number of seconds above 0")
        }
        guard eventBacklog > 0 else { throw .invalidConfiguration(what: "eventBacklog is below 1") }
        guard offline.largestDocument > 0 else {
            throw .invalidConfiguration(what: "offline.largestDocument is below 1")
        }
    }
}
