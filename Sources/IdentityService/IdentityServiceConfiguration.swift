import Foundation

/// The settings of the identity service; times are in seconds.
public struct IdentityServiceConfiguration: Sendable, Hashable {
    /// How long an access token is valid.
    public var accessLife: TimeInterval = 3600
    /// How long a session lasts after its last refresh.
    public var sessionLife: TimeInterval = 30 * 86_400
    /// How long a guest without a session is kept after they began or their profile changed. Nobody can sign in to such
    /// a guest's account.
    public var guestLife: TimeInterval = 30 * 86_400
    /// How long a refresh token may be shown once more, for an app that did not get the answer. The token that the lost
    /// answer held is void from then on.
    public var refreshLeeway: TimeInterval = 600
    /// Refreshes of one session in a window.
    public var refreshesPerSession = 120
    /// How long a code and its link are valid.
    public var challengeLife: TimeInterval = 15 * 60
    /// The number of wrong codes after which a code is void, and nobody from the same network gets another for the
    /// address while it would have been valid.
    public var codeTries = 5
    /// The window in which attempts are counted, and how long somebody is locked out after too many.
    public var attemptWindow: TimeInterval = 15 * 60
    /// Codes for one address in a window, for one network.
    public var codesPerAddress = 5
    /// Codes for one mailbox in a window, for all networks together in which its owner has not signed in before.
    public var codesFromEverywhere = 20
    /// Wrong codes for one mailbox within an hour, for all those networks together.
    public var wrongCodesPerHour = 100
    /// How long a network counts as known in which somebody signed in with an address.
    public var knownNetworkLife: TimeInterval = 90 * 86_400
    /// Whether somebody carries text messages to telephones (the jobs ``JobKind/identityText``).
    public var sendsTextMessages = false
    /// Text messages in a window, for one network and all numbers.
    public var textMessagesPerNetwork = 20
    /// Text messages in a window, for the service. Each costs money.
    public var textMessagesInAll = 500
    /// Guests in a window, for one network.
    public var guestsPerNetwork = 60
    /// The largest profile of a guest, in bytes of JSON.
    public var guestProfileLimit = 8 * 1024
    /// Registrations of passkeys and links to the account page that one user may begin in a window.
    public var openingsPerUser = 30
    /// Attempts to sign in from one network in a window.
    public var attemptsPerNetwork = 300
    /// Whether a call's address is the person's own. Behind a proxy that does not say for whom it asks, all calls have
    /// the proxy's address, and counting it would lock out everybody at once.
    public var knowsNetworks = true
    /// Limits on passwords.
    public var passwords = PasswordLimits()
    /// The cost of hashing a password. An address without a password takes the same work.
    public var passwordCost = PasswordCost.usual
    /// How long a signing key makes tokens. It is published for twice as long.
    public var keyLife: TimeInterval = 90 * 86_400
    /// The largest body of a request, in bytes.
    public var requestLimit = 256 * 1024
    /// The largest profile, in bytes of JSON.
    public var profileLimit = 128 * 1024

    /// Starts with the defaults.
    public init() {}

    func profileLimit(ofGuest isGuest: Bool) -> Int {
        isGuest ? min(guestProfileLimit, profileLimit) : profileLimit
    }
}
