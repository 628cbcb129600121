import ArgumentParser
import Foundation
import HTTPMessages
import SignedPDF

/// The options for timestamp authorities.
struct TimestampOptions: ParsableArguments {
    @Option(
        name: .customLong("timestamp-url"),
        help: ArgumentHelp(
            "A timestamp authority (RFC 3161); may be given several times, in order of preference.",
            valueName: "url"))
    var url: [String] = []

    @Option(
        name: .customLong("timestamp-timeout"), parsing: .unconditional,
        help: ArgumentHelp("The time limit for each authority.", valueName: "seconds"))
    var timeout = 15.0

    @Option(
        name: .customLong("timestamp-policy"),
        help: ArgumentHelp("The policy to request, as an object identifier.", valueName: "oid"))
    var policy: String?

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timestamp-timeout \(timeout) is not between 0 and 3600 seconds.")
        }
        for address in url {
            let parts = URL(string: address)
            guard let scheme = parts?.scheme?.lowercased(), ["http", "https"].contains(scheme), parts?.host() != nil,
                parts?.hasUsablePort == true
            else { throw ValidationError("--timestamp-url \"\(address)\" is not an http or https address.") }
        }
        if let policy, !TimestampAuthority.isPolicy(policy) {
            throw ValidationError("--timestamp-policy \"\(policy)\" is not an object identifier such as 1.2.3.4.")
        }
    }

    var authorities: [TimestampAuthority] {
        url.map { TimestampAuthority(url: $0, policy: policy, timeLimit: .seconds(timeout)) }
    }
}
