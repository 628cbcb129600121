import CountersignTesting
import Envelopes
import Foundation
import Ledger
import Testing

@testable import Countersign

@Suite("Files on disk after a log-out", .timeLimit(.minutes(8)))
struct LogOutRemainsTests {
    private func files(of user: SessionUser) throws -> [URL] {
        let all = FileManager.default.enumerator(at: user.folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return all.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
    }

    private func holding(_ text: String, _ files: [URL]) throws -> [String] {
        try files.filter { try Data(contentsOf: $0).range(of: Data(text.utf8)) != nil }.map(\.lastPathComponent)
    }

    @Test("A log-out that deletes everything leaves no document, signature or event of the user")
    func nothing() async throws {
        let device = try await SharedDevice()
        let (session, id) = (device.session, try await device.offline.compose(OfflineScene.draft()))
        _ = try await device.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let before = try files(of: session.user)
        #expect(try !holding("Bo Tenant", before).isEmpty)
        let out = device.folder.url.appending(path: "export")
        let export = try await device.offline.exportUnsynced(to: out)
        try await device.countersign.logOut(deletingUnsynced: export)
        _ = try await device.countersign.logIn(accessToken: device.bo.accessToken, account: device.bo.account)
        let left = try files(of: session.user)
        #expect(left.allSatisfy { !$0.path.contains("/blobs/") }, "\(left.map(\.lastPathComponent))")
        for text in ["%PDF", "Bo Tenant", "signatureAdopted", "Rental agreement"] {
            #expect(try holding(text, left) == [], "\(text)")
        }
    }

    @Test("Envelopes kept for the next log-in stay whole, and nothing else stays")
    func kept() async throws {
        let device = try await SharedDevice()
        let (offline, session) = (device.offline, device.session)
        let signed = try await offline.compose(OfflineScene.draft())
        _ = try await offline.sign(signed, with: ScriptedPeople([.sign, .sign, .sign]))
        let pdf = try await offline.document("1", of: signed)
        _ = try await offline.compose(
            EnvelopeDraft("Only looked at", subject: "Secret plan") {
                DraftDocument(id: "1", name: "Plan", data: try OfflinePDF.make(title: "Plan"))
                Signer(id: "1", name: "Ada Host", email: "ada@example.org") {
                    SignHere(document: "1", page: 1, x: 72, y: 500)
                }
            })
        let blobs = try await Set(offline.store.blobs(of: signed).keys.map(\.rawValue))
        try await device.countersign.logOut()
        let left = try files(of: session.user)
        #expect(Set(left.filter { $0.path.contains("/blobs/") }.map(\.lastPathComponent)) == blobs)
        #expect(try holding("Secret plan", left) == [])
        let again = try await device.countersign.logIn(accessToken: device.ada.accessToken, account: device.ada.account)
        let back = try again.offlineEnvelopes(on: offline.platform)
        #expect(try await back.document("1", of: signed) == pdf)
        try await back.store.history(signed).verifyDeviceSignatures()
    }

    @Test("The user in use gets no events about another user's log-out", arguments: [true, false])
    func reported(isAlone: Bool) async throws {
        let device = try await SharedDevice()
        let countersign = device.countersign
        _ = try await device.offline.compose(
            EnvelopeDraft("Only looked at") {
                DraftDocument(id: "1", name: "Plan", data: try OfflinePDF.make(title: "Plan"))
                Signer(id: "1", name: "Ada Host", email: "ada@example.org") {
                    SignHere(document: "1", page: 1, x: 72, y: 500)
                }
            })
        let ada = try #require(try await countersign.savedSessions().first)
        if !isAlone { _ = try await countersign.logIn(accessToken: device.bo.accessToken, account: device.bo.account) }
        var events = countersign.events.makeAsyncIterator()
        try await countersign.logOut(ada)
        let end = CountersignEvent.sendFailed(nil, error: .saying("the end"))
        countersign.events.announce(end)
        var heard: [CountersignEvent] = []
        while let event = await events.next(), event != end { heard.append(event) }
        #expect(heard.isEmpty != isAlone, "\(heard)")
    }
}
