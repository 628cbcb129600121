import Ceremony
import ClientSupport
import Dispatch
import Envelopes
import Foundation

/// An app's settings. A value type: instances of ``CountersignClient`` can have different configurations.
public struct CountersignConfiguration: Sendable {
    // MARK: The server

    /// The base of the API's URLs, as `countersign account create` prints it: `https://sign.example.org/restapi`. The
    /// last component is added if it is missing. Only https, except for a server on this machine.
    public var server: URL
    /// Whether a server on another machine may be called without TLS. Only for trials in a private network, because
    /// anybody on the way can read tokens and documents. Default: no.
    public var allowsPlainHTTP = false
    /// The base of the calls under `/oauth/`. `nil`, the default, means the server itself, or for DocuSign's servers
    /// their account server.
    public var accountServer: URL?
    /// Settings for the log-in with a code and PKCE; `nil` if the app supplies its own tokens.
    public var oauth: OAuthSettings?
    /// How long a call waits for a byte from the server before it fails, in seconds; 30 to 1,200. Values outside are
    /// clamped. Default: 120.
    public var apiTimeout: TimeInterval {
        get { clampedTimeout }
        set { clampedTimeout = Self.clamped(newValue) }
    }
    /// Sends calls to the server. Default: URLSession.
    public var transport: any HTTPTransport
    /// Which calls are retried if the server does not answer.
    public var retries = RetryRule()

    // MARK: Signing

    /// The requested language of signing and sign-in pages; `nil`, the default, leaves it to the page. Servers support
    /// languages to different degrees: a Countersign service's pages and the offline pages are in English.
    public var language: SigningLanguage?
    /// The URL a signing page goes to when it ends, in https or an app's own scheme. It is never loaded; at most 470 characters. Default:
    /// `https://docusignink/signing`.
    public var returnURL = URL(string: "https://docusignink/signing") ?? URL(filePath: "/")
    /// Time limit, in seconds, for a signing page to start showing. After that it has failed. Default: 30.
    public var pageLoadTimeout: TimeInterval = 30
    /// The question of a signing page's close control. Default: ``CloseQuestion/kept``, or ``CloseQuestion/notKept`` if
    /// progress is not saved.
    public var closeQuestion = CloseQuestion.kept
    /// Rules for a signing page's navigations that take precedence over the library's own. Default: none.
    public var navigationHandlers: [any NavigationHandler] = []
    /// The text a person agrees to before signing offline; `nil`, the default, is `Disclosure.onDevice`. A Countersign
    /// service accepts another text only if it was started with it (`serve --device-consent FILE`; the file holds the
    /// title and each paragraph on a line).
    public var consent: Disclosure?
    /// Options of offline signing.
    public var offline = OfflineOptions()
    /// How a template's roles are matched by name. Default: letter for letter.
    public var roleMatching = TemplateDefaults.RoleMatching.strict
    /// Objects that clear more data of web pages at log-out than ``CountersignClient/clearWebData()`` does by itself, such as
    /// that of an app's own web views. Default: none.
    public var webData: [any SigningWebData] = []

    // MARK: Storage and events

    /// The folder for envelopes, templates and credentials, with a separate part for each user. Created with access for
    /// this user only. Default: `Countersign` in the user's folder for application support.
    public var storageFolder: URL
    /// The store for tokens and the saved session. Default: `FileCredentialStore` in the storage folder on Linux, the
    /// Keychain on Apple's systems.
    public var credentials: any CredentialStore
    /// Where notifications with the documented names are posted. Default: `NotificationCenter.default`.
    public var notificationCenter = NotificationCenter.default
    /// The serial queue on which notifications are posted, in the order of the events; `nil` posts them wherever an event
    /// occurs. Default: the main queue on Apple's systems, so that observers may use UIKit and AppKit; `nil` on Linux,
    /// where not every app's main loop runs the main queue.
    public var notificationQueue: DispatchQueue? = CountersignConfiguration.usualNotificationQueue
    /// How many events wait for a slow listener before its oldest are dropped. Default: 256.
    public var eventBacklog = 256
    /// How much is written to the log. Default: errors.
    public var loggingLevel = CountersignConfiguration.LoggingLevel.error
    /// Receives log lines. Default: writes to standard error. A line contains no person's name and no secret.
    public var log: @Sendable (CountersignConfiguration.LoggingLevel, String) -> Void = ClientLog.toStandardError
    /// The clock.
    public var now: @Sendable () -> Date = { Date() }

    private static var usualNotificationQueue: DispatchQueue? {
        #if canImport(Darwin)
            .main
        #else
            nil
        #endif
    }

    /// The library sends data only to the server that the app configures.
    public static let sendsTelemetry = false
    /// The valid range of ``apiTimeout``, in seconds.
    public static let apiTimeoutLimits: ClosedRange<TimeInterval> = 30...1200
    /// The default of ``apiTimeout``, in seconds; also used for a value that is no finite number.
    public static let defaultAPITimeout: TimeInterval = 120
    /// The maximum length of ``returnURL`` in characters (the API truncates longer ones).
    public static let longestReturnURL = 470

    private var clampedTimeout: TimeInterval

    /// Creates a configuration with defaults for everything else.
    ///
    /// - Parameters:
    ///   - server: see ``server``
    ///   - storageFolder: see ``storageFolder``; `nil` for the default
    ///   - credentials: see ``credentials``; `nil` for the default
    ///   - transport: see ``transport``; `nil` for the default
    ///   - apiTimeout: see ``apiTimeout``
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
            // In the same place whatever folder the app uses, since all of them share these secrets.
            KeychainCredentialStore(
                service: "Countersign", installationMark: defaultStorageFolder.appending(path: "installed"))
        #else
            FileCredentialStore(folder: folder.appending(path: "credentials", directoryHint: .isDirectory))
        #endif
    }
}

extension CountersignConfiguration {
    /// - Throws: ``CountersignError/invalidConfiguration(what:)`` with the first invalid value
    func validate() throws(CountersignError) {
        let server = try ServerAddress(server, allowsPlainHTTP: allowsPlainHTTP)
        _ = try AccountServer(accountServer, server: server, allowsPlainHTTP: allowsPlainHTTP)
        try oauth?.validate()
        let returned = returnURL.absoluteString
        guard ReturnAddress.allows(returned), returned.utf16.count <= Self.longestReturnURL else {
            throw .invalidConfiguration(what: "returnURL is not a valid address of at most 470 characters")
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
