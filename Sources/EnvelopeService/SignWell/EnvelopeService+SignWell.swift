import Ceremony
import Envelopes
import Foundation
import SignWellDialect

/// The calls of the second dialect, over the same stores.
extension EnvelopeService {
    /// The calls about documents and templates, with errors in the dialect's shape.
    var signWellRoutes: [APIRoute] {
        (signWellDocuments.routes + signWellDocuments.openRoutes + signWellTemplates.routes)
            .map(SignWellRefusal.answering)
    }

    private var documentCreation: DocumentCreation {
        DocumentCreation(
            creation: creation, files: DocumentFiles(
                marker: PageMarker(renderer: workshop.renderer, typesetter: workshop.typesetter)),
            templates: stores.templates)
    }

    private var documentAnswers: DocumentAnswers {
        DocumentAnswers(timer: configuration.timer) { [links = embeddedLinks] recipient, envelope, base in
            links.address(of: recipient, in: envelope, base: base)
        }
    }

    private var signWellDocuments: SignWellDocumentRoutes {
        SignWellDocumentRoutes(
            creation: documentCreation, changes: changes, listing: DocumentListing(events: ledger.events),
            answers: documentAnswers, links: SignedFileLinks(secrets: stores.secrets, now: configuration.now),
            files: DocumentRoutes(ledger: ledger, authority: workshop.authority, now: configuration.now),
            requestLimit: configuration.requestLimit, now: configuration.now)
    }

    private var signWellTemplates: SignWellTemplateRoutes {
        SignWellTemplateRoutes(
            creation: documentCreation, templates: stores.templates, unused: unused, answers: documentAnswers,
            standard: configuration.timer.standard, requestLimit: configuration.requestLimit, now: configuration.now)
    }
}
