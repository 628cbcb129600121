import Envelopes
import Foundation
import Testing

@testable import SigningService

@Suite("Orphaned blobs on disk")
struct UnusedBlobTests {
    @Test("Orphaned bytes are removed after a week, however they were stored")
    func forgotten() async throws {
        let fixture = try await ServiceFixture { $0.envelopes.now = { Date() } }
        let blobs = fixture.service.ledger.blobs
        let forgotten = try await blobs.store(Data("a signature that another finish came before".utf8))
        let young = try await blobs.store(Data("a signature that is being made".utf8))
        try await fixture.test { client in
            let id = try await client.envelope()
            let week: TimeInterval = 7 * 86_400
            for file in TemporaryFolder.files(below: fixture.folder.appending("data/blobs")) {
                let age = file.lastPathComponent == young.rawValue ? week - 60 : week + 60
                try FileManager.default.setAttributes(
                    [.modificationDate: Date().addingTimeInterval(-age)], ofItemAtPath: file.path)
            }
            try await fixture.service.envelopes.removeUnused()
            #expect(try await !blobs.contains(forgotten))
            #expect(try await blobs.contains(young))
            #expect(try await client.api(.get, "/envelopes/\(id)/documents/1").status == 200)
        }
    }
}
