import EnvelopeWork
import Envelopes
import Foundation
import ServiceCalls
import SignWellDialect

/// Answers about documents, with the addresses at which people sign.
struct DocumentAnswers: Sendable {
    let timer: EnvelopeTimer
    let embedded: EmbeddedLinks
    let signing: SigningAddresses
    let editing: EditingLinks
    let files: SignedFileLinks

    func document(_ envelope: Envelope, _ request: ServiceCall) throws -> SignWell.Document {
        var links = DocumentLinks()
        if envelope.status.isInProcess {
            for recipient in envelope.recipients where recipient.acts {
                guard envelope.state(of: recipient.id)?.hasFinished != true else { continue }
                let id = recipient.id
                if envelope.definition.options.isEmbedded {
                    links.embedded[id] = embedded.address(of: id, in: envelope, base: request.base)?.absoluteString
                }
                // The embedded page works outside frames too.
                links.signing[id] =
                    signing.address(of: id, in: envelope, base: request.base)?.absoluteString ?? links.embedded[id]
            }
        }
        links.editing = editing.address(of: envelope, base: request.base)?.absoluteString
        for document in envelope.documents {
            guard let tab = document.attachment?.tabID else { continue }
            links.attached[tab] = try files.address(of: document.id, in: envelope.id, base: request.base).absoluteString
        }
        return SignWell.Document(envelope, links: links, timer: timer)
    }
}
