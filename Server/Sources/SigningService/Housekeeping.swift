import EnvelopeService
import Logging
import ServiceLifecycle

/// Names certificates that end, and removes bytes that nothing names: once when the service begins and then every day.
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
                    // A service that cannot listen ends at once, in the midst of this.
                    guard !Task.isCancelled else { return }
                    logger.warning("Unused files could not be removed", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: .seconds(86_400))
            } while !Task.isCancelled
        }
    }
}
