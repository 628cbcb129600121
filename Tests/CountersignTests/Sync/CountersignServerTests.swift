import Envelopes
import Foundation
import Testing

@testable import Countersign

/// Answers calls by a script and notes them.
private actor ScriptedCalls: AuthorizedCalls {
    struct Call: Sendable, Hashable {
        var method: String
        var path: String
        var range: String?
        var size: Int
    }

    private(set) var calls: [Call] = []
    private let answer: @Sendable (Call, Data) throws -> HTTPReply

    init(_ answer: @escaping @Sendable (Call, Data) throws -> HTTPReply) { self.answer = answer }

    func exchange(_ request: APIRequest) throws -> HTTPReply {
        let message = request.message
        let call = Call(
            method: message.method.rawValue, path: String(message.path.dropFirst()),
            range: message.headers[.contentRange], size: message.body.count)
        calls.append(call)
        return try answer(call, message.body)
    }
}

/// What has arrived of one upload.
private final class ReceivedParts: @unchecked Sendable {
    private let lock = NSLock()
    private var bytes = Data()

    var count: Int { lock.withLock { bytes.count } }
    var all: Data { lock.withLock { bytes } }
    func add(_ part: Data) { lock.withLock { bytes += part } }
}

@Suite("Syncing with a Countersign service")
struct CountersignServerTests {
    private static func answer(_ status: Int, _ text: String) -> HTTPReply {
        HTTPReply(status: status, body: Data(text.utf8))
    }

