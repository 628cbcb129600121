import Envelopes
import Foundation
import SignWellDialect

/// Answers about documents, with the addresses at which people sign.
struct DocumentAnswers: Sendable {
    let timer: EnvelopeTimer
    /// Returns the address at which a recipient signs inside the sender's product; `nil` if there is none.
    var embedded: @Sendable (RecipientID, Envelope, _ base: URL) async throws -> URL? = { _, _, _ in nil }

    func document(_ envelope: Envelope, _ request: ServiceCall) async throws -> SignWell.Document {
        var links = DocumentLinks()
        if envelope.definition.options.isEmbedded, envelope.status.isInProcess {
            for recipient in envelope.recipients where recipient.acts {
                guard envelope.state(of: recipient.id)?.hasFinished != true else { continue }
                links.embedded[recipient.id] = try await embedded(recipient.id, envelope, request.base)?.absoluteString
            }
        }
        return SignWell.Document(envelope, links: links, timer: timer)
    }
}
