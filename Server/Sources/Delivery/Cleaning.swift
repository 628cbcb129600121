import Foundation
import Ledger

/// Removes what nobody needs any more, once a day for all processes together.
package struct Cleaning: JobConsumer {
    private static let pause: TimeInterval = 86_400

    let remove: @Sendable () async throws -> Void

    package init(remove: @escaping @Sendable () async throws -> Void) {
        self.remove = remove
    }

    /// Returns the job, which replaces one that waits.
    ///
    /// - Parameter dueAt: the earliest time to run it; `nil` for at once
    package static func job(dueAt: Date? = nil) -> NewJob {
        NewJob(.cleaning, lane: "cleaning", dueAt: dueAt, replacesLane: true)
    }

    package func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        try await remove()
        return .done(adding: [Self.job(dueAt: date + Self.pause)])
    }
}
