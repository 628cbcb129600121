import Countersign
import Envelopes

/// The people around a device, for tests of offline signing. Each gets the device, runs a closure on the page, and
/// hands the device on.
///
///     let offline = try session.offlineEnvelopes(on: .testing())
///     let outcome = try await offline.sign(envelope, with: DevicePeople())
///
/// By default, everybody signs.
public struct DevicePeople: OfflineSigningPresenter {
    private let person: @Sendable (CeremonyVisit) async throws -> String?
    private let choice: @Sendable ([Recipient]) async -> RecipientID?
    private let answer: @Sendable (HandOver) async -> HandOver.Answer

    /// - Parameters:
    ///   - person: acts on each page; returns the event with which the page ends, or `nil` if the person closes it
    ///   - choosing: returns who signs next, if several people can; `nil` for "not now"; default: the first
    ///   - handOver: returns whether the device is handed over; default: it is
    public init(
        person: @escaping @Sendable (CeremonyVisit) async throws -> String? = { try await $0.complete() },
        choosing: @escaping @Sendable (_ recipients: [Recipient]) async -> RecipientID? = { $0.first?.id },
        handOver: @escaping @Sendable (HandOver) async -> HandOver.Answer = { _ in .ready }
    ) {
        (self.person, choice, answer) = (person, choosing, handOver)
    }

    /// Returns what the closure `choosing` returns.
    public func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? {
        await choice(recipients)
    }

    /// Returns what the closure `handOver` returns.
    public func handOver(_ handOver: HandOver) async -> HandOver.Answer { await answer(handOver) }

    /// Runs the closure `person` on the page. Fails for a page of a server: there is no network here.
    public func present(_ page: SigningPage) async -> SigningPageEnding {
        guard case .host(let host) = page.source else {
            return .failed(reason: "People at a device without a network open only the page that the app answers.")
        }
        return await CeremonyPresenter.ending { try await person(CeremonyVisit(host)) }
    }
}
