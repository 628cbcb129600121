import Accounts
import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import Ledger
import ServiceCalls

extension EnvelopeWork {
    /// What every call of the eSignature API has in common.
    package var eSignatureFrame: EnvelopeFrame {
        EnvelopeFrame(tokens: stores.tokens, report: configuration.report)
    }

    /// The calls of the eSignature API, below `/restapi` and `/oauth`.
    package var eSignatureRoutes: [APIRoute] {
        let changes = changes { try $0.editHeader()?.tokenHash }
        let limit = configuration.requestLimit
        let routes =
            UnsupportedCalls().routes
            + EnvelopeRoutes(
                configuration: configuration, ledger: ledger, creation: creation, changes: changes, lists: lists,
                tickets: stores.tickets, tokens: stores.tokens
            ).routes
            + SenderViewRoutes(configuration: configuration, ledger: ledger, composing: stores.composing).routes
            + DocumentRoutes(ledger: ledger, files: files).routes
            + TemplateRoutes(
                templates: stores.templates, newTemplates: newTemplates, folders: templateFolders, ledger: ledger,
                unused: unused, anchors: anchors, receiving: receiving, requestLimit: limit,
                listBytes: configuration.listBytes,
                now: configuration.now
            ).routes
            + FolderRoutes(
                folders: stores.folders, templates: templateFolders, lists: lists, changes: changes, unused: unused,
                requestLimit: limit
            ).routes
            + ConnectRoutes(
                settings: configuration.connect, store: stores.connect, secrets: stores.secrets,
                jobs: stores.jobs, ledger: ledger, requestLimit: limit, now: configuration.now
            ).routes
            + BrandRoutes(
                store: stores.brands,
                logos: LogoIntake(pictures: configuration.ceremony.pictures, renderer: workshop.renderer),
                requestLimit: limit
            ).routes
            + UserInfoRoute().routes
            + ServiceRoutes().routes
            + LockRoutes(changes: changes, requestLimit: limit).routes
            + RecipientRoutes(changes: changes, anchors: anchors, requestLimit: limit).routes
            + DocumentChangeRoutes(changes: changes, receiving: receiving, requestLimit: limit).routes
            + EnvelopePartRoutes(changes: changes, timer: configuration.timer, requestLimit: limit).routes
            + WorkflowRoutes(changes: changes, requestLimit: limit).routes
        return routes.flatMap(ServiceRoutes.withAlias)
    }

    /// Creates an envelope from the JSON body of an API request.
    package func createEnvelope(_ body: Data, for identity: Identity) async throws -> Envelope {
        let actor = EventActor(kind: .sender, id: identity.userID, name: identity.name)
        return try await creation.create(Wire.decode(Wire.EnvelopeDefinition.self, from: body), for: identity, actor)
    }

    private var lists: EnvelopeLists {
        EnvelopeLists(
            events: ledger.events, folders: stores.folders, timer: configuration.timer,
            listBytes: configuration.listBytes, now: configuration.now)
    }

    private var templateFolders: TemplateFolders {
        TemplateFolders(templates: stores.templates, unused: unused, now: configuration.now)
    }

    private var creation: EnvelopeCreation {
        EnvelopeCreation(
            envelopes: newEnvelopes,
            templates: TemplateEnvelopes(templates: stores.templates, blobs: ledger.blobs, anchors: anchors),
            brands: stores.brands, connect: configuration.connect, anchors: anchors, receiving: receiving)
    }

    private var receiving: DocumentReceiving {
        DocumentReceiving(
            intake: intake, fetcher: workshop.fetcher, patience: configuration.fetchTime,
            fetchedBytes: configuration.fetchedBytes, documentLimit: configuration.documentLimit,
            now: configuration.now)
    }

    private var anchors: AnchorSearch {
        AnchorSearch(renderer: workshop.renderer, blobs: ledger.blobs, now: configuration.now)
    }
}
