import ArgumentParser
import FileSigning
import Foundation
import SignedPDF

struct SignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Signs a PDF file.",
        discussion: """
            The file's own bytes stay as they are; the signature (PAdES, ETSI.CAdES.detached) is appended. Without \
            --rect the signature is not seen on a page. Without a key, one is made for this signature only.
            """)

    @Argument(help: ArgumentHelp("The file to sign.", valueName: "in.pdf"))
    var input: String

    @Option(
        name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("The signed file.", valueName: "out.pdf"))
    var output: String

    @Option(help: ArgumentHelp("Who signs: \"NAME <EMAIL>\".", valueName: "signer"))
    var signer: String

    @Option(help: "The page for a visible signature, from 1; the last one unless given.")
    var page: Int?

    @Option(
        help: ArgumentHelp(
            "Where the signature is seen, in points from the top left of the page.", valueName: "x,y,width,height"))
    var rect: String?

    @Option(help: ArgumentHelp("A picture to show: PNG or JPEG.", valueName: "file"))
    var image: String?

    @Option(help: "Why the document is signed.")
    var reason: String?

    @Option(help: ArgumentHelp("The signer's private key (PEM).", valueName: "key.pem"))
    var key: String?

    @Option(help: ArgumentHelp("The signer's certificate and its issuers (PEM).", valueName: "cert.pem"))
    var cert: String?

    @Option(help: ArgumentHelp("Key and certificates in one PKCS#12 file.", valueName: "file"))
    var p12: String?

    @Option(help: ArgumentHelp("A file that holds the PKCS#12 file's password.", valueName: "file"))
    var passwordFile: String?

    func validate() throws {
        guard SignerName(signer) != nil else {
            throw ValidationError("--signer \"\(signer)\" is not of the form \"NAME <EMAIL>\".")
        }
        if let rect, PageRect(argument: rect) == nil {
            throw ValidationError("--rect \"\(rect)\" is not four numbers x,y,width,height with a size.")
        }
        guard (key == nil) == (cert == nil) else {
            throw ValidationError("--key and --cert belong together; \(key == nil ? "--key" : "--cert") is missing.")
        }
        guard key == nil || p12 == nil else {
            throw ValidationError("Give either --key and --cert or --p12, not both.")
        }
        guard passwordFile == nil || p12 != nil else {
            throw ValidationError("--password-file is for --p12, which is missing.")
        }
    }

    func run() async throws {
        guard let name = SignerName(signer) else { throw ExitCode.validationFailure }
        var order = SigningOrder(input: URL(filePath: input), output: URL(filePath: output), signer: name)
        order.page = page
        order.rect = rect.flatMap { PageRect(argument: $0) }
        order.image = image.map { URL(filePath: $0) }
        order.reason = reason
        if let key, let cert {
            order.key = .pem(key: URL(filePath: key), certificates: URL(filePath: cert))
        } else if let p12 {
            order.key = .pkcs12(URL(filePath: p12), passwordFile: passwordFile.map { URL(filePath: $0) })
        }
        let receipt = try await FileSigner(order).sign(at: Date())
        let terminal = Terminal()
        terminal.line("\(terminal.styled("Signed", .good)) \(output): \(SigningText.describe(receipt)).")
        if receipt.keyWasEphemeral {
            terminal.line(
                terminal.styled(
                    "The key was made for this signature and is gone; its certificate vouches for itself only. "
                        + "Use --key and --cert, or --p12, for one that others trust.", .faint))
        }
    }
}
