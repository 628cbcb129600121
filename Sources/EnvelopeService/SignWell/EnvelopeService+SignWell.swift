import Ceremony
import Envelopes
import Foundation
import SignWellDialect

/// The calls of the second dialect, over the same stores.
extension EnvelopeService {
    var documentCreation: DocumentCreation {
        DocumentCreation(
            creation: creation,
            files: DocumentFiles(
                fetcher: workshop.fetcher, patience: configuration.fetchTime,
                fetchedBytes: configuration.fetchedBytes, now: configuration.now,
                marker: PageMarker(renderer: workshop.renderer, typesetter: workshop.typesetter)),
            templates: stores.templates, applications: stores.applications)
    }

    private var documentAnswers: DocumentAnswers {
        DocumentAnswers(
            timer: configuration.timer, embedded: embeddedLinks, signing: SigningAddresses(secrets: stores.secrets),
            files: fileLinks)
    }

    private var fileLinks: SignedFileLinks {
        SignedFileLinks(secrets: stores.secrets, now: configuration.now)
    }

    var signWellDocuments: SignWellDocumentRoutes {
        SignWellDocumentRoutes(
            creation: documentCreation, changes: changes, listing: DocumentListing(events: ledger.events),
            answers: documentAnswers, links: fileLinks,
            files: DocumentRoutes(ledger: ledger, authority: workshop.authority, now: configuration.now),
            requestLimit: configuration.requestLimit, now: configuration.now)
    }

    var bulkSends: BulkSendRoutes {
        BulkSendRoutes(
            creation: documentCreation, store: stores.bulkSends, answers: documentAnswers,
            requestLimit: configuration.requestLimit, now: configuration.now)
    }

    var hooks: HookRoutes {
        HookRoutes(
            settings: configuration.connect, store: stores.hooks, applications: stores.applications,
            secrets: stores.secrets,
            requestLimit: configuration.requestLimit, now: configuration.now)
    }

    var signWellTemplates: SignWellTemplateRoutes {
        SignWellTemplateRoutes(
            creation: documentCreation, templates: stores.templates, newTemplates: newTemplates, unused: unused,
            answers: documentAnswers,
            standard: configuration.timer.standard, requestLimit: configuration.requestLimit, now: configuration.now)
    }
}
