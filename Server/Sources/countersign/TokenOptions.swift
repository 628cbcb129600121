import ArgumentParser
import FileSigning
import Foundation
import TokenKeys

/// The options that name a key on a token.
struct TokenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A key on a token: a URI (RFC 7512, through p11-kit), or the path of the token's module.",
            valueName: "pkcs11:…|module"))
    var pkcs11: String?

    @Option(help: ArgumentHelp("A file with the token's PIN.", valueName: "file"))
    var pinFile: String?

    @Option(help: ArgumentHelp("The token's label; needed only if there are several tokens.", valueName: "label"))
    var tokenLabel: String?

    @Option(help: ArgumentHelp("The key's label; needed only if the token has several keys.", valueName: "label"))
    var keyLabel: String?

    func validate() throws {
        guard pkcs11 != nil || (pinFile == nil && tokenLabel == nil && keyLabel == nil) else {
            throw ValidationError("--pin-file, --token-label and --key-label are for --pkcs11, which is missing.")
        }
    }

    /// Returns the signing key on a token, if the options name one.
    func key(certificates: URL?) throws -> SigningOrder.Key? {
        guard let pkcs11 else { return nil }
        var reference =
            pkcs11.lowercased().hasPrefix(TokenReference.scheme)
            ? try TokenReference(uri: pkcs11) : TokenReference(modulePath: pkcs11)
        if let tokenLabel { reference.token = tokenLabel }
        if let keyLabel { reference.object = keyLabel }
        return .token(reference, pinFile: pinFile.map { URL(filePath: $0) }, certificates: certificates)
    }
}
