import Ceremony
import Countersign
import Foundation

/// Presents signing pages in a test. A closure acts as the person, and the page ends as it would in a web view.
///
///     let presenter = CeremonyPresenter(service) { visit in try await visit.complete() }
///     let outcome = try await session.present(…, with: presenter)
public struct CeremonyPresenter: SigningPresenter {
    private let open: @Sendable (URL) async throws -> CeremonyVisit
    private let person: @Sendable (CeremonyVisit) async throws -> String?

    /// - Parameter person: acts on the page; returns the event with which it ends, or `nil` if the person closes the
    ///   page
    public init(
        _ service: ServiceStandIn, person: @escaping @Sendable (CeremonyVisit) async throws -> String?
    ) {
        open = { try await service.openCeremony($0) }
        self.person = person
    }

    /// Creates a presenter for pages of a running service, such as `countersign serve` on the test machine.
    ///
    /// - Parameter person: acts on the page; returns the event with which it ends, or `nil` if the person closes the
    ///   page
    public init(
        over transport: any HTTPTransport, person: @escaping @Sendable (CeremonyVisit) async throws -> String?
    ) {
        open = { try await CeremonyVisit.open($0, over: transport) }
        self.person = person
    }

    /// Runs the closure on the page, and returns how the page would have ended in a web view.
    public func present(_ page: SigningPage) async -> SigningPageEnding {
        await Self.ending {
            let visit =
                switch page.source {
                case .url(let url, _): try await open(url)
                case .host(let host): CeremonyVisit(host)
                case .embedded(let embedded): try await open(embedded.signingURL)
                }
            return try await person(visit)
        }
    }

    /// Returns how a page ends after a person has acted on it.
    static func ending(_ person: () async throws -> String?) async -> SigningPageEnding {
        do {
            return try await person().map { .returned(CeremonyEnding(event: $0)) } ?? .cancelled
        } catch let error where error is CancellationError || Task.isCancelled {
            // A request made while the page was being removed can fail in various ways.
            return .dismissed
        } catch let refusal as CeremonyVisit.Refusal where refusal.code == "session_timeout" {
            return .timedOut
        } catch let refusal as CeremonyVisit.Refusal where refusal.code == "ttl_expired" {
            return .returned(.timeToLiveExpired)
        } catch {
            return .failed(reason: "\(error)", underlying: UnderlyingError(error))
        }
    }
}
