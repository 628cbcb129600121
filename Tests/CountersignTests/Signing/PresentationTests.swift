import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

/// A server with one envelope, and a presenter that a test writes.
final class SigningStage: Sendable {
    let envelopeID = EnvelopeID(UUID())
    let signers: Locked<String>
    let views = Locked<[[String: String]]>([])
    /// What the server answers to the request for recipients number `n`, from 1; nil for the signers.
    let recipientsAnswer: @Sendable (Int) -> HTTPReply?
    let viewAnswer: @Sendable (Int) -> HTTPReply?
    let recipientsAsked = Tally()
    /// Seconds that each of those questions may take.
    let limits = Locked<[TimeInterval]>([])

    init(
        signers: String = SigningStage.signer(), recipients: @escaping @Sendable (Int) -> HTTPReply? = { _ in nil },
        view: @escaping @Sendable (Int) -> HTTPReply? = { _ in nil }
    ) {
        self.signers = Locked(signers)
        recipientsAnswer = recipients
        viewAnswer = view
    }

    static func signer(
        _ id: Int = 1, name: String = "Bo Signer", email: String = "bo@example.org", client: String? = "u-77",
        status: String = "sent", more: String = ""
    ) -> String {
        let client = client.map { #""clientUserId":"\#($0)","# } ?? ""
        return
            #"{"recipientId":"\#(id)","name":"\#(name)","email":"\#(email)",\#(client)"status":"\#(status)"\#(more)}"#
    }

    var transport: ScriptedTransport {
        ScriptedTransport(timed: { [self] call, timeout in
            if call.isUserInfo { return TestUser.ada.userInfo() }
            if call.path.hasSuffix("/envelopes/\(envelopeID)/recipients") {
                limits.withLock { $0.append(timeout) }
                return recipientsAnswer(recipientsAsked.add())
                    ?? .json(#"{"signers":[\#(signers.withLock { $0 })],"recipientCount":"1"}"#)
            }
            if call.path.hasSuffix("/envelopes/\(envelopeID)/views/recipient") {
                let body = try JSONDecoder().decode([String: String].self, from: call.body)
                let number = views.withLock { views in
                    views.append(body)
                    return views.count
                }
                return viewAnswer(number)
                    ?? .json(
                        #"{"url":"https://sign.example.org/sign/ticket-\#(number)"}"#, status: 201,
                        trace: "view-\(number)")
            }
            return .refusal(404, "RESOURCE_NOT_FOUND")
        })
    }

    /// A session of this server's user, in a folder.
    func session(
        _ folder: URL, _ change: (inout CountersignConfiguration) -> Void = { _ in }
    ) async throws -> CountersignSession {
        var configuration = try CountersignConfiguration.test(folder, transport)
        change(&configuration)
        return try await CountersignClient(configuration)
            .logIn(accessToken: "t", account: TestUser.ada.details)
    }

    var byClientUser: SigningRequest { .recipient(envelopeID: envelopeID, clientUserID: "u-77") }
    var named: SigningRequest {
        .recipient(envelopeID: envelopeID, name: "Bo Signer", email: "bo@example.org", clientUserID: "u-77")
    }

    func sign(_ status: String = "completed", more: String = "") {
        signers.withLock { $0 = Self.signer(status: status, more: more) }
    }
}

struct TestPresenter: SigningPresenter {
    let show: @Sendable (SigningPage) async -> SigningPageEnding
    init(_ show: @escaping @Sendable (SigningPage) async -> SigningPageEnding) { self.show = show }
    func present(_ page: SigningPage) async -> SigningPageEnding { await show(page) }
}

extension SigningPage {
    var url: URL? { if case .url(let url, _) = source { url } else { nil } }
    var renewed: (@Sendable () async throws -> URL)? { if case .url(_, let renewed) = source { renewed } else { nil } }
}

/// A presenter that cannot show anything.
private struct HinderedPresenter: SigningPresenter {
    let hindrance: PresentationObstacle
    var presentationObstacle: PresentationObstacle? { hindrance }
    func present(_ page: SigningPage) async -> SigningPageEnding { .failed(reason: "It was asked all the same.") }
}

@Suite("Presenting a signing page")
struct PresentationTests {
    @Test("If no page can be shown, no address is requested, and the presentation fails with advice")
    func hindered() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder)
            var events = session.events.makeAsyncIterator()
            for view in [stage.byClientUser, stage.named] {
                let failure = CountersignError.cannotPresent(.sheetMissing)
                #expect(failure.description == PresentationObstacle.sheetMissing.description)
                await #expect(throws: failure) {
                    try await session.present(view, with: HinderedPresenter(hindrance: .sheetMissing))
                }
                #expect(await events.next() == failure.event(envelopeID: stage.envelopeID))
            }
            #expect(stage.views.withLock { $0 } == [])
            // The next one is not in its way.
            let shown = TestPresenter { _ in .cancelled }
            #expect(try await session.present(stage.named, with: shown) == .cancelled)
        }
    }

    @Test("With a client user id, name and address are looked up, and the server confirms the end")
    func byClientUser() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder) { $0.language = SigningLanguage(rawValue: "fr-CA") }
            var events = session.events.makeAsyncIterator()
            let shown = Locked<URL?>(nil)
            let outcome = try await session.present(
                stage.byClientUser,
                with: TestPresenter { page in
                    shown.withLock { $0 = page.url }
                    stage.sign()
                    return .returned(.signingComplete)
                })
            #expect(outcome == .completed(.byServer))
            #expect(shown.withLock { $0 }?.absoluteString == "https://sign.example.org/sign/ticket-1?locale=fr_CA")
            #expect(
                stage.views.withLock { $0 } == [
                    [
                        "returnUrl": "https://docusignink/signing", "authenticationMethod": "None",
                        "userName": "Bo Signer", "email": "bo@example.org", "clientUserId": "u-77", "recipientId": "1",
                    ]
                ])
            #expect(
                await events.next()
                    == .signingCompleted(stage.envelopeID, recipient: "1", template: nil, mode: .online))
            session.events.announce(.syncEnded)
            #expect(await events.next() == .syncEnded, "there is one terminal event")
        }
    }

    @Test("With name, address and ids, no lookup is made before the page is shown")
    func named() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder)
            let view = SigningRequest.recipient(
                envelopeID: stage.envelopeID, name: "Bo Signer", email: "bo@example.org", clientUserID: "u-77",
                recipientID: "7")
            let outcome = try await session.present(
                view,
                with: TestPresenter { _ in
                    #expect(stage.recipientsAsked.value == 0)
                    return .returned(.cancel)
                })
            #expect(outcome == .finishedLater)
            #expect(stage.views.withLock { $0.first?["recipientId"] } == "7")
        }
    }

    @Test(
        "A client user id that matches no single recipient throws, and listeners hear of a cancelled signing",
        arguments: [0, 2])
    func notUnique(_ count: Int) async throws {
        try await withTestFolder { folder in
            let all = (0..<count).map { SigningStage.signer($0 + 1) } + [SigningStage.signer(9, client: "u-78")]
            let stage = SigningStage(signers: all.joined(separator: ","))
            let session = try await stage.session(folder)
            var events = session.events.makeAsyncIterator()
            await #expect(throws: CountersignError.recipientNotUnique(found: count)) {
                try await session.present(stage.byClientUser, with: TestPresenter { _ in .cancelled })
            }
            #expect(stage.views.withLock { $0.isEmpty })
            let event = await events.next()
            #expect(
                event
                    == .signingCancelled(
                        stage.envelopeID, mode: .online, reason: nil,
                        error: .recipientNotUnique(found: count), information: nil))
        }
    }

    @Test("The user's own recipient is found by user id, or by name and address")
    func own() async throws {
        let others = SigningStage.signer(1)
        let byID = SigningStage.signer(
            2, name: "A. Sender", email: "x@example.org", client: nil,
            more: #","userId":"\#(TestUser.ada.userID.uppercased())""#)
        let byName = SigningStage.signer(3, name: "Ada Sender", email: "ADA@example.org", client: nil)
        let done = SigningStage.signer(
            4, name: "Ada Sender", email: "ada@example.org", client: nil, status: "completed")
        for (signers, id) in [([others, byID], "2"), ([others, byName], "3"), ([done, byName, others], "3")] {
            try await withTestFolder { folder in
                let stage = SigningStage(signers: signers.joined(separator: ","))
                let session = try await stage.session(folder)
                _ = try await session.present(
                    .ownRecipient(envelopeID: stage.envelopeID),
                    with: TestPresenter { _ in .returned(.cancel) })
                let view = try #require(stage.views.withLock { $0.first })
                #expect(view["recipientId"] == id)
                #expect(view["clientUserId"] == nil)
            }
        }
    }

    @Test("An in-person signer's page is requested in the host's name")
    func inPerson() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage(recipients: { _ in
                .json(
                    #"{"signers":[],"inPersonSigners":[{"recipientId":3,"hostName":"Ada Sender","hostEmail":"#
                        + #""ada@example.org","signerName":"Bo","clientUserId":"u-77","status":"sent"}],"#
                        + #""agents":[{"recipientId":"4","name":"A","email":"a@example.org"}]}"#)
            })
            let session = try await stage.session(folder)
            _ = try await session.present(
                stage.byClientUser, with: TestPresenter { _ in .returned(.cancel) })
            let view = try #require(stage.views.withLock { $0.first })
            #expect(view["userName"] == "Ada Sender" && view["email"] == "ada@example.org")
            #expect(view["recipientId"] == "3")
        }
    }

    @Test("A lost page gets a new address, and no address is stored")
    func renewed() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let store = MemoryCredentialStore()
            let session = try await stage.session(folder) { $0.credentials = store }
            let outcome = try await session.present(
                stage.named,
                with: TestPresenter { page in
                    let again = try? await page.renewed?()
                    #expect(page.url?.lastPathComponent == "ticket-1")
                    #expect(again?.lastPathComponent == "ticket-2")
                    return .returned(.cancel)
                })
            #expect(outcome == .finishedLater)
            #expect(stage.views.withLock { $0.count } == 2)
            for secret in store.all.values { #expect(!String(decoding: secret, as: UTF8.self).contains("ticket")) }
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                let bytes = try? Data(contentsOf: file)
                #expect(bytes?.range(of: Data("ticket".utf8)) == nil)
            }
        }
    }

    @Test("The page's policy knows the return address and the page")
    func policy() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder) {
                $0.returnURL = URL(string: "com.example.app://signed") ?? $0.returnURL
            }
            _ = try await session.present(
                stage.named,
                with: TestPresenter { page in
                    let back = URL(string: "com.example.app://signed?event=Signing_Complete")
                    let own = URL(string: "https://sign.example.org/ceremony/1/")
                    if let back {
                        #expect(page.policy.decide(.init(url: back)) == .end(.returned(.signingComplete)))
                    }
                    if let own { #expect(page.policy.decide(.init(url: own)) == .allow) }
                    return .cancelled
                })
        }
    }

    @Test(
        "An invalid page address is refused before anything is shown",
        arguments: [
            "", "javascript:alert(1)", "http://sign.example.org/x", "https://me@sign.example.org/x", "file:///etc",
        ])
    func badAddress(_ address: String) async throws {
        try await withTestFolder { folder in
            let stage = SigningStage(view: { _ in .json(#"{"url":"\#(address)"}"#, status: 201, trace: "t-9") })
            let session = try await stage.session(folder)
            let shown = Tally()
            await #expect {
                try await session.present(
                    stage.named,
                    with: TestPresenter { _ in
                        shown.add()
                        return .cancelled
                    })
            } throws: { error in
                guard case CountersignError.unreadableAnswer(_, let trace) = error else { return false }
                return trace == "t-9"
            }
            #expect(shown.value == 0)
        }
    }

    @Test("Only one page is shown at a time, and the next one after it closes")
    func oneAtATime() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let session = try await stage.session(folder)
            let (shown, close) = (Gate(), Gate())
            let first = Task {
                try await session.present(
                    stage.named,
                    with: TestPresenter { _ in
                        shown.open()
                        await close.wait()
                        return .returned(.cancel)
                    })
            }
            await shown.wait()
            await #expect(throws: CountersignError.alreadyPresenting) {
                try await session.present(stage.named, with: TestPresenter { _ in .cancelled })
            }
            close.open()
            #expect(try await first.value == .finishedLater)
            #expect(
                try await session.present(stage.named, with: TestPresenter { _ in .returned(.cancel) })
                    == .finishedLater)
        }
    }

    /// Stays until its task is cancelled.
    private static func waiting(_ shown: Gate) -> TestPresenter {
        TestPresenter { _ in
            let dismissed = Gate()
            await withTaskCancellationHandler {
                shown.open()
                await dismissed.wait()
            } onCancel: {
                dismissed.open()
            }
            return .dismissed
        }
    }

    @Test(
        "The app dismisses the page through the session, its task or another log-in",
        arguments: ["session", "task", "log-in"])
    func dismissed(_ way: String) async throws {
        try await withTestFolder { folder in
            let stage = SigningStage()
            let countersign = try CountersignClient(.test(folder, stage.transport))
            let session = try await countersign.logIn(accessToken: "t", account: TestUser.ada.details)
            let shown = Gate()
            let presentation = Task { try await session.present(stage.named, with: Self.waiting(shown)) }
            await shown.wait()
            switch way {
            case "session": session.dismissPresentation()
            case "task": presentation.cancel()
            default: try await countersign.logIn(accessToken: "t", account: TestUser.ada.details)
            }
            #expect(try await presentation.value == .cancelled)
        }
    }

    @Test("The app dismisses a page shown by its address")
    func dismissedByAddress() async throws {
        try await withTestFolder { folder in
            let countersign = try CountersignClient(.test(folder, ScriptedTransport { _ in HTTPReply(status: 500) }))
            let url = try #require(URL(string: "https://sign.example.org/sign/abc"))
            let shown = Gate()
            let presentation = Task { try await countersign.present(url: url, with: Self.waiting(shown)) }
            await shown.wait()
            countersign.dismissPresentation()
            #expect(try await presentation.value == .cancelled)
        }
    }

    @Test("A refused page address is reported with its trace")
    func refused() async throws {
        try await withTestFolder { folder in
            let stage = SigningStage(view: { _ in .refusal(400, "RECIPIENT_NOT_IN_SEQUENCE", trace: "t-5") })
            let session = try await stage.session(folder)
            var events = session.events.makeAsyncIterator()
            let error = CountersignError.refused(
                status: 400, code: "RECIPIENT_NOT_IN_SEQUENCE", message: "No: RECIPIENT_NOT_IN_SEQUENCE.",
                trace: "t-5")
            await #expect(throws: error) {
                try await session.present(stage.named, with: TestPresenter { _ in .cancelled })
            }
            #expect(
                await events.next()
                    == .signingCancelled(
                        stage.envelopeID, mode: .online, reason: nil, error: error,
                        information: "t-5"))
        }
    }
}
