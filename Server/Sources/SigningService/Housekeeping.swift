import Delivery
import Foundation
import Ledger
import Logging
import ServiceLifecycle

/// Has orphaned blobs removed and earlier envelopes listed when the service starts, and warns of expiring certificates: then, and daily.
struct Housekeeping: Service {
    let queue: any JobQueue
    let now: @Sendable () -> Date
    let notices: @Sendable () -> [ValidityNotice]
    let listEarlier: @Sendable () async throws -> Void
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                try await queue.add([Cleaning.job()], at: now())
            } catch {
                // A service that cannot listen stops at once, in the middle of this.
                guard !Task.isCancelled else { return }
                logger.warning("Unused files cannot be removed", metadata: ["error": "\(error)"])
            }
            do {
                try await listEarlier()
            } catch {
                guard !Task.isCancelled else { return }
                logger.warning(
                    "Earlier envelopes are missing in searches until the next start", metadata: ["error": "\(error)"])
            }
            repeat {
                for notice in notices() { logger.warning("\(notice.sentence)") }
                try? await Task.sleep(for: .seconds(86_400))
            } while !Task.isCancelled
        }
    }
}
