import Ceremony
import Envelopes
import Foundation

/// Signing on the device, one person after another.
extension OfflineEnvelopes {
    /// Lets everybody who can sign here now do so, in the envelope's order. Returns when nobody is left or somebody
    /// leaves. A later call continues where this one stopped.
    ///
    /// Cancelling the task dismisses the current screen, like ``CountersignSession/dismissPresentation()``. Listeners
    /// get exactly one final event.
    ///
    /// - Throws: ``CountersignError/notPossibleOffline(_:)`` with every reason, if signing cannot start;
    ///   ``CountersignError/alreadyPresenting`` while the session shows another page; ``CountersignError/sessionEnded``
    ///   if the user was logged out, which dismisses the page
    public func sign(
        _ id: EnvelopeID, with presenter: any OfflineSigningPresenter
    ) async throws(CountersignError) -> SigningOutcome {
        try life.check()
        try slot.take()
        defer { slot.leave() }
        let obstacles = try await reasonsNotToSign(id)
        guard obstacles.isEmpty else { throw .notPossibleOffline(obstacles) }
        let round = OfflineRound(envelopes: self, id: id, presenter: presenter, report: OfflineReport(events, id))
        let (signed, result) = await slot.run { await round.everybody() }
        let outcome = try await round.concluded(signed, result)
        await slot.run { await round.giveBack(after: outcome, last: signed.last) }
        return outcome
    }

    /// Returns the host that answers a recipient's page on this device.
    package func host(for recipient: RecipientID, of id: EnvelopeID) async throws(CountersignError) -> CeremonyHost {
        try await host(for: recipient, of: id, OfflineReport(events, id))
    }

    func host(
        for recipient: RecipientID, of id: EnvelopeID, _ report: OfflineReport
    ) async throws(CountersignError) -> CeremonyHost {
        try life.check()
        var configuration = CeremonyConfiguration(now: now, report: { report.failed($0) })
        configuration.allowsDelegation = false
        configuration.allowsAttachments = false
        configuration.timeZone = platform.witness.zone()
        configuration.takesZoneOfPage = false
        configuration.disclosure =
            if let consent { consent } else { .onDevice(sender: try await store.envelope(id).sender) }
        configuration.allowsFinishingLater = options.allowsSigningLater
        configuration.keepsEntries = options.savesProgress
        configuration.offersCopies = false
        configuration.nextGoesOnlyToBlankRequired = options.nextGoesOnlyToBlankRequired
        let ledger = store.ledger(
            signedBy: try await keys.signer(), platform.witness, times, local, report)
        return CeremonyHost(
            ledger: ledger, envelopeID: id, recipientID: recipient, renderer: platform.renderer,
            typesetter: platform.typesetter, authority: DeviceSigningAuthority(try await keys.authority()),
            returnAddress: ReturnAddress(InAppPage.returnURL), configuration: configuration)
    }
}
