import ArgumentParser
import FileSigning
import Foundation
import SignedPDF

struct SignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Signs a PDF file.",
        discussion: """
            Leaves the file's own bytes unchanged and appends the signature (PAdES, ETSI.CAdES.detached). Without \
            --rect, the signature is invisible, unless --field names a field with a place. Without a key, one is generated for this signature only.

            Exit status: 0 signed, 1 not signed, 64 invalid options.
            """)

    @Argument(help: ArgumentHelp("The file to sign.", valueName: "in.pdf"))
    var input: String

    @Option(
        name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("The signed file.", valueName: "out.pdf"))
    var output: String

    @Option(help: ArgumentHelp("The signer: \"NAME <EMAIL>\".", valueName: "signer"))
    var signer: String

    @Option(
        help: ArgumentHelp(
            "A signature field that the file has, to be signed instead of a new one. countersign fields lists them.",
            valueName: "name"))
    var field: String?

    @Option(help: "The page for a visible signature, from 1; the last page by default.")
    var page: Int?

    @Option(
        help: ArgumentHelp(
            "The position of the signature, in points from the top left of the page, as countersign fields --picture "
                + "draws them.", valueName: "x,y,width,height"))
    var rect: String?

    @Option(help: ArgumentHelp("An image to show, in PNG or JPEG format.", valueName: "file"))
    var image: String?

    @Option(help: "The reason for signing.")
    var reason: String?

    @Option(
        help: ArgumentHelp(
            "The time zone of the date in a visible signature, such as Europe/Amsterdam; the system's by default.",
            valueName: "zone"))
    var timeZone: String?

    @Option(help: ArgumentHelp("The signer's private key (PEM).", valueName: "key.pem"))
    var key: String?

    @Option(help: ArgumentHelp("The signer's certificate and its issuers (PEM).", valueName: "cert.pem"))
    var cert: String?

    @Option(help: ArgumentHelp("The key and certificates in one PKCS#12 file.", valueName: "file"))
    var p12: String?

    @Option(help: ArgumentHelp("A file with the PKCS#12 file's password.", valueName: "file"))
    var passwordFile: String?

    @Option(help: ArgumentHelp("A file with the password of an encrypted document.", valueName: "file"))
    var documentPasswordFile: String?

    @Flag(help: "Rewrite a damaged file before signing it.")
    var repair = false

    @Flag(help: "Remove the XFA part of a form before signing it.")
    var dropXfa = false

    @OptionGroup var fonts: FontOptions

    @OptionGroup(title: "A key on a token (PKCS#11)")
    var token: TokenOptions

    @Option(help: "The hash function: sha256, sha384, or sha512; by default, the one that suits the key.")
    var digest: SignatureAlgorithm.Digest?

    @Flag(help: "Sign with PSS padding (RSA keys).")
    var pss = false

    @Option(
        help: ArgumentHelp(
            "The PAdES level of the signature: b-b; b-t with a timestamp; b-lt also with revocation data; b-lta also "
                + "with an archive timestamp.", valueName: "level"))
    var level = "b-b"

    @OptionGroup var timestamps: TimestampOptions

    @OptionGroup var anchors: TrustOptions

    @Flag(help: "If a service fails, sign to a lower level and report it, instead of not at all.")
    var allowDowngrade = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard let level = SignatureLevel(argument: level) else {
            throw ValidationError("--level \"\(level)\" is not b-b, b-t, b-lt or b-lta.")
        }
        guard level == .basic || !timestamps.url.isEmpty else {
            throw ValidationError("--level \(self.level) needs a timestamp authority: give --timestamp-url.")
        }
        guard level != .basic || timestamps.url.isEmpty else {
            throw ValidationError("--timestamp-url is for --level b-t and higher.")
        }
        guard level != .basic || timestamps.policy == nil else {
            throw ValidationError("--timestamp-policy is for --level b-t and higher.")
        }
        guard level != .basic || !allowDowngrade else {
            throw ValidationError("--allow-downgrade is for --level b-t and higher.")
        }
        for (option, text) in [("--signer", signer), ("--reason", reason ?? "")] {
            guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                throw ValidationError("\(option) is one line of text, without line breaks and control characters.")
            }
        }
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw ValidationError("--time-zone \"\(timeZone)\" is not a time zone such as Europe/Amsterdam.")
        }
        guard SignerName(signer) != nil else {
            throw ValidationError("--signer \"\(signer)\" is not of the form \"NAME <EMAIL>\".")
        }
        if let rect, PageRect(argument: rect) == nil {
            throw ValidationError("--rect \"\(rect)\" is not four numbers x,y,width,height with a size.")
        }
        guard field == nil || (rect == nil && page == nil) else {
            throw ValidationError("--field names a place of its own; --rect and --page are for a new field.")
        }
        guard (key == nil) == (cert == nil) || (key == nil && token.pkcs11 != nil) else {
            throw ValidationError("--key and --cert belong together; \(key == nil ? "--key" : "--cert") is missing.")
        }
        guard key == nil || p12 == nil else {
            throw ValidationError("Give either --key and --cert or --p12, not both.")
        }
        guard token.pkcs11 == nil || (key == nil && p12 == nil) else {
            throw ValidationError("Give one key: --pkcs11, --p12, or --key and --cert.")
        }
        guard passwordFile == nil || p12 != nil else {
            throw ValidationError("--password-file is for --p12, which is missing.")
        }
    }

    func run() async throws {
        guard let name = SignerName(signer) else { throw ExitCode.validationFailure }
        var order = SigningOrder(input: URL(filePath: input), output: URL(filePath: output), signer: name)
        order.field = field
        order.page = page
        order.rect = rect.flatMap { PageRect(argument: $0) }
        order.image = image.map { URL(filePath: $0) }
        order.reason = reason
        order.timeZone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
        order.documentPasswordFile = documentPasswordFile.map { URL(filePath: $0) }
        order.repairs = repair
        order.dropsXFA = dropXfa
        order.fonts = fonts.order
        order.algorithm = AlgorithmChoice(digest: digest, usesPSS: pss)
        if let key = try token.key(certificates: cert.map { URL(filePath: $0) }) {
            order.key = key
        } else if let key, let cert {
            order.key = .pem(key: URL(filePath: key), certificates: URL(filePath: cert))
        } else if let p12 {
            order.key = .pkcs12(URL(filePath: p12), passwordFile: passwordFile.map { URL(filePath: $0) })
        }
        order.lasting = LevelOrder(
            level: SignatureLevel(argument: level) ?? .basic, authorities: timestamps.authorities,
            known: anchors.anchors, mayDowngrade: allowDowngrade)
        let wasThere = FileManager.default.fileExists(atPath: output)
        let receipt = try await FileSigner(order).sign(at: Date())
        if json {
            print(try SigningText.json(receipt))
            return
        }
        let terminal = Terminal()
        for step in receipt.preparations { terminal.line(terminal.styled(step.description, .doubtful)) }
        terminal.line("\(terminal.styled("Signed", .good)) \(output): \(SigningText.describe(receipt)).")
        if wasThere { terminal.line("It replaced another file of that name.") }
        if receipt.level > .basic { terminal.line("Level PAdES \(receipt.level.rawValue).") }
        if let downgrade = receipt.downgrade {
            terminal.line(terminal.styled(SigningText.describe(downgrade), .doubtful))
        }
        if receipt.keyWasEphemeral {
            terminal.line(
                terminal.styled(
                    "The key was made for this signature and is gone; its certificate vouches for itself only. "
                        + "Use --key and --cert, --p12 or --pkcs11 for one that others trust.", .faint))
        }
    }
}

extension SignatureAlgorithm.Digest: @retroactive ExpressibleByArgument {}
