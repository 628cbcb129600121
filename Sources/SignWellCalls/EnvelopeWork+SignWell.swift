import Ceremony
import EnvelopeWork
import Envelopes
import Foundation
import ServiceCalls
import SignWellDialect

extension EnvelopeWork {
    /// What every call of SignWell's API has in common.
    package var signWellFrame: some CallFrame<Void> {
        SignWellFrame(
            keys: stores.keys, counts: stores.callCounts, limits: configuration.keyLimits, now: configuration.now,
            report: configuration.report)
    }

    /// The calls of SignWell's API, below `/api/v1`.
    package var signWellRoutes: [APIRoute] {
        SignWellAccountRoute().routes + signWellDocuments.routes + signWellTemplates.routes + bulkSends.routes
            + ApplicationRoutes(applications: stores.applications).routes + hooks.routes
    }

    /// What the addresses in its answers lead to, without a key.
    package var signWellOpenRoutes: [APIRoute] { signWellDocuments.openRoutes }

    var documentCreation: DocumentCreation {
        DocumentCreation(
            envelopes: newEnvelopes,
            files: DocumentFiles(
                fetcher: workshop.fetcher, patience: configuration.fetchTime,
                fetchedBytes: configuration.fetchedBytes, now: configuration.now,
                marker: PageMarker(renderer: workshop.renderer, typesetter: workshop.typesetter), intake: intake,
                documentLimit: configuration.documentLimit),
            templates: stores.templates, applications: stores.applications)
    }

    private var documentAnswers: DocumentAnswers {
        DocumentAnswers(
            timer: configuration.timer, embedded: embeddedLinks, signing: signingAddresses,
            editing: editingLinks, files: fileLinks)
    }

    private var fileLinks: SignedFileLinks {
        SignedFileLinks(secrets: stores.secrets, now: configuration.now)
    }

    private var signWellDocuments: SignWellDocumentRoutes {
        SignWellDocumentRoutes(
            creation: documentCreation, changes: changes(), listing: DocumentListing(events: ledger.events),
            answers: documentAnswers, links: fileLinks,
            files: files,
            requestLimit: configuration.requestLimit, now: configuration.now)
    }

    private var bulkSends: BulkSendRoutes {
        BulkSendRoutes(
            creation: documentCreation, store: stores.bulkSends, answers: documentAnswers,
            requestLimit: configuration.requestLimit, now: configuration.now)
    }

    private var hooks: HookRoutes {
        HookRoutes(
            settings: configuration.connect, store: stores.hooks, applications: stores.applications,
            secrets: stores.secrets,
            requestLimit: configuration.requestLimit, now: configuration.now)
    }

    private var signWellTemplates: SignWellTemplateRoutes {
        SignWellTemplateRoutes(
            creation: documentCreation, templates: stores.templates, newTemplates: newTemplates, unused: unused,
            answers: documentAnswers,
            standard: configuration.timer.standard, requestLimit: configuration.requestLimit, now: configuration.now)
    }
}
