import EnvelopeService
import Logging
import ServiceLifecycle

/// Warns of expiring certificates and removes orphaned blobs: when the service starts, and then daily.
struct Housekeeping: Service {
    let envelopes: EnvelopeService
    let notices: @Sendable () -> [ValidityNotice]
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                for notice in notices() { logger.warning("\(notice.sentence)") }
                do {
                    try await envelopes.removeUnused()
                } catch {
                    // A service that cannot listen stops at once, in the middle of this.
                    guard !Task.isCancelled else { return }
                    logger.warning("Unused files could not be removed", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: .seconds(86_400))
            } while !Task.isCancelled
        }
    }
}
