import ArgumentParser
import EnvelopeService
import Foundation
import SigningService

/// The numeric limits of `serve`. Their defaults are those of the configuration.
struct LimitOptions: ParsableArguments {
    private static let usual = ServiceConfiguration.usual

    @Option(help: ArgumentHelp("The maximum size of a request body.", valueName: "MB"))
    var requestLimit = megabytes(usual.envelopes.requestLimit)

    @Option(help: ArgumentHelp("The maximum size of a document that a sender uploads.", valueName: "MB"))
    var documentLimit = megabytes(usual.envelopes.documentLimit)

    @Option(help: ArgumentHelp("The time limit for receiving a request's body.", valueName: "seconds"))
    var requestTime = Int(usual.connections.requestLife)

    @Option(
        help: ArgumentHelp("The time limit for a client to receive a part of an answer.", valueName: "seconds"))
    var answerTime = Int(usual.connections.answerLife)

    @Option(
        help: ArgumentHelp(
            "The maximum number of connections; one address gets a quarter of them, unless the service is behind a "
                + "proxy.", valueName: "number"))
    var connectionLimit = usual.connections.total

    @Option(
        help: ArgumentHelp(
            "The maximum number of API calls at work at once that change something. (default: the number of "
                + "processors, at least 4)", valueName: "number"))
    var heavyCalls: Int?

    @Option(
        help: ArgumentHelp("The maximum number of further such calls of one account that wait.", valueName: "number"))
    var waitingCalls = usual.envelopes.heavyCallsWaiting

    @Option(
        help: ArgumentHelp("The maximum size of an account's calls that are not answered yet.", valueName: "MB"))
    var waitingSize = megabytes(usual.envelopes.heavyCallBytes)

    @Option(
        help: ArgumentHelp(
            "The maximum size of the envelopes or templates read for one page of a list; a larger page is cut short.",
            valueName: "MB"))
    var listSize = megabytes(usual.envelopes.listBytes)

    @Option(
        help: ArgumentHelp("The maximum number of calls that one API key may make in a minute.", valueName: "number"))
    var keyCalls = usual.envelopes.keyLimits.calls

    @Option(
        help: ArgumentHelp("The maximum size of a file that an API request names by its address.", valueName: "MB"))
    var fetchLimit = megabytes(usual.fetchedFileLimit)

    @Option(
        help: ArgumentHelp(
            "The maximum size of all files together that one API request names by their addresses.", valueName: "MB"))
    var fetchTotal = megabytes(usual.envelopes.fetchedBytes)

    @Option(
        help: ArgumentHelp("The maximum size of a file that a recipient attaches.", valueName: "MB"))
    var attachmentLimit = megabytes(usual.envelopes.ceremony.attachmentLimit)

    @Option(
        help: ArgumentHelp("The maximum number of pages of a file that a recipient attaches.", valueName: "number"))
    var attachmentPages = usual.envelopes.ceremony.attachmentPages

    @Option(
        help: ArgumentHelp("The time limit for fetching the files of one API request.", valueName: "seconds"))
    var fetchTime = Int(usual.envelopes.fetchTime)

    @Option(help: ArgumentHelp("How long an unopened signing link works.", valueName: "seconds"))
    var linkTime = Int(usual.envelopes.ticketLife)

    @Option(help: ArgumentHelp("How long a signing session lasts without a request.", valueName: "seconds"))
    var sessionIdleTime = Int(usual.envelopes.sessionIdleLife)

    @Option(help: ArgumentHelp("The maximum duration of a signing session.", valueName: "seconds"))
    var sessionTime = Int(usual.envelopes.sessionLife)

    @Option(
        help: ArgumentHelp(
            "How many wrong passwords for one e-mail address one network, or one known browser, may enter.",
            valueName: "number"))
    var signInTries = usual.identity.passwords.perPair

    @Option(
        help: ArgumentHelp(
            "How many wrong passwords for one e-mail address all networks together may enter.", valueName: "number"))
    var signInTriesPerAddress = usual.identity.passwords.perAddress

