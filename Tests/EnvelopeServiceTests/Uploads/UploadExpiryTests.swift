import EnvelopeService
import Envelopes
import Foundation
import Testing

@Suite("Orphaned blobs")
struct UploadExpiryTests {
    private let blob = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    private var hash: BlobHash { BlobHash(of: blob) }

    private func stage() throws -> Stage {
        try Stage { $0.uploads.partLife = 3_600 }
    }

    /// Begins another upload, which is when old ones are dropped.
    private func begin(_ stage: Stage) async {
        let other = Data("another \(UUID().uuidString)".utf8)
        #expect(await stage.put(other, of: other.count, to: BlobHash(of: other), as: Stage.eve).status == 200)
    }

    @Test("An orphaned upload expires, and one that an envelope names stays")
    func unnamed() async throws {
        let stage = try stage()
        let device = try await Device()
        try await stage.upload([blob])
        #expect(try await stage.sync(device).status == 200)
        stage.clock.advance(3_599)
        await begin(stage)
        #expect(try await stage.service.ledger.blobs.contains(hash))
        stage.clock.advance(2)
        await begin(stage)
        #expect(try await !stage.service.ledger.blobs.contains(hash))
        #expect(await stage.call(.get, "blobs/\(hash)").status == 404)
        for named in device.desk.blobs {
            #expect(await stage.call(.get, "blobs/\(BlobHash(of: named))").body == named)
        }
        // It may come again.
        try await stage.upload([blob])
        #expect(await stage.call(.get, "blobs/\(hash)").body == blob)
    }

    @Test("Asking for an orphaned blob restarts its time")
    func asked() async throws {
        let stage = try stage()
        try await stage.upload([blob])
        stage.clock.advance(3_000)
        #expect(await stage.call(.get, "uploads/\(hash)").json["complete"] as? Bool == true)
        stage.clock.advance(3_000)
        await begin(stage)
        #expect(await stage.call(.get, "blobs/\(hash)").body == blob)
    }

    @Test("Blobs that another account, a template or a later upload uses stay")
    func otherUses() async throws {
        let stage = try stage()
        let (second, third) = (Data("second".utf8), Data("third".utf8))
        try await stage.upload([blob, second, third])
        let identity = Stage.cy
        try await stage.service.stores.templates.keep(
            Template(
                id: TemplateID(UUID()), accountID: identity.accountID,
                owner: Sender(userID: identity.userID, name: identity.name, email: identity.email), name: "Lease",
                documents: [
                    EnvelopeDocument(
                        id: "1", name: "lease.pdf", blob: BlobHash(of: second),
                        pages: [PageSize(width: 595, height: 842)], order: 1)
                ], createdAt: stage.clock.now))
        stage.clock.advance(3_000)
        try await stage.upload([blob], as: Stage.eve)
        _ = try await stage.service.ledger.keep(third)
        stage.clock.advance(700)
        await begin(stage)
        for kept in [blob, second, third] {
            #expect(try await stage.service.ledger.document(BlobHash(of: kept)) == kept)
        }
        // The first account's claim is gone all the same.
        #expect(await stage.call(.get, "blobs/\(hash)").status == 404)
        #expect(await stage.call(.get, "blobs/\(hash)", as: Stage.eve).status == 200)
    }

    @Test("An account's orphaned bytes are limited")
    func quota() async throws {
        let stage = try Stage { $0.uploads.unusedBytes = 15_000 }
        try await stage.upload([blob])
        let other = Data(blob.reversed())
        await stage.put(other.prefix(10), of: other.count, to: BlobHash(of: other))
            .expectRefusal(429, "UPLOAD_LIMIT_REACHED", containing: "15000 bytes")
        #expect(await stage.put(other, of: other.count, to: BlobHash(of: other), as: Stage.eve).status == 200)
        #expect(await stage.put(other.prefix(5_000), of: 5_000, to: BlobHash(of: other.prefix(5_000))).status == 200)
    }
}
