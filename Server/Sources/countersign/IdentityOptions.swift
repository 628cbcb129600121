import ArgumentParser
import Foundation
import IdentityService
import SigningService

/// The options for signing people in to applications.
struct IdentityOptions: ParsableArguments {
    private static let usual = ServiceConfiguration.usual.identity

    @Option(help: ArgumentHelp("How long an application's access token is valid.", valueName: "seconds"))
    var identityAccessTime = Int(usual.accessLife)

    @Option(
        help: ArgumentHelp("How long a user stays signed in to an application without using it.", valueName: "days"))
    var identitySessionDays = Int(usual.sessionLife) / 86_400

    @Option(
        help: ArgumentHelp(
            "How long an application may use a refresh token again if the answer was lost; 0 for never.",
            valueName: "seconds"))
    var identityRefreshGrace = Int(usual.refreshLeeway)

    @Option(help: ArgumentHelp("How long a sign-in code and its link are valid.", valueName: "seconds"))
    var identityCodeTime = Int(usual.challengeLife)

    @Option(help: ArgumentHelp("How many wrong codes end a sign-in.", valueName: "number"))
    var identityCodeTries = usual.codeTries

    @Option(
        help: ArgumentHelp(
            "How many codes for one address one network gets within the window.", valueName: "number"))
    var identityCodes = usual.codesPerAddress

    @Option(
        help: ArgumentHelp("How many codes one address gets within the window in all.", valueName: "number"))
    var identityCodesInAll = usual.codesFromEverywhere

    @Option(
        help: ArgumentHelp("How many sign-in calls one network may make within the window.", valueName: "number"))
    var identityAttempts = usual.attemptsPerNetwork

    @Option(help: ArgumentHelp("The window in which codes and sign-in calls are counted.", valueName: "seconds"))
    var identityWindow = Int(usual.attemptWindow)

    @Flag(inversion: .prefixedNo, help: "Reach sign-in providers by http too, not only by https.")
    var allowIdentityHttp = false

    func validate() throws {
        try check("identity-access-time", identityAccessTime, 60...86_400, .seconds)
        try check("identity-session-days", identitySessionDays, 1...3650, .days)
        try check("identity-refresh-grace", identityRefreshGrace, 0...7 * 86_400, .seconds)
        try check("identity-code-time", identityCodeTime, 60...86_400, .seconds)
        try check("identity-code-tries", identityCodeTries, 1...100)
        try check("identity-codes", identityCodes, 1...10_000)
        try check("identity-codes-in-all", identityCodesInAll, 1...10_000)
        try check("identity-attempts", identityAttempts, 1...1_000_000)
        try check("identity-window", identityWindow, 1...86_400, .seconds)
    }

    func apply(to configuration: inout ServiceConfiguration) {
        configuration.identity.accessLife = TimeInterval(identityAccessTime)
        configuration.identity.sessionLife = TimeInterval(identitySessionDays) * 86_400
        configuration.identity.refreshLeeway = TimeInterval(identityRefreshGrace)
        configuration.identity.challengeLife = TimeInterval(identityCodeTime)
        configuration.identity.codeTries = identityCodeTries
        configuration.identity.codesPerAddress = identityCodes
        configuration.identity.codesFromEverywhere = identityCodesInAll
        configuration.identity.attemptsPerNetwork = identityAttempts
        configuration.identity.attemptWindow = TimeInterval(identityWindow)
    }
}
