import ArgumentParser
import Ceremony
import Demonstration
import FileSigning
import Foundation
import GuardedHTTP
import Logging
import SignedPDF
import SigningService
import Translations

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the service.",
        discussion: "Stop it with SIGTERM or Ctrl-C; requests in progress are completed first.")

    // ServeSettings reads both before the command line is parsed; they are declared here for the help.
    @Option(help: ArgumentHelp("A YAML file with any of these options as keys.", valueName: "file"))
    var config: String?

    @Flag(help: "Print a settings file with every key, its default, and its purpose.")
    var printConfig = false

    @Option(help: ArgumentHelp("The data directory; created if missing.", valueName: "dir"))
    var data: String

    @OptionGroup var shared: DatabaseOptions

    @Option(help: "The address to listen on.")
    var host = ServiceConfiguration.usual.host

    @Option(help: "The port to listen on; 0 for a free one.")
    var port = ServiceConfiguration.usual.port

    @Option(
        help: ArgumentHelp("The service's public URL, if different, as behind a proxy.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp("A PEM file with the TLS certificate, followed by its issuers'.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("A PEM file with the certificate's private key.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "The number of proxies in front of the service that add a request's origin to X-Forwarded-For; 0 if "
                + "clients reach it directly. Required with the --public-url of a proxy.", valueName: "number"))
    var proxies: Int?

    @Option(
        help: ArgumentHelp(
            "The time zone for the date in a date-signed field, such as Europe/Amsterdam.", valueName: "zone"))
    var timeZone = "UTC"

    @Option(
        help: ArgumentHelp(
            "A folder with your own sentences: one file a language, such as de.json, as countersign words import "
                + "writes.", valueName: "dir"))
    var words: String?

    @OptionGroup var limits: LimitOptions

    @OptionGroup var pictures: PictureOptions
    @OptionGroup var conversions: ConversionOptions

    @OptionGroup var fonts: FontOptions

    @Flag(
        inversion: .prefixedNo,
        help: "Accept documents signed on devices only if this machine has the fonts of their text.")
    var ownFontsOnly = !ServiceConfiguration.usual.envelopes.commits.takesOtherFonts

    @Option(
        help: ArgumentHelp(
            "The text that people agree to in an app with its own text, exactly as shown, with the title and then a "
                + "line for each paragraph; may be given several times.", valueName: "file"))
    var deviceConsent: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Certify each document before its first signature, so that only filling in and signing may follow.")
    var certify = ServiceConfiguration.usual.envelopes.ceremony.certifiesDocuments

    @OptionGroup var timestamps: TimestampOptions

    @Option(
        help: ArgumentHelp(
            "The PAdES level of the seal: b-b; b-t with a timestamp; b-lt also with revocation data; b-lta also with "
                + "an archive timestamp. Signers' signatures get a timestamp with any but b-b. (default: b-t with "
                + "--timestamp-url, otherwise b-b)", valueName: "level"))
    var signatureLevel: String?

    @OptionGroup var trust: TrustOptions

    @Option(
        help: ArgumentHelp(
            "A private network, such as 10.1.0.0/16, in which the service may contact the addresses that certificates "
                + "and webhooks name; may be given several times. Public addresses are always allowed, all others "
                + "never.",
            valueName: "network"))
    var allowNetwork: [String] = []

    @Flag(inversion: .prefixedNo, help: "Send webhooks to http addresses too, not only to https.")
    var allowWebhookHttp = false

    @Flag(
        inversion: .prefixedNo,
        help: "Fetch files that API requests name from http addresses too, not only from https.")
    var allowFileHttp = false

    @OptionGroup var secrets: SecretKeyOption

    @Flag(
        inversion: .prefixedNo,
        help: "If a service fails, sign to a lower level and record it in the history, instead of not at all.")
    var allowDowngrade = false

    @OptionGroup var mail: MailOptions

    @OptionGroup var links: LinkOptions

    @OptionGroup var jobs: JobOptions

    @OptionGroup var identity: IdentityOptions

    @Flag(
        inversion: .prefixedNo,
        help: "Offer a sample agreement to sign at /sample; requires a loopback address.")
    var sample = false

    func validate() throws {
        guard DataDirectory.folder(named: data) != nil else { throw ValidationError("--data is empty.") }
        try check("port", port, 0...65_535)
        if let proxies { try check("proxies", proxies, 0...16) }
        if let publicURL, ServeAddress.url(publicURL) == nil {
            throw ValidationError("--public-url \"\(publicURL)\" is not an http or https address without a path.")
        }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key go together.")
        }
        if let publicURL, let url = ServeAddress.url(publicURL), tlsCertificate == nil, proxies == nil,
            !ServeAddress.isOwnMachine(url)
        {
            throw ValidationError(
                "--public-url \"\(publicURL)\" without --tls-certificate means a proxy, so the service has to know whose "
                    + "word to take for who sends a request: give --proxies 1 for one proxy that adds X-Forwarded-For, "
                    + "or --proxies 0 if clients connect directly.")
        }
        if tlsCertificate != nil, publicURL?.lowercased().hasPrefix("http:") == true {
            throw ValidationError(
                "--public-url \"\(publicURL ?? "")\" is not https; with --tls-certificate it has to be.")
        }
        guard TimeZone(identifier: timeZone) != nil else {
            throw ValidationError("--time-zone \"\(timeZone)\" is not a time zone such as Europe/Amsterdam.")
        }
        guard let level else {
            throw ValidationError("--signature-level \"\(signatureLevel ?? "")\" is not b-b, b-t, b-lt or b-lta.")
        }
        if let wrong = allowNetwork.first(where: { NetworkBlock($0) == nil }) {
            throw ValidationError("--allow-network \"\(wrong)\" is not a block of addresses such as 10.1.0.0/16.")
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
            strangers: GuardedExchange(allowing: networks))
        services.asksForOthers = false
        return services
    }

    private var networks: [NetworkBlock] { allowNetwork.compactMap(NetworkBlock.init) }

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
        // Before anything reads a sentence.
        if let words { try OwnWords(folder: WordsFolder(URL(filePath: words))).use() }
        var configuration = ServiceConfiguration(
            dataDirectory: folder, host: host, port: port,
            publicURL: publicURL.flatMap(ServeAddress.url))
        try shared.apply(to: &configuration)
        configuration.certificate = try certificate()
        configuration.proxies = proxies
        configuration.envelopes.ceremony.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        limits.apply(to: &configuration)
        pictures.apply(to: &configuration)
        conversions.apply(
            to: &configuration, fontFolders: fonts.fontFolder.map { URL(filePath: $0).standardizedFileURL.path })
        links.apply(to: &configuration)
        jobs.apply(to: &configuration)
        mail.apply(to: &configuration)
        identity.apply(to: &configuration)
        configuration.envelopes.links.life = TimeInterval(mail.mailLinkDays) * 86_400
        configuration.mail = try mail.service(folder: folder, timeZone: configuration.envelopes.ceremony.timeZone)
        configuration.fonts = fonts.order
        configuration.envelopes.commits.takesOtherFonts = !ownFontsOnly
        configuration.envelopes.commits.disclosures = try deviceConsent.map(Self.disclosure)
        configuration.envelopes.ceremony.certifiesDocuments = certify
        configuration.envelopes.ceremony.lasting = try lasting()
        configuration.receivers = GuardPolicy(allowing: networks, allowsHTTP: allowWebhookHttp)
        configuration.fileServers = GuardPolicy(allowing: networks, allowsHTTP: allowFileHttp)
        configuration.openIDProviders = GuardPolicy(allowing: networks, allowsHTTP: identity.allowIdentityHttp)
        configuration.secretKey = secrets.file
        let service = try SigningService(configuration, logger: ServiceLog.logger())
        let sampleVisit = sample ? SampleRoute(service: service) : nil
        let terminal = Terminal()
        let data = data
        let messages = mail.destination(folder: URL(filePath: data).appending(path: "mail").relativePath)
        do {
            try await service.run(adding: sampleVisit?.routes ?? []) { address in
                terminal.line("Countersign serves \(data) at \(terminal.styled(address.absoluteString, .strong))")
                terminal.line("  API base path   \(address.absoluteString)/restapi")
                terminal.line("  Messages        \(messages)")
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
