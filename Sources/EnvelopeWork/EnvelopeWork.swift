import Ceremony
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// What the calls of every API and the signing pages stand on: the settings, the stores and the tools of one service,
/// and the work that they share. Each room of calls adds its routes as an extension.
public struct EnvelopeWork: Sendable {
    package let configuration: EnvelopeServiceConfiguration
    package let stores: ServiceStores
    package let workshop: ServiceWorkshop
    /// Returns the public address of the service, without a trailing slash.
    package let base: @Sendable () -> URL
    package let observe: ServiceObserver

    package init(
        _ configuration: EnvelopeServiceConfiguration, stores: ServiceStores, workshop: ServiceWorkshop,
        base: @escaping @Sendable () -> URL, observe: @escaping ServiceObserver
    ) {
        self.configuration = configuration
        self.stores = stores
        self.workshop = workshop
        self.base = base
        self.observe = observe
    }

    package var ledger: EnvelopeLedger { stores.ledger }

    package var newTemplates: NewTemplates {
        NewTemplates(templates: stores.templates, hooks: stores.hooks, now: configuration.now)
    }

    package var unused: UnusedBlobs {
        UnusedBlobs(
            ledger: ledger, uploads: stores.uploads, templates: stores.templates, composing: stores.composing,
            life: configuration.unusedBlobLife,
            now: configuration.now)
    }

    package var newEnvelopes: NewEnvelopes {
        NewEnvelopes(
            ledger: ledger, unused: unused, now: configuration.now, checks: checks,
            notification: configuration.timer.standard, accountNotification: configuration.accountNotification,
            accountDefaults: configuration.accountDefaults, observe: observe)
    }

    /// - Parameter editToken: returns the hash of what the holder of a lock shows; `nil` where an API has no locks
    package func changes(
        editToken: @escaping @Sendable (ServiceCall) throws -> BlobHash? = { _ in nil }
    ) -> EnvelopeChanges {
        EnvelopeChanges(
            ledger: ledger, checks: checks, unused: unused, codes: stores.codes, resends: configuration.links.resends,
            now: configuration.now, editToken: editToken)
    }

    /// How files become documents.
    package var intake: FileIntake {
        FileIntake(
            converter: configuration.converter, pictures: configuration.ceremony.pictures, renderer: workshop.renderer,
            now: configuration.now)
    }

    package var files: EnvelopeFiles {
        EnvelopeFiles(ledger: ledger, authority: workshop.authority, now: configuration.now)
    }

    /// The addresses at which recipients sign inside the sender's product.
    package var embeddedLinks: EmbeddedLinks {
        EmbeddedLinks(ledger: ledger, secrets: stores.secrets, base: base)
    }

    /// The addresses at which a sender composes inside their own product.
    package var editingLinks: EditingLinks { EditingLinks(secrets: stores.secrets) }

    package var signingAddresses: SigningAddresses { SigningAddresses(secrets: stores.secrets) }

    private var checks: SendingChecks {
        SendingChecks(
            mailsSigners: configuration.mailsSigners, fieldText: FieldText(workshop.typesetter),
            drawing: PageDrawing(renderer: workshop.renderer, blobs: ledger.blobs),
            gate: MessageGate(jobs: stores.jobs, now: configuration.now))
    }
}
