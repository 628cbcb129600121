import Foundation

/// Limits on wrong passwords within a window of time, and on passwords that wait.
public struct PasswordLimits: Sendable, Hashable {
    /// The limit for one address from one network.
    public var perPair = 5
    /// The limit for one address from one known browser.
    public var perBrowser = 5
    /// The limit for one address from all networks.
    public var perAddress = 50
    /// The limit for one network, whatever addresses are entered.
    public var perNetwork = 50
    /// Seconds; windows begin at multiples of it since 1970, and each begins without wrong passwords.
    public var window: TimeInterval = 15 * 60
    /// The number of known browsers for one user; the oldest is dropped.
    public var browsersPerUser = 20
    /// How long a browser is known after a sign-in, in seconds.
    public var browserLife: TimeInterval = 400 * 86_400
    /// The number of passwords that may wait. They are checked one at a time, each in a tenth of a second with 32 MB.
    public var waiting = 32
    /// Additional places for known browsers.
    public var reserved = 8
    /// The number of places that one network may use.
    public var share = 8

    /// Starts with the defaults.
    public init() {}
}
