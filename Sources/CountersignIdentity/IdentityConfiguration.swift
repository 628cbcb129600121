import ClientSupport
import Crypto
import Essentials
import Foundation

#if canImport(Darwin)
    import Darwin
#endif

/// How an app signs its users in. A value configures one ``IdentityClient``; there are no globals.
public struct IdentityConfiguration: Sendable {
    /// The address of the service, https or http to this machine.
    public var server: URL
    /// The app's key at the service; no secret.
    public var appKey: String
    /// The folder for state that survives restarts: the profile, changes that wait to be sent, and locks. Processes
    /// that share a session share this folder.
    public var folder: URL
    /// Where tokens and keys are stored; default: the Keychain, elsewhere files that only the user can read, with a line
    /// on standard error that says so. On a desktop, a `SecretServiceCredentialStore` protects them better.
    public var credentials: any CredentialStore
    /// Default: URLSession.
    public var transport: any HTTPTransport
    /// How long to wait for a byte from the server, in seconds. Default: 30.
    public var timeout: TimeInterval
    /// Hosts of sign-in links besides the server's, such as `example.link`; a full stop at the beginning stands for
    /// every host below: `.example.link`.
    public var linkHosts: Set<String>
    /// The address that a sign-in link in a browser leads to in the end, such as a universal link; default: none.
    public var postSignInRedirect: URL?
    /// Fields that are encrypted on this device, besides those that the app's schema marks.
    public var encryptedFields: Set<String>
    /// Whether the client loads and saves by itself. An extension sets it to false and only reads. Default: true.
    public var worksInBackground: Bool
    /// The time on this device and a clock that nobody can set; replaced in tests.
    package var clock: DeviceClock
    package var wallClock: @Sendable () -> Date
    /// The logarithm of the cost of a recovery export's passphrase; lower in tests.
    package var recoveryCost = RecoveryExport().logCost

    /// Creates a configuration with defaults for everything else. Nothing is checked before
    /// ``IdentityClient/init(_:)``.
    ///
    /// - Parameters:
    ///   - folder: see ``folder``; `nil` for `CountersignIdentity` in the user's folder for application support
    ///   - credentials: see ``credentials``; `nil` for the default
    ///   - transport: see ``transport``; `nil` for URLSession with answers up to 16 MiB
    public init(
        server: URL, appKey: String, folder: URL? = nil, credentials: (any CredentialStore)? = nil,
        transport: (any HTTPTransport)? = nil
    ) {
        self.server = server
        self.appKey = appKey
        let folder = folder ?? Self.defaultFolder
        self.folder = folder
        self.credentials = credentials ?? Self.defaultCredentials(in: folder)
        self.transport = transport ?? URLSessionTransport(answerLimit: 1 << 24)
        timeout = 30
        linkHosts = []
        postSignInRedirect = nil
        encryptedFields = []
        worksInBackground = true
        clock = .system
        wallClock = { Date() }
    }

    /// Creates a configuration for an app and its extensions, which share the session and the profile.
    ///
    /// Each of them creates it with the same group. What one stores, the others' ``IdentityClient/state`` shows at once.
    /// On Apple's systems the group is an entry of the entitlement `com.apple.security.application-groups`, which is
    /// also the Keychain's access group there; elsewhere it names a folder of the user's data.
    ///
    /// - Parameter appGroup: such as `group.com.example.shop`
    /// - Throws: ``IdentityError/invalidConfiguration(what:)`` for a text that is no name of a group, or for a group
    ///   that the program does not belong to
    public init(
        server: URL, appKey: String, appGroup group: String, transport: (any HTTPTransport)? = nil
    ) throws(IdentityError) {
        let isName =
            (1...155).contains(group.utf8.count) && !group.hasPrefix(".")
            && group.utf8.allSatisfy { byte in
                byte == 0x2D || byte == 0x2E || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte)
            }
        guard isName else {
            throw .invalidConfiguration(what: "“\(group.prefix(100))” is not a group such as group.com.example.shop")
        }
        #if canImport(Darwin)
            let found = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
            guard let container = found else {
                throw .invalidConfiguration(what: "the program does not belong to the app group \(group)")
            }
            let folder = container.appending(path: "CountersignIdentity", directoryHint: .isDirectory)
            let credentials = KeychainCredentialStore(
                service: "CountersignIdentity", accessGroup: group,
                installationMark: folder.appending(path: "installed"))
        #else
            let folder = Self.defaultFolder.deletingLastPathComponent()
                .appending(path: "\(group)/CountersignIdentity", directoryHint: .isDirectory)
            let credentials: (any CredentialStore)? = nil
        #endif
        self.init(server: server, appKey: appKey, folder: folder, credentials: credentials, transport: transport)
    }

    private static var defaultFolder: URL {
        let found = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (found ?? URL.homeDirectory.appending(path: ".local/share"))
            .appending(path: "CountersignIdentity", directoryHint: .isDirectory)
    }

    private static func defaultCredentials(in folder: URL) -> any CredentialStore {
        #if canImport(Security)
            // In the same place whatever folder the app uses, since all of them share these secrets.
            KeychainCredentialStore(
                service: "CountersignIdentity", installationMark: defaultFolder.appending(path: "installed"))
        #else
            hasWarned.withLock { hasWarned in
                if !hasWarned { try? FileHandle.standardError.write(contentsOf: Data((fileWarning + "\n").utf8)) }
                hasWarned = true
            }
            return FileCredentialStore(folder: folder.appending(path: "credentials", directoryHint: .isDirectory))
        #endif
    }

    #if !canImport(Security)
        private static let hasWarned = Locked(false)
        private static let fileWarning =
            "Sign-in tokens and keys are stored in files that only this user can read. On a desktop with a keyring, "
            + "set IdentityConfiguration.credentials to a SecretServiceCredentialStore."
    #endif

    /// - Throws: ``IdentityError/invalidConfiguration(what:)`` with the first invalid value
    func validate() throws(IdentityError) {
        guard let host = server.host(), !host.isEmpty, server.user() == nil, server.query() == nil else {
            throw .invalidConfiguration(what: "the server's address has no host, or a user or a query")
        }
        let isHere = host == "localhost" || host == "127.0.0.1" || host == "::1" || host == "[::1]"
        guard server.scheme?.lowercased() == "https" || server.scheme?.lowercased() == "http" && isHere else {
            throw .invalidConfiguration(what: "the server's address is not https")
        }
        guard !appKey.isEmpty, appKey.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalidConfiguration(what: "appKey is empty or has other characters than a key")
        }
        guard folder.isFileURL else {
            throw .invalidConfiguration(what: "folder is not a folder on this device")
        }
        guard timeout > 0, timeout.isFinite else {
            throw .invalidConfiguration(what: "timeout is not a number of seconds above 0")
        }
    }

    /// Distinguishes the app and the service in names of secrets and files.
    var scope: String { Self.digest(server.absoluteString + "\n" + appKey) }

    /// Returns 16 hexadecimal digits of a text's SHA-256.
    static func digest(_ text: String) -> String {
        Hexadecimal.text(SHA256.hash(data: Data(text.utf8)).prefix(8))
    }
}
