import Ceremony
import EnvelopeWork
import Envelopes
import Foundation
import Ledger
import ServiceCalls

extension EnvelopeWork {
    /// The ways to a signing page: by ticket, by the link in a message, embedded in the sender's product; and the script
    /// that embeds it.
    package var visitRoutes: [APIRoute] {
        let visits = VisitOpening(
            configuration: configuration, ledger: ledger, sessions: stores.sessions, observe: observe)
        let proofs = ProofForms(
            configuration: configuration, ledger: ledger, sessions: stores.sessions, codes: stores.codes,
            secrets: stores.secrets, jobs: stores.jobs)
        let routes =
            SigningRoutes(
                configuration: configuration, base: base, tickets: stores.tickets, sessions: stores.sessions,
                visits: visits, proofs: proofs, observe: observe,
                envelope: { [ledger] in try await ledger.events.envelope($0) }, host: host
            ).routes
            + LinkRoutes(
                configuration: configuration, base: base, ledger: ledger, links: stores.links,
                addresses: signingAddresses, codes: stores.codes, jobs: stores.jobs, visits: visits
            ).routes
            + EmbeddedRoutes(
                configuration: configuration, base: base, ledger: ledger, sessions: stores.sessions,
                origins: { [self] in try await embeddingOrigins(of: $0) }, links: embeddedLinks,
                proofs: EmbeddedProofs(forms: proofs),
                observe: observe, host: { host($0, .none, followsSender: true, $1) }
            ).routes
            + EmbedScript.shared.routes
        return routes.map { $0.sayingWhatIsAway(configuration.report) }
    }

    /// Returns the host for the page of one visit.
    private func host(_ visit: TicketTarget) -> CeremonyHost {
        let target = LinkTarget(envelopeID: visit.envelopeID, recipientID: visit.recipientID)
        var ceremony = configuration.ceremony
        // A visit from the sender's own program ends there, and so on this device.
        if visit.isByLink, let draw = ceremony.codePicture {
            ceremony.continueElsewhere = { [self] in try await elsewhere(visit, target, draw) }
        }
        return host(target, ReturnAddress(visit.returnURL), followsSender: visit.isByLink, ceremony)
    }

    private static let moving = LimitedAct("elsewhere", limit: 20, period: 3600)

    /// Makes an address at which a visit goes on, on another device; `nil` after too many within an hour.
    private func elsewhere(
        _ visit: TicketTarget, _ target: LinkTarget, _ draw: @Sendable (String) -> CodePicture?
    ) async throws -> ContinuedVisit? {
        let now = configuration.now()
        guard try await stores.codes.count(Self.moving, of: target, at: now) == nil else { return nil }
        let ticket = try await stores.tickets.issue(visit, at: now, life: configuration.ticketLife)
        let address = base().appending(path: "sign/\(ticket.text)").absoluteString
        return draw(address).map {
            ContinuedVisit(url: address, minutes: max(1, Int(configuration.ticketLife) / 60), picture: $0)
        }
    }

    /// - Parameter address: the address after the visit
    private func host(
        _ target: LinkTarget, _ address: ReturnAddress, followsSender: Bool, _ ceremony: CeremonyConfiguration
    ) -> CeremonyHost {
        var ceremony = ceremony
        ceremony.sessionIdleSeconds = Int(configuration.sessionIdleLife)
        ceremony.report = { [report = configuration.report] error in report(error, nil) }
        return CeremonyHost(
            ledger: ledger, envelopeID: target.envelopeID, recipientID: target.recipientID,
            renderer: workshop.renderer, typesetter: workshop.typesetter, authority: workshop.authority,
            returnAddress: address, followsSender: followsSender, configuration: ceremony)
    }
}