    @Option(
        help: ArgumentHelp(
            "How many wrong passwords one network may enter for all e-mail addresses together.", valueName: "number"))
    var signInTriesPerNetwork = usual.identity.passwords.perNetwork

    @Option(
        help: ArgumentHelp(
            "The length of the windows in which wrong passwords are counted; each begins at zero.", valueName: "seconds"
        ))
    var signInWindow = Int(usual.identity.passwords.window)

    @Option(
        help: ArgumentHelp(
            "How long a browser in which somebody signed in counts as known.", valueName: "days"))
    var signInBrowserDays = Int(usual.identity.passwords.browserLife) / 86_400

    @Option(
        help: ArgumentHelp(
            "How long an app may use a refresh token again if the answer was lost; 0 for never.", valueName: "seconds"
        ))
    var refreshGrace = Int(usual.refreshGrace)

    @Option(help: ArgumentHelp("The maximum size of a file that a device may upload.", valueName: "MB"))
    var uploadLimit = megabytes(usual.envelopes.uploads.totalSize)

    @Option(help: ArgumentHelp("How long the service keeps orphaned uploads from devices.", valueName: "days"))
    var uploadDays = Int(usual.envelopes.uploads.partLife) / 86_400

    @Option(
        help: ArgumentHelp("The maximum number of an account's unfinished uploads from devices.", valueName: "number"))
    var openUploads = usual.envelopes.uploads.openUploads

    @Option(
        help: ArgumentHelp(
            "The maximum size of an account's uploads from devices that no envelope names.", valueName: "MB"))
    var unusedUploadSize = megabytes(usual.envelopes.uploads.unusedBytes)

    @Option(
        help: ArgumentHelp(
            "The maximum size of a history that a device uploads; no more than a request body.", valueName: "MB"))
    var historyLimit = megabytes(usual.envelopes.commits.historySize)

    @Option(help: ArgumentHelp("The maximum number of events in such a history.", valueName: "number"))
    var historyEvents = usual.envelopes.commits.events

    @Option(
        help: ArgumentHelp("How far a device's clock may be ahead of the service's.", valueName: "seconds"))
    var clockAhead = Int(usual.envelopes.commits.clockAhead)

    @Option(
        help: ArgumentHelp(
            "How much earlier a device's event may be dated than the event before it.", valueName: "seconds"))
    var clockBehind = Int(usual.envelopes.commits.clockBehind)

    func validate() throws {
        let day = 86_400
        try check("request-limit", requestLimit, 1...1024, .megabytes)
        try check("document-limit", documentLimit, 1...1024, .megabytes)
        try check("request-time", requestTime, 1...day, .seconds)
        try check("answer-time", answerTime, 1...day, .seconds)
        try check("connection-limit", connectionLimit, 1...1_000_000)
        if let heavyCalls { try check("heavy-calls", heavyCalls, 1...1024) }
        try check("waiting-calls", waitingCalls, 0...1_000_000)
        try check("waiting-size", waitingSize, 1...65_536, .megabytes)
        try check("list-size", listSize, 1...1024, .megabytes)
        try check("key-calls", keyCalls, 1...1_000_000)
        try check("fetch-limit", fetchLimit, 1...1024, .megabytes)
        try check("fetch-total", fetchTotal, 1...65_536, .megabytes)
        try check("attachment-limit", attachmentLimit, 1...1024, .megabytes)
        try check("attachment-pages", attachmentPages, 1...2000)
        try check("fetch-time", fetchTime, 1...600, .seconds)
        try check("link-time", linkTime, 1...day, .seconds)
        try check("session-idle-time", sessionIdleTime, 60...7 * day, .seconds)
        try check("session-time", sessionTime, 60...30 * day, .seconds)
        try check("sign-in-tries", signInTries, 1...1000)
        try check("sign-in-tries-per-address", signInTriesPerAddress, 1...100_000)
        try check("sign-in-tries-per-network", signInTriesPerNetwork, 1...100_000)
        try check("sign-in-window", signInWindow, 1...day, .seconds)
        try check("sign-in-browser-days", signInBrowserDays, 1...400, .days)
        try check("refresh-grace", refreshGrace, 0...30 * day, .seconds)
        try check("upload-limit", uploadLimit, 1...1024, .megabytes)
        try check("upload-days", uploadDays, 1...365, .days)
        try check("open-uploads", openUploads, 1...1_000_000)
        try check("unused-upload-size", unusedUploadSize, 1...1_048_576, .megabytes)
        try check("history-limit", historyLimit, 1...1024, .megabytes)
        try check("history-events", historyEvents, 1...1_000_000)
        try check("clock-ahead", clockAhead, 0...365 * day, .seconds)
        try check("clock-behind", clockBehind, 0...365 * day, .seconds)
    }

