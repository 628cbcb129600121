import ArgumentParser
import Delivery
import Foundation
import IdentityService
import SigningService

/// The options for signing people in to applications.
struct IdentityOptions: ParsableArguments {
    private static let usual = ServiceConfiguration.usual.identity
    private static let usualCodes = ServiceConfiguration.usual.signInCodes

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
        help: ArgumentHelp(
            "How many codes one mailbox gets within the window for all networks in which its owner has not signed in.",
            valueName: "number"))
    var identityCodesInAll = usual.codesFromEverywhere

    @Option(
        help: ArgumentHelp(
            "How many wrong codes for one mailbox those networks together may enter within an hour.",
            valueName: "number"))
    var identityWrongCodes = usual.wrongCodesPerHour

    @Option(
        help: ArgumentHelp(
            "How long a network counts as known in which somebody signed in with an address.", valueName: "days"))
    var identityNetworkDays = Int(usual.knownNetworkLife) / 86_400

    @Option(
        help: ArgumentHelp(
            "The address of a server that carries text messages, for codes to phone numbers.", valueName: "url"))
    var textGateway: String?

    @Option(
        help: ArgumentHelp(
            "A file with the access token for the text gateway, read anew for each message.", valueName: "file"))
    var textGatewayTokenFile: String?

    @Option(
        help: ArgumentHelp("How many text messages one network causes within the window.", valueName: "number"))
    var identityTexts = usual.textMessagesPerNetwork

    @Option(
        help: ArgumentHelp(
            "How many text messages all networks together cause within the window.", valueName: "number"))
    var identityTextsInAll = usual.textMessagesInAll

    @Option(
        help: ArgumentHelp("How many guests one network may make within the window.", valueName: "number"))
    var identityGuests = usual.guestsPerNetwork

    @Option(help: ArgumentHelp("The maximum size of a guest's profile.", valueName: "KB"))
    var identityGuestProfileLimit = usual.guestProfileLimit / 1024

    @Option(
        help: ArgumentHelp(
            "How many registrations of passkeys and links to the account page one user may begin within the window.",
            valueName: "number"))
    var identityOpenings = usual.openingsPerUser

    @Flag(
        inversion: .prefixedNo,
        help: "Let users of accounts sign in with a code by mail too, not only with a password.")
    var signInCodes = usualCodes

    @Option(
        help: ArgumentHelp("How many sign-in calls one network may make within the window.", valueName: "number"))
    var identityAttempts = usual.attemptsPerNetwork

    @Option(help: ArgumentHelp("The window in which codes and sign-in calls are counted.", valueName: "seconds"))
    var identityWindow = Int(usual.attemptWindow)

    @Option(help: ArgumentHelp("How often one session may renew its tokens within the window.", valueName: "number"))
    var identityRefreshes = usual.refreshesPerSession

    @Option(
        help: ArgumentHelp(
            "How long a guest without a session is kept after they began or their profile changed.", valueName: "days"))
    var identityGuestDays = Int(usual.guestLife) / 86_400

    @Option(help: ArgumentHelp("How long a key signs access tokens before a new one does.", valueName: "days"))
    var identityKeyDays = Int(usual.keyLife) / 86_400

    @Option(help: ArgumentHelp("The maximum size of a user's profile.", valueName: "KB"))
    var identityProfileLimit = usual.profileLimit / 1024

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
        try check("identity-wrong-codes", identityWrongCodes, 1...100_000)
        try check("identity-network-days", identityNetworkDays, 1...3650, .days)
        try check("identity-texts", identityTexts, 1...10_000)
        try check("identity-texts-in-all", identityTextsInAll, 1...10_000_000)
        try check("identity-guests", identityGuests, 1...1_000_000)
        try check(
            "identity-guest-profile-limit", identityGuestProfileLimit, 1...Self.usual.requestLimit / 1024, .kilobytes)
        try check("identity-openings", identityOpenings, 1...10_000)
        guard textGateway == nil || gateway != nil else {
            throw ValidationError("--text-gateway \"\(textGateway ?? "")\" is not https, or http to this machine.")
        }
        guard textGatewayTokenFile == nil || textGateway != nil else {
            throw ValidationError("--text-gateway-token-file is for --text-gateway, which is missing.")
        }
        try check("identity-attempts", identityAttempts, 1...1_000_000)
        try check("identity-window", identityWindow, 1...86_400, .seconds)
        try check("identity-refreshes", identityRefreshes, 1...1_000_000)
        guard identityRefreshes * identityAccessTime >= 2 * identityWindow else {
            throw ValidationError(
                "--identity-refreshes \(identityRefreshes) is too few: in a window of \(identityWindow) seconds, a session "
                    + "renews tokens of \(identityAccessTime) seconds more often.")
        }
        try check("identity-guest-days", identityGuestDays, 1...3650, .days)
        try check("identity-key-days", identityKeyDays, 1...3650, .days)
        try check("identity-profile-limit", identityProfileLimit, 1...Self.usual.requestLimit / 1024, .kilobytes)
    }

    private var gateway: TextGateway? {
        textGateway.flatMap { URL(string: $0) }.flatMap {
            TextGateway($0, tokenFile: textGatewayTokenFile.map { URL(filePath: $0) })
        }
    }

    func apply(to configuration: inout ServiceConfiguration) {
        configuration.identity.accessLife = TimeInterval(identityAccessTime)
        configuration.identity.sessionLife = TimeInterval(identitySessionDays) * 86_400
        configuration.identity.refreshLeeway = TimeInterval(identityRefreshGrace)
        configuration.identity.challengeLife = TimeInterval(identityCodeTime)
        configuration.identity.codeTries = identityCodeTries
        configuration.identity.codesPerAddress = identityCodes
        configuration.identity.codesFromEverywhere = identityCodesInAll
        configuration.texts = gateway
        configuration.signInCodes = signInCodes
        configuration.identity.wrongCodesPerHour = identityWrongCodes
        configuration.identity.knownNetworkLife = TimeInterval(identityNetworkDays) * 86_400
        configuration.identity.textMessagesPerNetwork = identityTexts
        configuration.identity.textMessagesInAll = identityTextsInAll
        configuration.identity.guestsPerNetwork = identityGuests
        configuration.identity.guestProfileLimit = identityGuestProfileLimit * 1024
        configuration.identity.openingsPerUser = identityOpenings
        configuration.identity.attemptsPerNetwork = identityAttempts
        configuration.identity.attemptWindow = TimeInterval(identityWindow)
        configuration.identity.refreshesPerSession = identityRefreshes
        configuration.identity.guestLife = TimeInterval(identityGuestDays) * 86_400
        configuration.identity.keyLife = TimeInterval(identityKeyDays) * 86_400
        configuration.identity.profileLimit = identityProfileLimit * 1024
    }
}
