import ArgumentParser
import Ceremony
import Demonstration
import FileSigning
import Foundation
import Logging
import SignedPDF
import SigningService

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the service.",
        discussion: "Stop it with SIGTERM or Ctrl-C; requests in flight are finished first.")

    // ServeSettings reads both before the command line is parsed; they are declared here for the help.
    @Option(help: ArgumentHelp("A file with any of these options as keys, in YAML.", valueName: "file"))
    var config: String?

    @Flag(help: "Print a settings file with every key, each with its default and what it is for.")
    var printConfig = false

    @Option(help: ArgumentHelp("The data directory; made when it is not there.", valueName: "dir"))
    var data: String

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for a free one.")
    var port = 8080

    @Option(
        help: ArgumentHelp("Where browsers reach the service, if elsewhere: behind a proxy, say.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp("Speak TLS with this certificate: a PEM file, its issuers' after it.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The certificate's private key: a PEM file.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "How many proxies stand before the service that add where a request came from to X-Forwarded-For.",
            valueName: "number"))
    var proxies = 0

    @Option(help: ArgumentHelp("The largest request body.", valueName: "MB"))
    var requestLimit = 25

    @Option(help: ArgumentHelp("The longest time that a request's body may take to arrive.", valueName: "seconds"))
    var requestTime = 300

    @Option(
        help: ArgumentHelp("The longest time that a client may take for a part of an answer.", valueName: "seconds"))
    var answerTime = 60

    @Option(
        help: ArgumentHelp(
            "The most connections at a time; one address gets a quarter of them, unless a proxy stands before the "
                + "service.", valueName: "number"))
    var connectionLimit = 1000

    @Option(
        help: ArgumentHelp(
            "The time zone whose day a date-signed field shows, such as Europe/Amsterdam.", valueName: "zone"))
    var timeZone = "UTC"

    @Option(help: ArgumentHelp("How long a signing link works that nobody has opened.", valueName: "seconds"))
    var linkTime = 300

    @Option(help: ArgumentHelp("After how long without a request a signing session ends.", valueName: "seconds"))
    var sessionIdleTime = 1200

    @Option(help: ArgumentHelp("After how long a signing session ends whatever happens in it.", valueName: "seconds"))
    var sessionTime = 86_400

    @Option(help: ArgumentHelp("The largest file that a device may hand over.", valueName: "MB"))
    var uploadLimit = 100

    @Option(
        help: ArgumentHelp(
            "After how many days the service drops what a device has handed over and no envelope names.",
            valueName: "days"))
    var uploadDays = 7

    @OptionGroup var fonts: FontOptions

    @Flag(
        inversion: .prefixedNo,
        help: "Of documents signed on devices, take only those whose text stands in fonts that this machine has.")
    var ownFontsOnly = false

    @Option(
        help: ArgumentHelp(
            "A text that people agree to in apps that show one of their own, as they show it: the title, then a line for "
                + "each paragraph; may be given several times.", valueName: "file"))
    var deviceConsent: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Certify each document before its first signature: nothing but filling in and signing may follow.")
    var certify = false

    @OptionGroup var timestamps: TimestampOptions

    @Option(
        help: ArgumentHelp(
            "How long the seal is to last: b-b, with a timestamp b-t, with revocation data b-lt, with an archive "
                + "timestamp b-lta. Signers' signatures get a timestamp with any but b-b. (default: b-t with "
                + "--timestamp-url, otherwise b-b)", valueName: "level"))
    var signatureLevel: String?

    @OptionGroup var trust: TrustOptions

    @Option(
        help: ArgumentHelp(
            "A network, such as 10.1.0.0/16, in which the service may ask the addresses that certificates name; may be "
                + "given several times. Those of the public network it may ask always, others never.",
            valueName: "network"))
    var allowNetwork: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: "When a service fails, sign to a lower level and note it in the history, rather than not at all.")
    var allowDowngrade = false

    @Flag(
        inversion: .prefixedNo,
        help: "Offer a sample agreement to sign at /sample; only for an address of this machine.")
    var sample = false

    func validate() throws {
        guard DataDirectory.folder(named: data) != nil else { throw ValidationError("--data names no directory.") }
        for (name, value, range, unit) in limits where !range.contains(value) {
            throw ValidationError(
                "--\(name) \(value) is not between \(range.lowerBound) and \(range.upperBound)\(unit).")
        }
        if let publicURL, ServeAddress.url(publicURL) == nil {
            throw ValidationError("--public-url \"\(publicURL)\" is not an http or https address without a path.")
        }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key go together.")
        }
        if tlsCertificate != nil, publicURL?.lowercased().hasPrefix("http:") == true {
            throw ValidationError("--public-url \"\(publicURL ?? "")\" is not https, which the service speaks then.")
        }
        guard TimeZone(identifier: timeZone) != nil else {
            throw ValidationError("--time-zone \"\(timeZone)\" is no time zone; its name is like Europe/Amsterdam.")
        }
        guard let level else {
            throw ValidationError("--signature-level \"\(signatureLevel ?? "")\" is not b-b, b-t, b-lt or b-lta.")
        }
        if let wrong = allowNetwork.first(where: { NetworkBlock($0) == nil }) {
            throw ValidationError("--allow-network \"\(wrong)\" is no block of addresses such as 10.1.0.0/16.")
        }
        guard level == .basic || !timestamps.url.isEmpty else {
            throw ValidationError(
                "--signature-level \(level.rawValue.lowercased()) needs a timestamp authority: give --timestamp-url.")
        }
        guard level != .basic || timestamps.url.isEmpty else {
            throw ValidationError("--timestamp-url is for --signature-level b-t and higher.")
        }
        guard !sample || ServeAddress.isLoopback(host) else {
            throw ValidationError("--sample lets anybody sign; it works with --host 127.0.0.1 only.")
        }
    }

    /// The numeric options with their permitted ranges.
    private var limits: [(name: String, value: Int, range: ClosedRange<Int>, unit: String)] {
        [
            ("request-time", requestTime, 1...86_400, " seconds"), ("answer-time", answerTime, 1...86_400, " seconds"),
            ("connection-limit", connectionLimit, 1...1_000_000, ""), ("port", port, 0...65_535, ""),
            ("request-limit", requestLimit, 1...1024, " MB"), ("proxies", proxies, 0...16, ""),
            ("link-time", linkTime, 1...86_400, " seconds"),
            ("session-idle-time", sessionIdleTime, 60...604_800, " seconds"),
            ("session-time", sessionTime, 60...2_592_000, " seconds"), ("upload-limit", uploadLimit, 1...1024, " MB"),
            ("upload-days", uploadDays, 1...365, " days"),
        ]
    }

    private var level: SignatureLevel? {
        guard let signatureLevel else { return timestamps.url.isEmpty ? .basic : .timestamped }
        return SignatureLevel(argument: signatureLevel)
    }

    private func lasting() throws -> LastingSignatures? {
        guard let level, level > .basic else { return nil }
        let order = LevelOrder(
            level: level, authorities: timestamps.authorities, known: trust.anchors, mayDowngrade: allowDowngrade)
        return LastingSignatures(seal: level, services: try services(order), mayDowngrade: allowDowngrade)
    }

    private func services(_ order: LevelOrder) throws -> SigningServices {
        var services = try order.services(
            strangers: GuardedExchange(allowing: allowNetwork.compactMap(NetworkBlock.init)))
        services.asksForOthers = false
        return services
    }

    private func certificate() throws -> TLSCertificate? {
        guard let tlsCertificate, let tlsKey else { return nil }
        do {
            return try TLSCertificate(certificates: URL(filePath: tlsCertificate), key: URL(filePath: tlsKey))
        } catch {
            throw Refusal(error.description)
        }
    }

    private static func disclosure(named path: String) throws -> Disclosure {
        guard let bytes = FileManager.default.contents(atPath: path), let text = Disclosure(bytes: bytes) else {
            throw Refusal("--device-consent \"\(path)\" cannot be read as a title and at least one paragraph.")
        }
        return text
    }

    func run() async throws {
        guard let folder = DataDirectory.folder(named: data) else { throw ExitCode.validationFailure }
        var configuration = ServiceConfiguration(
            dataDirectory: folder, host: host, port: port,
            publicURL: publicURL.flatMap(ServeAddress.url))
        configuration.certificate = try certificate()
        configuration.proxies = proxies
        configuration.envelopes.ceremony.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        configuration.envelopes.requestLimit = requestLimit * 1024 * 1024
        configuration.connections.requestLife = TimeInterval(requestTime)
        configuration.connections.answerLife = TimeInterval(answerTime)
        configuration.connections.total = connectionLimit
        configuration.fonts = fonts.order
        configuration.envelopes.commits.takesOtherFonts = !ownFontsOnly
        configuration.envelopes.commits.disclosures = try deviceConsent.map(Self.disclosure)
        configuration.envelopes.ceremony.certifiesDocuments = certify
        configuration.envelopes.ticketLife = TimeInterval(linkTime)
        configuration.envelopes.sessionIdleLife = TimeInterval(sessionIdleTime)
        configuration.envelopes.sessionLife = TimeInterval(sessionTime)
        configuration.envelopes.uploads.totalSize = uploadLimit * 1024 * 1024
        configuration.envelopes.uploads.partLife = TimeInterval(uploadDays) * 86_400
        configuration.envelopes.ceremony.lasting = try lasting()
        let service = try SigningService(configuration, logger: ServiceLog.logger())
        let sampleVisit = sample ? SampleRoute(service: service) : nil
        let terminal = Terminal()
        let data = data
        do {
            try await service.run(addRoutes: { sampleVisit?.add(to: $0) }) { address in
                terminal.line("Countersign serves \(data) at \(terminal.styled(address.absoluteString, .strong))")
                terminal.line("  API base path   \(address.absoluteString)/restapi")
                if sampleVisit != nil {
                    terminal.line("  Sign a sample   \(terminal.styled("\(address.absoluteString)/sample", .strong))")
                }
                terminal.line(terminal.styled("Stop it with Ctrl-C.", .faint))
            }
        } catch {
            guard let sentence = ServeAddress.refusal(error, host: host, port: port) else { throw error }
            throw Refusal(sentence)
        }
    }
}
