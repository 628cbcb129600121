import ArgumentParser
import Foundation

/// The option for the key under which the database's secrets are encrypted.
struct SecretKeyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the key for secrets in the database, 32 bytes in base64. (default: secrets.key in the data "
                + "directory, made at the first start)", valueName: "file"))
    var secretKey: String?

    var file: URL? { secretKey.map { URL(filePath: $0) } }
}
