import ArgumentParser
import FileSigning
import Foundation

/// The options for trusted and additional certificates.
struct TrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A certificate to trust (PEM or DER), or a folder of them; may be given several times.",
            valueName: "ca.pem"))
    var trust: [String] = []

    @Flag(inversion: .prefixedNo, help: "Trust the authorities that the system trusts.")
    var trustSystem = false

    var anchors: TrustAnchors {
        TrustAnchors(trust.map { URL(filePath: $0) }, includesSystem: trustSystem)
    }
}
