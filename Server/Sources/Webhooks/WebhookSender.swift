import Foundation
import GuardedHTTP

/// Sends webhooks through the guard.
package struct WebhookSender: Sendable {
    let client: GuardedClient

    package init(_ policy: GuardPolicy) {
        self.init(GuardedClient(policy))
    }

    init(_ client: GuardedClient) {
        self.client = client
    }

    /// Sends one message. A status from 200 to 299 means that the receiver has it; 410 that it never will.
    ///
    /// - Throws: `CancellationError`
    package func outcome(of request: WebhookRequest) async throws -> WebhookOutcome {
        do {
            let reply = try await client.reply(to: request.outgoing)
            switch reply.status {
            case 200..<300: return .delivered(status: reply.status)
            case 410: return .refused(.status(410, explanation: Self.oneLine(reply.body)))
            default: return .failed(.status(reply.status, explanation: Self.oneLine(reply.body)))
            }
        } catch let failure as OutgoingFailure {
            return Self.isLasting(failure) ? .refused(.outgoing(failure)) : .failed(.outgoing(failure))
        }
    }

    /// Whether the URL itself is at fault. A name server's answer may change, and a redirect too.
    private static func isLasting(_ failure: OutgoingFailure) -> Bool {
        switch failure {
        case .refused(.unreadable), .refused(.scheme), .refused(.credentials), .refused(.otherCharacters),
            .refused(.numericHost), .refused(.port):
            true
        default: false
        }
    }

    /// Returns the beginning of a text in one line of printable characters, for a log.
    static func oneLine(_ bytes: Data) -> String {
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
                ? " " : Character(scalar)
        }
        let words = String(text).split(separator: " ").joined(separator: " ")
        return String(words.prefix(300))
    }
}
