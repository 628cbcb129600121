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
        return SigningRoutes(
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
                applications: stores.applications, links: embeddedLinks, proofs: EmbeddedProofs(forms: proofs),
                observe: observe, host: { host($0, .none, followsSender: true, $1) }
            ).routes
            + EmbedScript.shared.routes
    }

    /// Returns the host for the page of one visit.
    private func host(_ visit: TicketTarget) -> CeremonyHost {
        host(
            LinkTarget(envelopeID: visit.envelopeID, recipientID: visit.recipientID),
            ReturnAddress(visit.returnURL), followsSender: visit.isByLink, configuration.ceremony)
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
