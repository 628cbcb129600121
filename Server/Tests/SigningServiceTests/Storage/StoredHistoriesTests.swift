import Envelopes
import Foundation
import Ledger
import Testing

@testable import SigningService

@Suite("Checking stored histories")
struct StoredHistoriesTests {
    private func fixture() async throws -> (ServiceFixture, EnvelopeID) {
        let fixture = try await ServiceFixture()
        let id = try await withEnvelope(fixture)
        return (fixture, id)
    }

    private func withEnvelope(_ fixture: ServiceFixture) async throws -> EnvelopeID {
        let body = try JSONSerialization.data(withJSONObject: SampleEnvelope.request())
        return try await fixture.service.createEnvelope(body, for: fixture.credentials.identity).id
    }

    private func check(_ fixture: ServiceFixture) async throws -> StoredHistories.Report {
        try await StoredHistories(existing: fixture.folder.appending("data")).check()
    }

    @Test("Everything is read, and nothing is found where nothing was changed")
    func sound() async throws {
        let (fixture, id) = try await fixture()
        _ = try await withEnvelope(fixture)
        let events = try await fixture.service.ledger.history(id).events.count
        var seen: [Int] = []
        let report = try await StoredHistories(existing: fixture.folder.appending("data")).check {
            seen.append($0.envelopes)
        }
        #expect(report.envelopes == 2 && report.events == 2 * events && report.files == 2 && seen == [1, 2])
        #expect(report.problems.isEmpty, "\(report.problems)")
    }

    @Test("A changed byte of an event is found, also while the service remembers the history")
    func changedEvent() async throws {
        let (fixture, id) = try await fixture()
        let database = try ServiceStorage(existing: fixture.folder.appending("data")).database
        try await database.write { connection in
            let key: [any SQLConvertible] = [id.rawValue]
            let body: Data = try #require(
                try connection.value("SELECT body FROM event WHERE envelopeID = ? AND sequence = 1", key))
            let changed = String(decoding: body, as: UTF8.self).replacing("Bo Signer", with: "Bo Singer")
            try #require(changed != String(decoding: body, as: UTF8.self))
            try connection.run(
                "UPDATE event SET body = ? WHERE envelopeID = ? AND sequence = 1", [Data(changed.utf8)] + key)
        }
        _ = try await fixture.service.ledger.history(id)
        let report = try await check(fixture)
        #expect(report.problems.map(\.envelopeId) == [id.rawValue], "\(report.problems)")
    }

    @Test(
        "A history whose newest event is missing is found, whether or not the stored state has the event",
        arguments: [false, true])
    func shortHistory(stateIsOlder: Bool) async throws {
        let (fixture, id) = try await fixture()
        let database = try ServiceStorage(existing: fixture.folder.appending("data")).database
        let newest = try await fixture.service.ledger.envelope(id).lastSequence
        try await database.write { connection in
            try connection.run("DELETE FROM event WHERE envelopeID = ? AND sequence = ?", [id.rawValue, newest])
            guard stateIsOlder else { return }
            try connection.run(
                "UPDATE envelope SET snapshotSequence = ? WHERE id = ?", [newest - 1, id.rawValue])
        }
        let problems = try await check(fixture).problems
        #expect(problems.map(\.envelopeId) == [id.rawValue], "\(problems)")
        #expect(problems.first?.message.contains("\(newest) were stored") == true, "\(problems)")
    }

    @Test("A changed file that no envelope names, such as a template's, is found")
    func changedTemplate() async throws {
        let (fixture, _) = try await fixture()
        let blobs = try FolderBlobStore(folder: fixture.folder.appending("data/blobs"))
        let hash = try await blobs.store(Data("a template's document".utf8))
        try Data("another".utf8).write(to: blobs.location(of: hash))
        let report = try await check(fixture)
        #expect(report.problems == [.init(envelopeId: nil, message: StorageError.damagedBlob(hash).description)])
        #expect(report.files == 2)
        // One that a template names is also missed.
        try FileManager.default.removeItem(at: blobs.location(of: hash))
        #expect(try await check(fixture).problems.isEmpty)
        let database = try ServiceStorage(existing: fixture.folder.appending("data")).database
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO template (id, accountID, ownerID, isShared, nameKey, searchKey, lastModifiedAt, body)
                VALUES ('t', 'a', 'u', 0, 'n', 'n', 0, x'7b7d')
                """)
            try connection.run("INSERT INTO templateBlob (hash, templateID) VALUES (?, 't')", [hash.rawValue])
        }
        #expect(
            try await check(fixture).problems
                == [.init(envelopeId: nil, message: StorageError.missingBlob(hash).description)])
    }

    @Test("A changed state, and a changed or missing file, are found")
    func changedRest() async throws {
        let (fixture, id) = try await fixture()
        let blobs = try FolderBlobStore(folder: fixture.folder.appending("data/blobs"))
        let hash = try #require(try await fixture.service.ledger.envelope(id).documents.first?.blob)
        let file = blobs.location(of: hash)
        var bytes = try Data(contentsOf: file)
        bytes[100] ^= 1
        try bytes.write(to: file)
        #expect(try await check(fixture).problems.map(\.message) == [StorageError.damagedBlob(hash).description])
        try FileManager.default.removeItem(at: file)
        #expect(try await check(fixture).problems.map(\.message) == [StorageError.missingBlob(hash).description])
        let database = try ServiceStorage(existing: fixture.folder.appending("data")).database
        try await database.write { connection in
            let snapshot: Data = try #require(
                try connection.value("SELECT snapshot FROM envelope WHERE id = ?", [id.rawValue]))
            let changed = String(decoding: snapshot, as: UTF8.self).replacing("bo@example.org", with: "ab@example.org")
            try connection.run("UPDATE envelope SET snapshot = ? WHERE id = ?", [Data(changed.utf8), id.rawValue])
        }
        #expect(try await check(fixture).problems.count == 2)
    }
}
