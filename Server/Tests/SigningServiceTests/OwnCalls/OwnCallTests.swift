import AsyncHTTPClient
import EnvelopeService
import Envelopes
import Foundation
import Ledger
import NIOCore
import Testing

@testable import SigningService

/// Our own calls over HTTP, against a service with its stores on disk.
@Suite("The service's own calls")
struct OwnCallTests {
    /// A program at the service's address.
    private struct Program {
        let address: URL
        let account: String
        let token: String?

        func send(
            _ method: String, _ path: String, _ body: Data? = nil, headers: [(String, String)] = []
        ) async throws -> (status: Int, headers: [String: String], body: Data) {
            let place = path.hasPrefix("/") ? path : "/countersign/v1/accounts/\(account)/\(path)"
            var request = HTTPClientRequest(url: address.absoluteString + place)
            request.method = .init(rawValue: method)
            if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
            for (name, value) in headers { request.headers.add(name: name, value: value) }
            if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
            let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
            let buffer = try await answer.body.collect(upTo: 32 << 20)
            return (
                Int(answer.status.code),
                Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
                Data(buffer.readableBytesView)
            )
        }

        /// Parts of a blob from an offset on.
        func upload(_ blob: Data, from offset: Int = 0, to end: Int? = nil, part: Int = 1_000) async throws -> [String:
            Any]
        {
            var last: [String: Any] = [:]
            for start in stride(from: offset, to: end ?? blob.count, by: part) {
                let bytes = blob[start..<min(start + part, end ?? blob.count)]
                let range = "bytes \(start)-\(start + bytes.count - 1)/\(blob.count)"
                let answer = try await send(
                    "PUT", "uploads/\(BlobHash(of: blob))", Data(bytes), headers: [("Content-Range", range)])
                try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
                last = try json(answer.body)
            }
            return last
        }

        func json(_ data: Data) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }

        func commit(_ history: History) async throws -> (status: Int, [String: Any]) {
            let answer = try await send(
                "PUT", "envelopes/\(history.envelope.id)/history", history.file,
                headers: [("Content-Type", "application/json")])
            return (answer.status, try json(answer.body))
        }
    }

    private func program(_ fixture: ServiceFixture, _ address: URL) -> Program {
        Program(address: address, account: fixture.account, token: fixture.credentials.accessToken.text)
    }

    @Test("A device's envelope arrives in parts, across a restart, once, and is sealed")
    func deviceEnvelope() async throws {
        let folder = try TemporaryFolder()
        let fixture = try await ServiceFixture(in: folder) { $0.port = 0 }
        let device = try await OfflineDevice(user: fixture.credentials.identity)
        try await device.sign()
        let blobs = device.blobs.sorted { $0.count > $1.count }
        let largest = try #require(blobs.first)
        try await fixture.serve { address in
            let begun = try await program(fixture, address).upload(largest, to: 2_000)
            #expect(begun["received"] as? Int == 2_000 && begun["complete"] as? Bool == false)
        }

        // Another process would open the folder like this.
        var configuration = fixture.service.configuration
        configuration.port = 0
        let again = try SigningService(configuration, logger: fixture.service.logger)
        let restarted = ServiceFixture(folder: folder, service: again, credentials: fixture.credentials)
        try await restarted.serve { address in
            let program = program(fixture, address)
            let state = try program.json(try await program.send("GET", "uploads/\(BlobHash(of: largest))").body)
            #expect(state["received"] as? Int == 2_000 && state["size"] as? Int == largest.count)
            #expect(try await program.upload(largest, from: 2_000)["complete"] as? Bool == true)
            for blob in blobs.dropFirst() {
                #expect(try await program.upload(blob, part: 1 << 20)["complete"] as? Bool == true)
            }
            #expect(TemporaryFolder.files(below: folder.appending("data/uploads")).isEmpty)

            let (status, answer) = try await program.commit(try await device.known)
            #expect(status == 200 && answer["status"] as? String == "completed", "\(answer)")
            #expect(answer["isNew"] as? Bool == true)
            let (_, repeated) = try await program.commit(try await device.known)
            #expect(
                repeated["isNew"] as? Bool == false && repeated["lastHash"] as? String == answer["lastHash"] as? String)

            let history = try await program.send("GET", "envelopes/\(try await device.known.envelope.id)/history")
            let stored = try History(file: history.body)
            #expect(history.headers["etag"] == "\"\(stored.envelope.lastHash)\"")
            #expect(stored.events.suffix(2).map(\.body.kind) == [.historyTaken, .sealed])
            let sealed = try #require(stored.envelope.combined)
            let head = try await program.send("HEAD", "blobs/\(sealed)")
            let blob = try await program.send("GET", "blobs/\(sealed)")
            #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "\(blob.body.count)")
            #expect(BlobHash(of: blob.body) == sealed)
            // The API's own calls know the envelope as any other.
            let trail = try await program.send(
                "GET", "/restapi/v2.1/accounts/\(fixture.account)/envelopes/\(stored.envelope.id)/audit_events")
            #expect(String(decoding: trail.body, as: UTF8.self).contains("Taken From Device"))
        }
    }

    @Test("A history with missing blobs changes nothing, and refusals have the API's form")
    func missingBlobs() async throws {
        let fixture = try await ServiceFixture {
            $0.port = 0
            $0.envelopes.uploads.partSize = 1_000
        }
        let device = try await OfflineDevice(user: fixture.credentials.identity)
        try await fixture.serve { address in
            let program = program(fixture, address)
            let (status, answer) = try await program.commit(try await device.known)
            #expect(status == 409 && answer["errorCode"] as? String == "ENVELOPE_BLOB_MISSING", "\(status) \(answer)")
            let missing = try await program.send("GET", "envelopes/\(try await device.known.envelope.id)/history")
            #expect(missing.status == 404 && missing.headers["x-docusign-tracetoken"] != nil)
            let wrong = try await program.send("POST", "uploads/\(BlobHash.none)", Data())
            #expect(wrong.status == 405 && wrong.headers["allow"] == "GET, HEAD, PUT")
            let stranger = Program(address: address, account: fixture.account, token: nil)
            #expect(try await stranger.send("GET", "uploads/\(BlobHash.none)").status == 401)
            let greeting = try await stranger.send("GET", "/countersign/v1")
            #expect(try program.json(greeting.body)["service"] as? String == "countersign")
            let large = try await program.send(
                "PUT", "uploads/\(BlobHash.none)", Data(count: 1_001),
                headers: [("Content-Range", "bytes 0-1000/2000")])
            #expect(large.status == 413)
        }
        try await fixture.expectNothingStored()
    }

    @Test("A blob larger than one send buffer downloads whole")
    func largeBlob() async throws {
        let fixture = try await ServiceFixture { $0.port = 0 }
        let blob = Data((0..<2_500_001).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 12) })
        try await fixture.serve { address in
            let program = program(fixture, address)
            #expect(try await program.upload(blob, part: 1 << 20)["complete"] as? Bool == true)
            let answer = try await program.send("GET", "blobs/\(BlobHash(of: blob))")
            #expect(answer.body == blob && answer.headers["content-length"] == "\(blob.count)")
        }
    }
}
