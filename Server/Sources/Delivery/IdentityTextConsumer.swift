import Envelopes
import Essentials
import Foundation
import IdentityService
import Ledger
import Words

/// Sends the code to the telephone of somebody who signs in to an application.
package struct IdentityTextConsumer: JobConsumer {
    private let secrets: any SecretBox
    private let gateway: TextGateway
    /// Returns the public address of the service, without a trailing slash.
    private let base: @Sendable () -> URL?

    package init(secrets: any SecretBox, gateway: TextGateway, base: @escaping @Sendable () -> URL?) {
        self.secrets = secrets
        self.gateway = gateway
        self.base = base
    }

    package func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        let order = try CanonicalJSON.value(CodeMessage.self, from: job.payload)
        guard date.timeIntervalSince1970 < Double(order.endsAt) else {
            return .dead(because: "The code expired before the message could be sent.")
        }
        guard let host = base()?.host() else { return .again(after: 5, because: "The service has no address yet.") }
        return try await gateway.send(
            Self.text(
                code: try order.code(secrets), app: order.appName, host: host,
                in: .best(for: [order.language].compactMap(\.self))),
            to: order.address, id: "\(job.id)")
    }

    /// Returns what people read. Its last line binds the code to the page that asks for it, so that browsers and
    /// telephones offer it only there.
    static func text(code: String, app: String, host: String, in language: Language) -> String {
        let name = String(app.prefix(40)).components(separatedBy: .newlines).joined(separator: " ")
        let sentence = Catalog.of(language).sentence(
            .letters, "signInCode.text", ["code": .text(code), "subject": .text(name)], isolation: .none)
        return "\(sentence ?? "")\n\n@\(host) #\(code)"
    }
}
