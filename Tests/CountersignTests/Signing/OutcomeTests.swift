import Ceremony
import Envelopes
import Foundation
import TestSupport
import Testing

@testable import Countersign

private struct WebProcessGone: Error {}

@Suite("The outcome of a signing page")
struct OutcomeTests {
    private static let unable = Ended.failure(
        .signingFailed(reason: "The server could not continue.", trace: "view-1"))

    @Test(
        "Each event in the API has its outcome, and any other is kept",
        arguments: [
            ("viewing_complete", Ended.success(.viewedCompleted)), ("cancel", .success(.finishedLater)),
            ("session_timeout", .success(.sessionTimedOut)), ("ttl_expired", .success(.linkExpired)),
            ("access_code_failed", .success(.accessCodeFailed)), ("id_check_failed", .success(.idCheckFailed)),
            ("fax_pending", .success(.faxPending)), ("exception", unable),
            ("something_new", .success(.other("something_new"))), ("", .success(.other(""))),
        ])
    func events(_ event: String, _ expected: Ended) async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder)
            var events = session.events.makeAsyncIterator()
            let outcome = try await ended {
                try await session.present(
                    stage.named, with: TestPresenter { _ in .returned(CeremonyEnding(event: event)) })
            }
            #expect(outcome == expected)
            let announced =
                switch expected {
                case .success(let outcome): outcome.event(envelopeID: stage.envelopeID)
                case .failure(let error): error.event(envelopeID: stage.envelopeID)
                }
            #expect(await events.next() == announced)
        }
    }

    @Test("The reason for declining comes from the server")
    func declined() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder)
            let outcome = try await session.present(
                stage.byClientUser,
                with: TestPresenter { _ in
                    stage.sign("declined", more: #","declinedReason":"too dear""#)
                    return .returned(.decline)
                })
            #expect(outcome == .declined(reason: "too dear"))
        }
    }

    @Test("A signature that the server reports late is waited for")
    func late() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage(recipients: { number in
                switch number {
                case 1: nil
                case 2: .refusal(500, "UNSPECIFIED_ERROR")
                case 3: .json(#"{"signers":[\#(SigningStage.signer(status: "delivered"))]}"#)
                default: .json(#"{"signers":[\#(SigningStage.signer(status: "completed"))]}"#)
                }
            })
            let session = try await stage.session(folder)
            let outcome = try await session.present(
                stage.byClientUser, with: TestPresenter { _ in .returned(.signingComplete) })
            #expect(outcome == .completed(.byServer))
            #expect(stage.recipientsAsked.value == 4)
        }
    }

    @Test(
        "A page's claim without the server's confirmation neither completes nor declines, and polling ends",
        arguments: ["signing_complete", "decline"])
    func forged(_ event: String) async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder)
            await #expect(throws: CountersignError.signingNotConfirmed(status: "sent", trace: "view-1")) {
                try await session.present(
                    stage.named, with: TestPresenter { _ in .returned(CeremonyEnding(event: event)) })
            }
            #expect(stage.recipientsAsked.value == 5)
            // Nor do they take as long as any other call may.
            #expect(stage.limits.withLock { $0 } == Array(repeating: 10, count: 5))
        }
    }

    @Test(
        "A page that closes after the signature counts as completed",
        arguments: [SigningPageEnding.cancelled, .dismissed, .timedOut, .failed(reason: "lost")])
    func closedAfterSigning(_ ending: SigningPageEnding) async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder)
            let outcome = try await session.present(
                stage.byClientUser,
                with: TestPresenter { _ in
                    stage.sign()
                    return ending
                })
            #expect(outcome == .completed(.byServer))
        }
    }

    @Test(
        "A page that closes before the signature does not count as completed",
        arguments: [
            (SigningPageEnding.cancelled, Ended.success(.cancelled)), (.dismissed, .success(.cancelled)),
            (.timedOut, .success(.sessionTimedOut)),
            (
                .failed(reason: "lost", underlying: UnderlyingError(WebProcessGone())),
                .failure(
                    .signingFailed(
                        reason: "lost", trace: "view-1", underlying: UnderlyingError(WebProcessGone())))
            ),
        ])
    func closedBefore(_ ending: SigningPageEnding, _ expected: Ended) async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder)
            let outcome = try await ended {
                try await session.present(stage.byClientUser, with: TestPresenter { _ in ending })
            }
            #expect(outcome == expected)
        }
    }

    @Test("Closing the page after signing earlier counts as viewing")
    func closedByViewer() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage(signers: SigningStage.signer(status: "completed"))
            let session = try await stage.session(folder)
            let outcome = try await session.present(stage.byClientUser, with: TestPresenter { _ in .cancelled })
            #expect(outcome == .viewedCompleted)
        }
    }

    @Test(
        "Without an earlier status, the server's times decide whether signing happened at this page",
        arguments: [
            ("2026-11-20T10:00:00.0000000Z", SigningOutcome.viewedCompleted),
            ("2026-11-21T09:15:01.0000000Z", .completed(.byServer)),
        ])
    func closedByNamedViewer(signedAt: String, expected: SigningOutcome) async throws {
        try await withTestFolder { folder in
            let stage = SigningStage(
                signers: SigningStage.signer(status: "completed", more: #","signedDateTime":"\#(signedAt)""#),
                view: { _ in
                    var reply = HTTPReply.json(#"{"url":"https://sign.example.org/sign/t"}"#, status: 201)
                    reply.headers[.date] = "Sat, 21 Nov 2026 09:15:00 GMT"
                    return reply
                })
            let session = try await stage.session(folder)
            let outcome = try await session.present(stage.named, with: TestPresenter { _ in .cancelled })
            #expect(outcome == expected)
        }
    }

    @Test("Closing asks the server once, for at most ten seconds")
    func closedWithoutNetwork() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage(recipients: { _ in HTTPReply(status: 503) })
            let transport = stage.transport
            let session = try await CountersignClient(.test(folder, transport))
                .logIn(accessToken: "t", account: TestUser.ada.details)
            let outcome = try await session.present(stage.named, with: TestPresenter { _ in .cancelled })
            #expect(outcome == .cancelled)
            #expect(stage.recipientsAsked.value == 1)
            #expect(transport.timeouts.last == 10)
        }
    }

    @Test("A page shown by its address alone needs no log-in and no calls")
    func byAddress() async throws {
        try await withTestFolder { folder in
            let transport = ScriptedTransport { _ in .refusal(500, "UNSPECIFIED_ERROR") }
            let countersign = try CountersignClient(.test(folder, transport))
            let url = try #require(URL(string: "https://demo.docusign.net/Signing/MTRedeem/v1/x?slt=a%2Bb"))
            for (event, expected) in [
                ("signing_complete", SigningOutcome.completed(.byPageOnly)), ("decline", .declined(reason: nil)),
                ("ttl_expired", .linkExpired), ("new", .other("new")),
            ] {
                let outcome = try await countersign.present(
                    url: url,
                    with: TestPresenter { page in
                        #expect(page.url == url)
                        #expect(page.renewed == nil)
                        return .returned(CeremonyEnding(event: event))
                    })
                #expect(outcome == expected)
            }
            var events = countersign.events.makeAsyncIterator()
            let envelope = EnvelopeID(UUID())
            #expect(
                try await countersign.present(
                    url: url, envelopeID: envelope, recipientID: "7", with: TestPresenter { _ in .cancelled })
                    == .cancelled)
            #expect(
                await events.next()
                    == .signingCancelled(
                        envelope, recipient: "7", mode: .online, reason: .cancel, error: nil, information: nil))
            #expect(transport.calls.isEmpty)
            let file = try #require(URL(string: "file:///etc/passwd"))
            await #expect(throws: CountersignError.self) {
                try await countersign.present(url: file, with: TestPresenter { _ in .cancelled })
            }
        }
    }

    @Test("The language is appended to an address without changing the rest")
    func language() throws {
        let french = SigningLanguage(rawValue: "fr_CA")
        for (given, opened) in [
            ("https://x.example/s?slt=a%2Bb", "https://x.example/s?slt=a%2Bb&locale=fr_CA"),
            ("https://x.example/s", "https://x.example/s?locale=fr_CA"),
            ("https://x.example/s?a#f", "https://x.example/s?a&locale=fr_CA#f"),
        ] {
            let url = try SigningURL.opened(given, language: french, allowsPlainHTTP: false, trace: nil)
            #expect(url.absoluteString == opened)
        }
    }
}
