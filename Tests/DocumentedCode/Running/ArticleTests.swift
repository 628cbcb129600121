import Countersign
import CountersignTesting
import Foundation
import Testing

@Suite("Code in the articles")
struct ArticleTests {
    @Test("Five minutes: a token provider logs in")
    func logIn() async throws {
        try await ArticleScene.run { scene in
            let token = scene.user.accessToken
            let session = try await SignADocumentInFiveMinutesLogIn.signIn(scene.configuration) { token }
            #expect(session.user.account.email == "ada@example.com")
        }
    }

    @Test("Five minutes: an envelope is created, presented, signed and downloaded")
    func fiveMinutes() async throws {
        try await ArticleScene.run { scene in
            let envelope = try await SignADocumentInFiveMinutesMakeAnEnvelope.send(scene.pdf, with: scene.session)
            try await SignADocumentInFiveMinutesPresentThePage.sign(envelope, with: scene.session, scene.person)
            #expect(try await scene.service.envelope(envelope).status == .completed)
            let pdf = try await SignADocumentInFiveMinutesFetchTheResult.signedPDF(of: envelope, with: scene.session)
            #expect(try pdf.count > Data(contentsOf: scene.pdf).count)
        }
    }

    @Test("The article's proposed test signs")
    func withoutNetwork() async throws {
        try await ArticleScene.run { scene in
            let outcome = try await SignADocumentInFiveMinutesTestYourAppWithoutANetwork.testWithoutNetwork(scene.pdf)
            #expect(outcome == .completed(.byServer))
        }
    }

    @Test("From the DocuSign iOS SDK: a call without a method in the library is sent with the session's token")
    func otherCalls() async throws {
        try await ArticleScene.run { scene in
            let id = try await SignADocumentInFiveMinutesMakeAnEnvelope.send(scene.pdf, with: scene.session)
            let before = try await FromTheDocuSignIOSSDKEnvelopes.actions(in: id, scene.session)
            #expect(!before.isEmpty)
            try await FromTheDocuSignIOSSDKEnvelopes.withdraw(id, because: "Wrong rent", scene.session)
            #expect(try await scene.service.envelope(id).status == .voided)
            #expect(try await FromTheDocuSignIOSSDKEnvelopes.actions(in: id, scene.session).count > before.count)
        }
    }

    @Test("Offline: an envelope is composed, signed, listed and uploaded")
    func offline() async throws {
        try await ArticleScene.run { scene in
            let people = PeopleAtADevice(page: scene.person)
            scene.service.turnOn(.offline)
            try await OfflineSignWithoutANetwork.signOffline(scene.draft, with: scene.session, people)
            let offline = try scene.session.offlineEnvelopes
            #expect(try await offline.store.envelopes().map(\.state) == [.readyToSync])
            try await OfflineSeeWhatIsHere.list(offline)
            scene.service.turnOffFaults()
            try await OfflineSync.uploadAll(with: scene.session)
            let id = try #require(try await offline.store.envelopeIDs().first)
            #expect(try await scene.service.envelope(id).status == .completed)
        }
    }

    @Test("Offline: the article's proposed test finds the uploaded envelope")
    func offlineTest() async throws {
        try await ArticleScene.run { scene in
            let hasArrived = try await OfflineTestItWithoutANetworkAndWithoutPeople.testOffline(
                scene.draft, scene.service, scene.session)
            #expect(hasArrived)
        }
    }

    @Test("Offline: an envelope is downloaded, signed with hooks, and exported before the log-out")
    func fetched() async throws {
        try await ArticleScene.run { scene in
            let offline = try scene.session.offlineEnvelopes
            let id = try await scene.session.send(scene.draft)
            try await OfflineSignWithoutANetwork.fetch(id, offline)
            let outcome = try await OfflineBeAskedWhilePeopleSign.signAttended(
                id, offline, PeopleAtADevice(page: scene.person))
            #expect(outcome == .completed(.byDevice))
            let exported = scene.folder.appending(path: "exported", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: exported, withIntermediateDirectories: true)
            try await OfflineExportBeforeALogOut.leave(scene.countersign, offline, exportingTo: exported)
            let history = exported.appending(path: "\(id.rawValue)/history.json")
            #expect(FileManager.default.fileExists(atPath: history.path) && scene.session.hasEnded)
        }
    }

    @Test("Offline: a draft is saved and resumed")
    func draft() async throws {
        try await ArticleScene.run { scene in
            let offline = try scene.session.offlineEnvelopes
            let draft = try scene.draft
            try await OfflineKeepADraft.keep(draft, offline)
            #expect(try await OfflineKeepADraft.goOn(offline)?.id == draft.id)
        }
    }

    @Test("Templates: a template is used online first, then offline")
    func templates() async throws {
        try await ArticleScene.run { scene in
            let offline = try scene.session.offlineEnvelopes
            let template = try await scene.makeTemplate()
            let first = try await OfflineTemplates.fromTemplate(template, with: scene.session, offline)
            scene.service.turnOn(.offline)
            let second = try await OfflineTemplates.fromTemplate(template, with: scene.session, offline)
            #expect(try await Set(offline.store.envelopeIDs()) == [first, second])
        }
    }

    @Test("A listener gets events until the session ends")
    func listening() async throws {
        try await ArticleScene.run { scene in
            let listening = Task { [session = scene.session] in
                await FromTheDocuSignIOSSDKNotifications.listen(to: session)
            }
            try await scene.countersign.logOut()
            await listening.value
        }
    }
}
