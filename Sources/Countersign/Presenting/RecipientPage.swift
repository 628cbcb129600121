import Ceremony
import ClientSupport
import DocuSignDialect
import Essentials
import Foundation
import HTTPMessages

/// One presentation of a recipient's page: its URL and its outcome.
struct RecipientPage: Sendable {
    let recipient: InvitedRecipient
    let api: APIClient
    let configuration: CountersignConfiguration
    /// The trace id and the server's time, if given, of the last request for a URL.
    private let asked = LastAnswer()
    private var trace: String? { asked.value.trace }

    init(_ recipient: InvitedRecipient, api: APIClient, configuration: CountersignConfiguration) {
        self.recipient = recipient
        self.api = api
        self.configuration = configuration
    }

    func page() async throws(CountersignError) -> SigningPage {
        let url = try await address()
        return SigningPage(
            source: .url(url, renewed: { try await address() }), policy: configuration.policy(page: url),
            loadTimeout: configuration.pageLoadTimeout, closeQuestion: configuration.closeQuestion)
    }

    /// Requests the page's URL. Repeating the request only yields another URL.
    private func address() async throws(CountersignError) -> URL {
        let request = try APIRequest(
            .post, ["envelopes", recipient.envelopeID.rawValue, "views", "recipient"],
            json: recipient.viewRequest(returnURL: configuration.returnURL), isRepeatable: true)
        let reply = try await api.send(request)
        asked.set(reply)
        return try SigningURL.opened(
            try reply.decoded(Wire.ViewURL.self).url, language: configuration.language,
            allowsPlainHTTP: configuration.allowsPlainHTTP, trace: reply.trace)
    }

    /// Returns the outcome for an ending. Asks the server in a separate task, because the page may be gone due to the
    /// caller's cancellation.
    ///
    /// - Throws: why the page failed, or why the server did not confirm what the page claims
    func outcome(of ending: SigningPageEnding) async throws(CountersignError) -> SigningOutcome {
        try await Task { () async -> Result<SigningOutcome, CountersignError> in
            do throws(CountersignError) { return .success(try await settled(ending)) } catch { return .failure(error) }
        }.value.get()
    }

    private func settled(_ ending: SigningPageEnding) async throws(CountersignError) -> SigningOutcome {
        switch ending {
        case .returned(.signingComplete), .returned(.decline): return try await confirmed()
        case .returned(let ending):
            guard let outcome = SigningOutcome(settled: ending) else {
                throw .signingFailed(reason: "The server could not continue.", trace: trace)
            }
            return outcome
        case .timedOut: return await completedAfterAll() ?? .sessionTimedOut
        // Somebody who had signed before has only viewed the page, so nothing was interrupted.
        case .cancelled where recipient.hadFinished == true: return .viewedCompleted
        case .cancelled:
            guard let now = await standing(), now.hasFinished else { return .cancelled }
            return signedBefore(now) ? .viewedCompleted : .completed(.byServer)
        case .dismissed: return await completedAfterAll() ?? .cancelled
        case .failed(let reason, let error):
            if let outcome = await completedAfterAll() { return outcome }
            throw .signingFailed(reason: reason, trace: trace, underlying: error)
        }
    }

    /// Asks until the server says that the recipient has signed or declined, because the page's claim can be forged.
    /// Asks a limited number of times, each with a short limit.
    private func confirmed() async throws(CountersignError) -> SigningOutcome {
        var last = CountersignError.signingNotConfirmed(status: "unknown", trace: trace)
        for pause in [0] + Self.pauses {
            if pause > 0 { try? await configuration.retries.wait(pause) }
            do throws(CountersignError) {
                let recipients = try await api.recipients(
                    of: recipient.envelopeID, timeout: Self.answerLimit, retrying: false)
                guard let now = recipient.found(in: recipients) else { throw last }
                if now.hasFinished { return .completed(.byServer) }
                if now.status == "declined" { return .declined(reason: now.declinedReason) }
                last = .signingNotConfirmed(status: now.status, trace: trace)
            } catch {
                last = error
                switch error {
                case .unreachable, .refused(500..., _, _, _): continue
                default: throw error
                }
            }
        }
        throw last
    }

    /// Pauses, in seconds, between queries for a signature.
    private static let pauses: [TimeInterval] = [0.5, 1, 2, 4]
    /// Time limit for the answer to a query, in seconds.
    private static let answerLimit: TimeInterval = 10

    /// Asks once, with a short limit, in case the page closed before it could report completion.
    private func completedAfterAll() async -> SigningOutcome? {
        guard recipient.hadFinished != true, let now = await standing(), now.hasFinished, !signedBefore(now) else {
            return nil
        }
        return .completed(.byServer)
    }

    /// Whether a recipient signed before the page's URL was requested, by the server's clock.
    private func signedBefore(_ now: EnvelopeRecipient) -> Bool {
        if let known = recipient.hadFinished { return known }
        guard let signed = now.signedAt, let date = asked.value.date else { return false }
        return signed < date
    }

    private func standing() async -> EnvelopeRecipient? {
        guard
            let recipients = try? await api.recipients(
                of: recipient.envelopeID, timeout: Self.answerLimit, retrying: false)
        else {
            return nil
        }
        return recipient.found(in: recipients)
    }
}

private final class LastAnswer: Sendable {
    private let held = Locked<(trace: String?, date: Date?)>((nil, nil))
    var value: (trace: String?, date: Date?) { held.withLock { $0 } }
    func set(_ reply: HTTPReply) {
        held.withLock { $0 = (reply.trace, reply.headers[.date].flatMap(HTTPDate.date)) }
    }
}
