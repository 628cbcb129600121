import EnvelopeService
import Logging
import ServiceLifecycle

/// Removes bytes that nothing names, once when the service begins and then every day.
struct Housekeeping: Service {
    let envelopes: EnvelopeService
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await envelopes.removeUnused()
                } catch {
                    logger.warning("Unused files could not be removed", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: .seconds(86_400))
            } while !Task.isCancelled
        }
    }
}
