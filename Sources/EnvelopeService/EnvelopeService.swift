import Accounts
import Ceremony
import ComposingVisits
import DeviceCalls
@_exported import ESignatureCalls
@_exported import EnvelopeWork
import Envelopes
import Foundation
@_exported import HTTPMessages
import Ledger
@_exported import ServiceCalls
@_exported import SignWellCalls
import SigningVisits

/// The calls of the eSignature API, the service's own calls and the signing pages, on top of the stores passed in.
/// Independent of any HTTP server: the carrier - the signing service, an app's test - converts requests to
/// ``ServiceCall`` and sends the returned ``HTTPReply``.
///
///     let service = EnvelopeService(configuration, stores: stores, ceremony: ceremony, base: { address })
///     let answer = await service.answer(ServiceCall(HTTPCall(.get, "/oauth/userinfo"), base: address))
public struct EnvelopeService: Sendable {
    /// The stores of a service.
    public typealias Stores = ServiceStores
    /// The tools for signing pages.
    public typealias Workshop = ServiceWorkshop

    /// What the calls stand on.
    let work: EnvelopeWork
    /// What every call has in common that belongs to no other API.
    public let frame: EnvelopeFrame
    /// The calls by their API, for a dispatcher with others beside them.
    public private(set) var calls: [FramedRoutes<Void>] = []
    private var dispatcher: Dispatcher<Void>

    /// - Parameters:
    ///   - base: returns the public address of the service, without a trailing slash
    ///   - observe: called for what happens at signing pages
    public init(
        _ configuration: EnvelopeServiceConfiguration, stores: Stores, workshop: Workshop,
        base: @escaping @Sendable () -> URL, observe: @escaping ServiceObserver = { _ in }
    ) {
        let work = EnvelopeWork(
            configuration, stores: stores, workshop: workshop, base: base, observe: observe)
        self.work = work
        frame = work.eSignatureFrame
        let heavyCalls = HeavyCalls(configuration)
        let own = work.eSignatureRoutes + (configuration.answersOwnCalls ? work.deviceRoutes : [])
        calls = [
            FramedRoutes(
                frame, work.visitRoutes + work.composingRoutes + own.map(heavyCalls.guarded) + work.signWellOpenRoutes),
            FramedRoutes(work.signWellFrame, work.signWellRoutes.map(heavyCalls.guarded)),
        ]
        dispatcher = Dispatcher(calls, otherwise: frame, traceHeader: Self.traceHeader)
    }

    /// The header in which every answer names its call.
    public static let traceHeader = "X-DocuSign-TraceToken"

    /// All calls that the service answers.
    public var routes: [APIRoute] { dispatcher.routes }

    /// The settings that the service was made with.
    public var configuration: EnvelopeServiceConfiguration { work.configuration }

    /// The stores that the service was made with.
    public var stores: Stores { work.stores }

    /// The tools that the service was made with.
    public var workshop: Workshop { work.workshop }

    /// The same as that of ``stores``.
    public var ledger: EnvelopeLedger { stores.ledger }

    /// The addresses at which recipients sign inside the sender's product.
    public var embeddedLinks: EmbeddedLinks { work.embeddedLinks }

    /// Answers a request. Never throws: an error becomes a response.
    public func answer(_ request: ServiceCall) async -> HTTPReply { await dispatcher.answer(request) }

    // MARK: For callers in the same process

    /// Creates an envelope from the JSON body of an API request.
    public func createEnvelope(_ body: Data, for identity: Identity) async throws -> Envelope {
        try await work.createEnvelope(body, for: identity)
    }

    /// Returns a signing URL for one recipient. It works once, until the ticket expires.
    public func signingURL(
        for recipient: RecipientID, of envelope: EnvelopeID, returningTo returnURL: URL, base: URL? = nil
    ) async throws -> URL {
        let visit = TicketTarget(envelopeID: envelope, recipientID: recipient, returnURL: returnURL)
        let ticket = try await stores.tickets.issue(visit, at: configuration.now(), life: configuration.ticketLife)
        return (base ?? work.base()).appending(path: "sign/\(ticket.text)")
    }

    /// Makes the document of a bulk send's row, unless it exists.
    ///
    /// - Returns: the reason why the row can never become a document, as when its template was deleted; `nil` if the
    ///   document exists now
    public func makeDocument(of row: BulkSendRow) async throws -> String? { try await work.makeDocument(of: row) }

    /// Notes that a row does not become a document.
    public func giveUp(_ row: BulkSendRow) async throws { try await work.giveUp(row) }

    /// Seals envelopes whose last act was not a signature.
    public var sealing: Sealing {
        Sealing(
            blobs: ledger.blobs, authority: workshop.authority, typesetter: workshop.typesetter,
            lasting: configuration.ceremony.lasting, accountLanguage: configuration.ceremony.accountLanguage)
    }

    /// Removes orphaned uploads and blobs older than ``UploadLimits/partLife``.
    public func removeUnused() async throws {
        try await work.removeUnused(before: configuration.now().addingTimeInterval(-configuration.uploads.partLife))
    }
}
