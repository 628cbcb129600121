import EnvelopeWork
import Foundation
import Ledger
import ServiceCalls

extension EnvelopeWork {
    /// The service's own calls, below `/countersign`, with which devices upload what they signed.
    package var deviceRoutes: [APIRoute] {
        let access = BlobAccess(ledger: ledger, uploads: stores.uploads, now: configuration.now)
        let commit = HistoryCommit(
            limits: configuration.commits, adoptions: configuration.ceremony.acts.adoptions, now: configuration.now,
            ledger: ledger, access: access, workshop: workshop, lasting: configuration.ceremony.lasting,
            accountLanguage: configuration.ceremony.accountLanguage, terms: configuration.ceremony.terms,
            observe: observe)
        return GreetingRoute(limits: configuration.uploads).routes
            + BlobRoutes(ledger: ledger, access: access).routes
            + UploadRoutes(
                limits: configuration.uploads, now: configuration.now, ledger: ledger, uploads: stores.uploads,
                access: access, expiry: expiry, observe: observe
            ).routes
            + HistoryRoutes(limits: configuration.commits, ledger: ledger, commit: commit).routes
    }

    /// Removes orphaned uploads and blobs.
    ///
    /// - Parameter date: what was used since then stays
    package func removeUnused(before date: Date) async throws {
        try await expiry.drop(before: date)
        try await expiry.dropUnnamed(before: date)
    }

    private var expiry: UploadExpiry { UploadExpiry(ledger: ledger, uploads: stores.uploads, unused: unused) }
}
