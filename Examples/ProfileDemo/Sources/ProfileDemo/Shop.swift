import CountersignIdentity
import Foundation

/// The app's client.
struct Shop: Sendable {
    let identity: IdentityClient

    /// - Parameter environment: has `COUNTERSIGN_SERVER`, the service's address, and `COUNTERSIGN_APP_KEY`
    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        guard let server = environment["COUNTERSIGN_SERVER"].flatMap({ URL(string: $0) }),
            let key = environment["COUNTERSIGN_APP_KEY"]
        else { throw NotConfigured() }
        identity = try IdentityClient(IdentityConfiguration(server: server, appKey: key))
    }
}

struct NotConfigured: Error, CustomStringConvertible {
    let description =
        "Set COUNTERSIGN_SERVER to the service's address and COUNTERSIGN_APP_KEY to the application's key."
}
