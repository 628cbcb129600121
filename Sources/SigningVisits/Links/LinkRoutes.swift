import Ceremony
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The routes for links in messages, `/open/{link}`, and for the addresses that send one, `/docs/…`.
///
/// A mail scanner may open a link as often as it likes. Only the page's button begins a visit.
struct LinkRoutes {
    let configuration: EnvelopeServiceConfiguration
    let base: @Sendable () -> URL
    let ledger: EnvelopeLedger
    let links: SQLLinkStore
    let addresses: SigningAddresses
    let codes: SQLCodeStore
    let jobs: any JobQueue
    let visits: VisitOpening

    var routes: [APIRoute] {
        [
            APIRoute(.get, "open/:link", needsToken: false) { try await show($0) },
            APIRoute(.post, "open/:link", needsToken: false) { try await open($0) },
            APIRoute(.post, "open/:link/renew", needsToken: false) { try await renew($0) },
            APIRoute(.get, "docs/:envelope/:recipient/:key", needsToken: false) { try await showAddress($0) },
            APIRoute(.post, "docs/:envelope/:recipient/:key", needsToken: false) { try await mailLink($0) },
        ]
    }

    /// Shows who asks for what. Changes nothing.
    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        guard let found = try await find(request) else { return LinkPage.unknown(.for(nil, request)) }
        return found.page.page(link: request.parameters["link"] ?? "")
    }

    /// Begins a visit, unless the link leads to a dead end.
    private func open(_ request: ServiceCall) async throws -> HTTPReply {
        if let refusal = try await refusal(of: request) { return refusal }
        guard let found = try await find(request) else { return LinkPage.unknown(.for(nil, request)) }
        guard found.page.state.opensVisit else { return found.page.page(link: request.parameters["link"] ?? "") }
        let proof: Identification? = found.page.recipient.getsMail ? Identification(.mailLink) : nil
        let opened = try await visits.open(
            found.target, returningTo: { TicketTarget.end(of: $0, base: request.base) }, proof, request,
            unless: { try await find(request)?.page.recipient.email != found.page.recipient.email })
        return opened ?? LinkPage.unknown(.for(nil, request))
    }

    /// Sends a new link to the address of the old one's recipient. The answer does not tell whether it did.
    private func renew(_ request: ServiceCall) async throws -> HTTPReply {
        if let refusal = try await refusal(of: request) { return refusal }
        guard let found = try await find(request) else { return LinkPage.unknown(.for(nil, request)) }
        try await mailLink(to: found)
        return found.page.renewed
    }

    /// Shows who asks for what, and offers to send the link.
    private func showAddress(_ request: ServiceCall) async throws -> HTTPReply {
        guard let found = try await findAddressed(request) else { return LinkPage.unknown(.for(nil, request)) }
        return found.page.page(sendingLinkBy: request.path)
    }

    /// Sends a link to the recipient whom the address is for. The answer does not tell whether it did.
    private func mailLink(_ request: ServiceCall) async throws -> HTTPReply {
        if let refusal = try await refusal(of: request) { return refusal }
        guard let found = try await findAddressed(request) else { return LinkPage.unknown(.for(nil, request)) }
        try await mailLink(to: found)
        return found.page.linkSent
    }

    private func mailLink(to found: Found) async throws {
        let recipient = found.page.recipient
        let act = LimitedAct("renewal", limit: configuration.links.renewals, period: 3600)
        if found.page.state.canBeRenewed, recipient.getsMail,
            try await codes.count(act, of: found.target, at: configuration.now()) == nil
        {
            let message: MessageKind =
                found.page.envelope.status == .completed ? .completed : recipient.acts ? .invitation : .copy
            try await jobs.add(
                [MailOrder(Notice(message, to: recipient.id)).job(for: found.page.envelope)], at: configuration.now())
        }
    }

    /// Refuses a form of another site.
    private func refusal(of request: ServiceCall) async throws -> HTTPReply? {
        guard OriginRule.isForeign(request, base: base()) else { return nil }
        return LinkPage.deadEnd(.for(nil, request), .otherSiteTitle, .otherSite, status: 403)
    }

    private struct Found {
        let target: LinkTarget
        let page: LinkPage
    }

    /// Returns `nil` for a link that was never issued, or whose recipient is no longer there.
    private func find(_ request: ServiceCall) async throws -> Found? {
        let answer = try await links.find(Secret(text: request.parameters["link"] ?? ""), at: configuration.now())
        var isExpired = false
        var holder: Int?
        let target: LinkTarget
        switch answer {
        case .unknown: return nil
        case .valid(let found): target = found
        case .expired(let found): (target, isExpired) = (found, true)
        case .passedOn(let found, let number): (target, holder) = (found, number)
        }
        guard let envelope = try await ledger.events.envelope(target.envelopeID) else { return nil }
        guard let holder else { return try await found(target, in: envelope, isExpired: isExpired, request) }
        // A correction since then has forgotten the earlier people.
        let holders = envelope.state(of: target.recipientID)?.earlierHolders ?? []
        guard holders.indices.contains(holder) else { return nil }
        let next = holders.dropFirst(holder + 1).first?.name ?? envelope.recipient(target.recipientID)?.name
        return try await found(target, in: envelope, isExpired: false, passedOnTo: next, request)
    }

    /// Returns `nil` for an address with a wrong key, or whose recipient's mail address has changed.
    private func findAddressed(_ request: ServiceCall) async throws -> Found? {
        let recipient = RecipientID(rawValue: request.parameters["recipient"] ?? "")
        guard let id = EnvelopeID(rawValue: (request.parameters["envelope"] ?? "").lowercased()),
            let envelope = try await ledger.events.envelope(id),
            addresses.fits(request.parameters["key"] ?? "", recipient, in: envelope)
        else { return nil }
        let target = LinkTarget(envelopeID: id, recipientID: recipient)
        return try await found(target, in: envelope, isExpired: false, request)
    }

    private func found(
        _ target: LinkTarget, in envelope: Envelope, isExpired: Bool, passedOnTo person: String? = nil,
        _ request: ServiceCall
    ) async throws -> Found? {
        guard let recipient = envelope.recipient(target.recipientID) else { return nil }
        let page = LinkPage(
            envelope: envelope, recipient: recipient, account: try await configuration.ceremony.account(of: envelope),
            brand: try await configuration.ceremony.brand(envelope),
            language: try await configuration.ceremony.accountLanguage(envelope.accountID),
            isExpired: isExpired, passedOnTo: person, configuration: configuration, request)
        return Found(target: target, page: page)
    }
}
