import Foundation
import GuardedHTTP
import IdentityService

extension ProviderConnection {
    /// The longest answer of a provider, in bytes.
    private static let limit = 256 * 1024

    /// A provider answered with another status than 200.
    struct Refused: Error {
        let status: Int
    }

    /// Reaches the addresses that a policy allows.
    static func guarded(_ policy: GuardPolicy) -> ProviderConnection {
        let client = GuardedClient(policy)
        return ProviderConnection { address, form in
            let reply = try await client.reply(
                to: OutgoingRequest(
                    form == nil ? .get : .post, url: address,
                    headers: form == nil
                        ? [.accept: "application/json"]
                        : [.accept: "application/json", .contentType: "application/x-www-form-urlencoded"],
                    body: form, redirects: .withinOrigin, reading: .whole(limit: limit), timeLimit: .seconds(10)))
            guard reply.status == 200 else { throw Refused(status: reply.status) }
            return reply.body
        }
    }
}
