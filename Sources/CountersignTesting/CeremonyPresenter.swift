import Ceremony
import Countersign
import Foundation

/// Presents signing pages in a test: a person by the name of a closure does what they do, and the page ends as it
/// would in a web view.
///
///     let presenter = CeremonyPresenter(service) { visit in try await visit.complete() }
///     let outcome = try await session.present(…, with: presenter)
public struct CeremonyPresenter: SigningPresenter {
    private let open: @Sendable (URL) async throws -> CeremonyVisit
    private let person: @Sendable (CeremonyVisit) async throws -> String?

    /// - Parameter person: what is done on the page; gives the event with which it ends, or nil when the person closes
    ///   the page.
    public init(
        _ service: ServiceStandIn, person: @escaping @Sendable (CeremonyVisit) async throws -> String?
    ) {
        open = { try await service.openCeremony($0) }
        self.person = person
    }

    /// Pages of a service that runs, such as `countersign serve` on the machine of the tests.
    ///
    /// - Parameter person: as above.
    public init(
        over transport: any HTTPTransport, person: @escaping @Sendable (CeremonyVisit) async throws -> String?
    ) {
        open = { try await CeremonyVisit.open($0, over: transport) }
        self.person = person
    }

    public func present(_ page: SigningPage) async -> SigningPageEnding {
        await Self.ending {
            let visit =
                switch page.source {
                case .url(let url, _): try await open(url)
                case .host(let host): CeremonyVisit(host)
                }
            return try await person(visit)
        }
    }

    /// How a page ends on which a person does something.
    static func ending(_ person: () async throws -> String?) async -> SigningPageEnding {
        do {
            return try await person().map { .returned(CeremonyEnding(event: $0)) } ?? .closed
        } catch let error where error is CancellationError || Task.isCancelled {
            // What was asked for while the page was taken away fails in one way or another.
            return .dismissed
        } catch let refusal as CeremonyVisit.Refusal where refusal.code == "session_timeout" {
            return .timedOut
        } catch let refusal as CeremonyVisit.Refusal where refusal.code == "ttl_expired" {
            return .returned(.timeToLiveExpired)
        } catch {
            return .failed(reason: "\(error)")
        }
    }
}
