import Ceremony
import DocuSignDialect
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import Ledger
import ServiceCalls

/// Creates an envelope from the body of `POST …/envelopes`.
struct EnvelopeCreation: Sendable {
    let envelopes: NewEnvelopes
    let templates: TemplateEnvelopes
    let brands: SQLBrandStore
    let connect: ConnectSettings
    let anchors: AnchorSearch
    let receiving: DocumentReceiving

    /// Creates the envelope, or returns the account's earlier one with the same transaction id.
    ///
    /// The earlier envelope is looked up first: a retry succeeds even if its template has changed or been deleted.
    ///
    /// Everything is checked before anything is stored. A rejected request leaves nothing behind; after a conflict,
    /// orphaned documents may remain for a while.
    ///
    /// - Parameters:
    ///   - leavesOutUnfilledRoles: whether a draft from a template may lack the roles that nobody takes
    ///     (`merge_roles_on_draft`)
    ///   - ignored: collects members that prove to have no effect
    /// - Throws: `APIError` and `EnvelopeError`
    func create(
        _ request: Wire.EnvelopeDefinition, for identity: Identity, _ actor: EventActor,
        leavesOutUnfilledRoles: Bool = false, noting ignored: IgnoredMembers? = nil
    ) async throws -> Envelope {
        var request = request
        let digest = try request.transactionId.map { _ in
            try request.contentDigest(leavingOutUnfilledRoles: leavesOutUnfilledRoles)
        }
        if let digest, let transaction = request.transactionId,
            let earlier = try await envelopes.ledger.envelope(
                madeBy: digest, under: transaction, account: identity.accountID, sender: identity.userID)
        {
            return earlier
        }
        let send = try request.isSentAtOnce()
        try connect.require(request.notifications)
        let account = try await envelopes.accountNotification(identity.accountID)
        let notification = account ?? envelopes.notification
        var definition: EnvelopeDefinition
        var taken: [DocumentReceiving.Taken] = []
        if request.templateId != nil {
            definition = try await templates.definition(
                request, of: identity, send: send, leavesOutUnfilled: leavesOutUnfilledRoles, noting: ignored)
            if let wish = request.notification { definition.notification = wish.settings(notification) }
        } else {
            taken = try await receiving.take(try request.receivedDocuments(), of: identity.accountID)
            try await anchors.place(
                &request, in: AnchorSearch.documents(taken), of: identity.accountID
            ) { try $0.recipients?.changeAnchors(at: "recipients", $1) }
            definition = try request.definition(
                accountID: identity.accountID,
                sender: Sender(userID: identity.userID, name: identity.name, email: identity.email),
                documents: taken.map(\.document),
                newTabID: { TabID(UUID.random()) }, notification: notification, newSalt: { Secret.random().text })
            definition.tabs += try FormTabs.tabs(of: &taken, for: definition.recipients) { TabID(UUID.random()) }
            definition.documents = taken.map(\.document)
        }
        definition.eventNotifications = request.notifications
        definition.notification = definition.notification ?? account
        definition.brandID = try await brand(request.brandId, of: identity)
        return try await envelopes.add(
            definition, received: taken.flatMap(\.blobs), send: send, actor, requestDigest: digest)
    }

    /// Returns the id of the account's brand that a request names.
    private func brand(_ id: String?, of identity: Identity) async throws -> String? {
        guard let id else { return nil }
        guard let found = try await brands.brand(id, of: identity.accountID) else {
            throw APIError(
                .invalidRequestParameter, "brandId: the account has no brand \(id.prefix(64)); …/brands lists them.")
        }
        return found.id
    }
}
