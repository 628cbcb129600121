import Envelopes
import Foundation
import SignWellDialect

/// The calls of the second dialect, over the same stores.
extension EnvelopeService {
    var signWellDocuments: SignWellDocumentRoutes {
        SignWellDocumentRoutes(
            creation: DocumentCreation(creation: creation, files: DocumentFiles(), templates: stores.templates),
            changes: changes, listing: DocumentListing(events: ledger.events),
            answers: DocumentAnswers(timer: configuration.timer),
            links: SignedFileLinks(secrets: stores.secrets, now: configuration.now),
            files: DocumentRoutes(ledger: ledger, authority: workshop.authority, now: configuration.now),
            requestLimit: configuration.requestLimit, now: configuration.now)
    }
}
