import Countersign
import Foundation

/// Presents signing pages in a test: a person by the name of a closure does what they do, and the page ends as it
/// would in a web view.
///
///     let presenter = CeremonyPresenter(service) { visit in try await visit.complete() }
///     let outcome = try await session.present(…, with: presenter)
public struct CeremonyPresenter: SigningPresenter {
    private let service: ServiceStandIn
    private let person: @Sendable (CeremonyVisit) async throws -> String?

    /// - Parameter person: what is done on the page; gives the event with which it ends, or nil when the person closes
    ///   the page.
    public init(
        _ service: ServiceStandIn, person: @escaping @Sendable (CeremonyVisit) async throws -> String?
    ) {
        self.service = service
        self.person = person
    }

    public func present(_ page: SigningPage) async -> SigningPageEnding {
        await Self.ending {
            let visit =
                switch page.source {
                case .url(let url, _): try await service.openCeremony(url)
                case .host(let host): CeremonyVisit(host)
                }
            return try await person(visit)
        }
    }

    /// How a page ends on which a person does something.
    static func ending(_ person: () async throws -> String?) async -> SigningPageEnding {
        do {
            return try await person().map { .returned(event: $0) } ?? .closed
        } catch let error where error is CancellationError || Task.isCancelled {
            // What was asked for while the page was taken away fails in one way or another.
            return .dismissed
        } catch let refusal as CeremonyVisit.Refusal where refusal.code == "session_timeout" {
            return .timedOut
        } catch let refusal as CeremonyVisit.Refusal where refusal.code == "ttl_expired" {
            return .returned(event: refusal.code)
        } catch {
            return .failed(reason: "\(error)")
        }
    }
}