    @Test("An upload runs in parts, resumes where it stopped, and skips blobs that the server has")
    func parts() async throws {
        let (history, document) = try SyncSamples.envelope(number: 1, size: 10_000)
        let store = MemorySyncStore()
        await store.add(history, blobs: [document])
        let arrived = ReceivedParts()
        arrived.add(document.prefix(2_500))
        let calls = ScriptedCalls { call, body in
            if call.method == "PUT" {
                guard call.range?.hasPrefix("bytes \(arrived.count)-") == true else {
                    return Self.answer(409, #"{"received":\#(arrived.count),"complete":false}"#)
                }
                arrived.add(body)
            }
            return Self.answer(200, #"{"received":\#(arrived.count),"complete":\#(arrived.count == 10_000)}"#)
        }
        let server = CountersignServer(calls: calls, partSize: 4_000)
        try await server.upload(BlobHash(of: document), from: store)
        #expect(arrived.all == document)
        let ranges = await calls.calls.map(\.range)
        #expect(ranges == [nil, "bytes 2500-6499/10000", "bytes 6500-9999/10000"])
    }

    @Test("A small document is uploaded in one call, and resumes at the server's offset")
    func small() async throws {
        let (history, document) = try SyncSamples.envelope(number: 2, size: 900)
        let store = MemorySyncStore()
        await store.add(history, blobs: [document])
        let arrived = ReceivedParts()
        arrived.add(document.prefix(400))
        let calls = ScriptedCalls { call, body in
            guard call.range?.hasPrefix("bytes \(arrived.count)-") == true else {
                return Self.answer(409, #"{"received":\#(arrived.count),"complete":false}"#)
            }
            arrived.add(body)
            return Self.answer(200, #"{"received":900,"complete":true}"#)
        }
        try await CountersignServer(calls: calls).upload(BlobHash(of: document), from: store)
        #expect(arrived.all == document)
        #expect(await calls.calls.map(\.range) == ["bytes 0-899/900", "bytes 400-899/900"])
    }

    @Test("A server that never accepts a byte fails the upload")
    func stuck() async throws {
        let (history, document) = try SyncSamples.envelope(number: 3)
        let store = MemorySyncStore()
        await store.add(history, blobs: [document])
        let calls = ScriptedCalls { _, _ in Self.answer(200, #"{"received":0,"complete":false}"#) }
        await #expect(throws: SyncFailure.self) {
            try await CountersignServer(calls: calls).upload(BlobHash(of: document), from: store)
        }
        #expect(await calls.calls.count < 20)
    }

    @Test(
        "A 413 is final if the service confirms its limit, and temporary otherwise",
        arguments: [
            (#"{"service":"countersign","version":1,"uploads":{"partSize":8,"totalSize":9999}}"#, true),
            (#"{"service":"countersign","version":1,"uploads":{"partSize":8,"totalSize":10000}}"#, false),
            (#"{"service":"countersign","version":1}"#, false), ("<html>Log in to the network</html>", false),
        ])
    func tooLarge(greeting: String, isFinal: Bool) async throws {
        let (history, document) = try SyncSamples.envelope(number: 6, size: 10_000)
        let store = MemorySyncStore()
        await store.add(history, blobs: [document])
        let calls = ScriptedCalls { call, _ in
            switch call.method {
            case "PUT": Self.answer(413, #"{"errorCode":"INVALID_REQUEST_BODY","message":"No."}"#)
            case _ where call.path == "countersign/v1": Self.answer(200, greeting)
            default: Self.answer(404, "")
            }
        }
        do {
            try await CountersignServer(calls: calls, partSize: 4_000).upload(BlobHash(of: document), from: store)
            Issue.record("it was taken")
        } catch SyncFailure.conflict(let conflict) {
            #expect(isFinal && conflict.reason == .refused && conflict.message.contains("9999"))
        } catch SyncFailure.refusedForNow(let message) {
            #expect(!isFinal && message == "No.")
        }
    }

    @Test(
        "A refusal is classified by its status and code",
        arguments: [
            (401, "AUTHORIZATION_INVALID_TOKEN", SyncFailure.loginNeeded(message: "No.")),
            (503, "UNSPECIFIED_ERROR", .busy(message: "No.", after: nil)),
            (429, "BURST_APIINVOCATION_LIMIT_EXCEEDED", .busy(message: "No.", after: nil)),
            (409, "ENVELOPE_HISTORY_CONFLICT", .conflict(SyncEngine.Conflict(.changedOnServer, message: "No."))),
            (409, "ENVELOPE_INVALID_STATUS", .conflict(SyncEngine.Conflict(.ended, message: "No."))),
            (409, "ENVELOPE_BLOB_MISSING", .blobMissing(message: "No.")),
            (422, "ENVELOPE_HISTORY_INVALID", .conflict(SyncEngine.Conflict(.refused, message: "No."))),
            (422, "INVALID_REQUEST_BODY", .refusedForNow(message: "No.")),
            (403, "USER_LACKS_PERMISSIONS", .refusedForNow(message: "No.")),
            (404, "ENVELOPE_INVALID_STATUS", .refusedForNow(message: "No.")),
        ])
    func refusals(status: Int, code: String, failure: SyncFailure) {
        let reply = Self.answer(status, #"{"errorCode":"\#(code)","message":"No."}"#)
        #expect(SyncFailure(reply) == failure)
    }

    @Test("A server's history is complete, a prefix of ours, or different")
    func comparing() throws {
        let (history, _) = try SyncSamples.envelope(number: 4)
        let voided = try SyncSamples.voided(history)
        let started = try History(Array(history.events.prefix(1)))
        let file = try voided.file
        guard case .complete(let receipt) = CountersignServer.compare(history, voided, file: file) else {
            Issue.record("the server has all of it")
            return
        }
        #expect(receipt.status == "voided")
        #expect(CountersignServer.compare(history, started, file: file) == .beginning(sequence: 1))
        var ours = history
        let guest = CommandContext(
            at: SyncSamples.now, actor: EventActor(kind: .recipient, id: "1", name: "Grace"))
        try ours.append(try decide(.view(recipientID: "1"), history.envelope, guest))
        guard case .other(let conflict) = CountersignServer.compare(ours, voided, file: file) else {
            Issue.record("the two have parted")
            return
        }
        #expect(conflict.reason == .ended && conflict.serverHistory == file)
    }

    @Test("An answer that confirms another history is rejected")
    func wrongReceipt() async throws {
        let (history, document) = try SyncSamples.envelope(number: 5)
        let store = MemorySyncStore()
        await store.add(history, blobs: [document])
        let id = history.envelope.id
        let calls = ScriptedCalls { call, _ in
            call.path.hasSuffix("/history")
                ? Self.answer(
                    200,
                    #"{"envelopeId":"\#(id)","status":"sent","lastSequence":2,"lastHash":"00","documents":{"1":"x"}}"#)
                : Self.answer(200, #"{"received":1000,"complete":true}"#)
        }
        let sync = EnvelopeSync(store: store, server: CountersignServer(calls: calls))
        await #expect(throws: SyncFailure.self) { try await sync.attempt(PendingEnvelope(id: id)) }
    }
}
