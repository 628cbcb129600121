import Foundation

/// Limits on wrong passwords, within a window of time.
public struct SignInLimits: Sendable, Hashable {
    /// The limit for one address from one network.
    public var perPair = 5
    /// The limit for one address from one known browser.
    public var perBrowser = 5
    /// The limit for one address from all networks.
    public var perAddress = 50
    /// The limit for one network, whatever addresses are entered.
    public var perNetwork = 50
    /// Seconds after the first wrong password until the count is cleared.
    public var window: TimeInterval = 15 * 60
    /// The maximum number of stored counts; the oldest are dropped.
    var remembered = 40_000

    public init() {}
}
