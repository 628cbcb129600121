import EnvelopeService
import Envelopes
import Foundation
import Testing

@Suite("Blobs in parts")
struct UploadTests {
    private let blob = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    private var hash: BlobHash { BlobHash(of: blob) }

    @Test("A blob is uploaded in parts and is visible only to its account")
    func parts() async throws {
        let stage = try Stage()
        let before = await stage.call(.get, "uploads/\(hash)")
        #expect(before.status == 200 && before.json["size"] is NSNull && before.json["complete"] as? Bool == false)
        let first = await stage.put(blob.prefix(4_000), of: 10_000, to: hash)
        #expect(first.status == 200 && first.json["received"] as? Int == 4_000 && first.json["size"] as? Int == 10_000)
        #expect(await stage.call(.get, "blobs/\(hash)").status == 404)
        let last = await stage.put(blob.suffix(6_000), at: 4_000, of: 10_000, to: hash)
        #expect(last.json["complete"] as? Bool == true && last.json["received"] as? Int == 10_000)
        let had = await stage.call(.get, "blobs/\(hash)")
        #expect(had.status == 200 && had.body == blob && had.headers[.eTag] == "\"\(hash)\"")
        let head = await stage.call(.head, "blobs/\(hash)")
        #expect(head.status == 200 && head.body.isEmpty && head.headers[.contentLength] == "10000")
        await stage.call(.get, "blobs/\(hash)", as: Stage.eve).expectRefusal(404, "BLOB_DOES_NOT_EXIST")
        let eves = await stage.call(.get, "uploads/\(hash)", as: Stage.eve)
        #expect(eves.json["complete"] as? Bool == false)
    }

    @Test("An interrupted upload resumes where it stopped, and a repeated part does no harm")
    func resumed() async throws {
        let stage = try Stage()
        _ = await stage.put(blob.prefix(4_000), of: 10_000, to: hash)
        #expect(await stage.put(blob.prefix(4_000), of: 10_000, to: hash).json["received"] as? Int == 4_000)
        #expect(await stage.put(blob.prefix(1_000), of: 10_000, to: hash).json["received"] as? Int == 4_000)
        let gap = await stage.put(blob.suffix(2_000), at: 8_000, of: 10_000, to: hash)
        gap.expectRefusal(409, "UPLOAD_OFFSET_MISMATCH", containing: "byte 4000")
        #expect(gap.json["received"] as? Int == 4_000)
        #expect(await stage.put(blob.suffix(6_000), at: 4_000, of: 10_000, to: hash).json["complete"] as? Bool == true)
        // The answer to the last part was lost: it comes again.
        #expect(await stage.put(blob.suffix(6_000), at: 4_000, of: 10_000, to: hash).json["complete"] as? Bool == true)
        #expect(await stage.put(Data(), of: 10_000, to: hash).json["complete"] as? Bool == true)
        #expect(await stage.call(.get, "blobs/\(hash)").body == blob)
    }

    @Test("Bytes with a wrong hash are dropped")
    func wrongHash() async throws {
        let stage = try Stage()
        let other = BlobHash(of: Data("other".utf8))
        await stage.put(blob, of: blob.count, to: other).expectRefusal(422, "UPLOAD_HASH_MISMATCH")
        let after = await stage.call(.get, "uploads/\(other)")
        #expect(after.json["received"] as? Int == 0)
        #expect(await stage.call(.get, "blobs/\(other)").status == 404)
    }

    @Test("An upload with another size starts over")
    func otherSize() async throws {
        let stage = try Stage()
        _ = await stage.put(blob.prefix(4_000), of: 9_999, to: hash)
        let answer = await stage.put(blob.prefix(4_000), of: 10_000, to: hash)
        #expect(answer.status == 409 && answer.json["received"] as? Int == 0)
        #expect(await stage.put(blob, of: 10_000, to: hash).json["complete"] as? Bool == true)
    }

    @Test("Sizes, counts and ages are limited")
    func limits() async throws {
        let stage = try Stage { configuration in
            configuration.uploads.totalSize = 10_000
            configuration.uploads.partSize = 5_000
            configuration.uploads.openUploads = 2
            configuration.uploads.partLife = 3_600
        }
        #expect(await stage.put(blob.prefix(10), of: 10_001, to: hash).status == 413)
        #expect(await stage.put(blob.prefix(5_001), of: 10_000, to: hash).status == 413)
        let names = (0..<3).map { BlobHash(of: Data([UInt8($0)])) }
        #expect(await stage.put(blob.prefix(10), of: 100, to: names[0]).status == 200)
        #expect(await stage.put(blob.prefix(10), of: 100, to: names[1]).status == 200)
        await stage.put(blob.prefix(10), of: 100, to: names[2]).expectRefusal(429, "UPLOAD_LIMIT_REACHED")
        // Another account's uploads are its own.
        #expect(await stage.put(blob.prefix(10), of: 100, to: names[2], as: Stage.eve).status == 200)
        stage.clock.advance(3_601)
        #expect(await stage.put(blob.prefix(10), of: 100, to: names[2]).status == 200)
        #expect(await stage.call(.get, "uploads/\(names[0])").json["received"] as? Int == 0)
    }

    @Test(
        "An invalid range is refused",
        arguments: [
            "bytes 0-9", "bytes 5-4/10", "bytes 0-10/10", "items 0-9/10", "bytes 0-9/0", "bytes -1-9/10",
            "bytes 0-99999999999999999999/99999999999999999999", "bytes 0-8/10", "",
        ])
    func ranges(range: String) async throws {
        let stage = try Stage()
        let part = blob.prefix(10)
        let answer = await stage.call(.put, "uploads/\(BlobHash(of: part))", part, headers: [.contentRange: range])
        #expect(answer.status == 400, "\(answer.text)")
        #expect(await stage.call(.put, "uploads/\(BlobHash(of: part))", part).status == 400)
        #expect(await stage.call(.get, "uploads/nothing").status == 400)
    }
}