    func apply(to configuration: inout ServiceConfiguration) {
        configuration.connections.requestLife = TimeInterval(requestTime)
        configuration.connections.answerLife = TimeInterval(answerTime)
        configuration.connections.total = connectionLimit
        configuration.identity.passwords.perPair = signInTries
        configuration.identity.passwords.perBrowser = signInTries
        configuration.identity.passwords.perAddress = signInTriesPerAddress
        configuration.identity.passwords.perNetwork = signInTriesPerNetwork
        configuration.identity.passwords.window = TimeInterval(signInWindow)
        configuration.identity.passwords.browserLife = TimeInterval(signInBrowserDays) * 86_400
        configuration.refreshGrace = TimeInterval(refreshGrace)
        configuration.fetchedFileLimit = Self.bytes(fetchLimit)
        apply(to: &configuration.envelopes)
    }

    private func apply(to envelopes: inout EnvelopeServiceConfiguration) {
        envelopes.requestLimit = Self.bytes(requestLimit)
        envelopes.documentLimit = Self.bytes(documentLimit)
        envelopes.heavyCalls = heavyCalls ?? envelopes.heavyCalls
        envelopes.heavyCallsWaiting = waitingCalls
        envelopes.heavyCallBytes = Self.bytes(waitingSize)
        envelopes.listBytes = Self.bytes(listSize)
        envelopes.keyLimits.calls = keyCalls
        envelopes.ceremony.attachmentLimit = Self.bytes(attachmentLimit)
        envelopes.ceremony.attachmentPages = attachmentPages
        envelopes.fetchedBytes = Self.bytes(fetchTotal)
        envelopes.fetchTime = TimeInterval(fetchTime)
        envelopes.ticketLife = TimeInterval(linkTime)
        envelopes.sessionIdleLife = TimeInterval(sessionIdleTime)
        envelopes.sessionLife = TimeInterval(sessionTime)
        envelopes.uploads.totalSize = Self.bytes(uploadLimit)
        envelopes.uploads.partLife = TimeInterval(uploadDays) * 86_400
        envelopes.uploads.openUploads = openUploads
        envelopes.uploads.unusedBytes = Self.bytes(unusedUploadSize)
        envelopes.commits.historySize = Self.bytes(historyLimit)
        envelopes.commits.events = historyEvents
        envelopes.commits.clockAhead = TimeInterval(clockAhead)
        envelopes.commits.clockBehind = TimeInterval(clockBehind)
    }

    private static func megabytes(_ bytes: Int) -> Int { bytes / (1024 * 1024) }

    private static func bytes(_ megabytes: Int) -> Int { megabytes * 1024 * 1024 }
}

extension ServiceConfiguration {
    /// The defaults of the options that have one.
    static let usual = ServiceConfiguration(dataDirectory: URL(filePath: "/"))
}

extension ParsableArguments {
    /// - Throws: `ValidationError` if an option's value is outside its range
    func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>, _ unit: LimitUnit = .none) throws {
        guard range.contains(value) else {
            throw ValidationError(
                "--\(name) \(value) is not between \(range.lowerBound) and \(range.upperBound)\(unit.rawValue).")
        }
    }
}

/// The unit of an option's value, as it follows a number in a sentence.
enum LimitUnit: String {
    case none = ""
    case seconds = " seconds"
    case days = " days"
    case kilobytes = " KB"
    case megabytes = " MB"
}
