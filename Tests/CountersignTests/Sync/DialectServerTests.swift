import Essentials
import Foundation
import Testing

@testable import Countersign

/// A server that speaks the eSignature API alone. It lists what a test says, and notes what it is asked to make.
private final class ListingServer: AuthorizedCalls {
    static let other = "99999999-0000-4000-8000-000000000009"

    let made = Locked(0)
    private let list: HTTPReply
    private let single: HTTPReply

    /// - Parameters:
    ///   - list: the answer to the question for envelopes of a transaction.
    ///   - single: the answer to the question for one envelope.
    init(list: HTTPReply, single: HTTPReply = .json("{}")) {
        self.list = list
        self.single = single
    }

    func exchange(_ request: APIRequest) async throws -> HTTPReply {
        if request.message.method == .post {
            made.withLock { $0 += 1 }
            return .json(#"{"envelopeId":"made","status":"sent"}"#, status: 201)
        }
        return request.message.path == "/envelopes" ? list : single
    }

    /// Entries of envelopes that were made under another transaction.
    static func entries(_ count: Int, named isNamed: Bool) -> String {
        let transaction = isNamed ? #","transactionId":"\#(other)""# : ""
        return "["
            + (0..<count).map { #"{"envelopeId":"e\#($0)","status":"sent"\#(transaction)}"# }.joined(separator: ",")
            + "]"
    }

    static func list(_ entries: String, total: Int?) -> HTTPReply {
        .json(#"{"envelopes":\#(entries)\#(total.map { #","totalSetSize":"\#($0)""# } ?? "")}"#)
    }

    static let otherOne = HTTPReply.json(#"{"envelopeId":"e","status":"sent","transactionId":"\#(other)"}"#)
}

@Suite("Finding an envelope on a foreign server")
struct DialectServerTests {
    /// Syncs an envelope that may have arrived before.
    private func sync(with server: ListingServer) async throws -> SyncEngine.Report {
        let (store, sample) = (MemorySyncStore(), try SyncSamples.envelope(number: 1))
        await store.add(sample.history, blobs: [sample.document])
        try await store.note(.sending, of: sample.history.envelope.id)
        let engine = SyncEngine(
            store: store, server: { DialectServer(calls: server) }, events: RecordedEvents(),
            retries: SyncEngine.RetryPolicy(attempts: 1))
        return await engine.syncAll()
    }

    @Test(
        "An envelope that may have arrived is not sent again unless the server shows that it is missing",
        arguments: [
            (HTTPReply.refusal(503, "UNSPECIFIED_ERROR"), nil), (.refusal(403, "USER_LACKS_PERMISSIONS"), nil),
            (.json("<html>"), nil),
            (ListingServer.list(ListingServer.entries(2, named: true), total: 3), nil),
            (ListingServer.list(ListingServer.entries(2, named: true), total: nil), nil),
            (ListingServer.list(ListingServer.entries(1, named: false), total: 2), ListingServer.otherOne),
            (ListingServer.list(ListingServer.entries(6, named: false), total: 6), ListingServer.otherOne),
            (ListingServer.list(ListingServer.entries(1, named: false), total: 1), .refusal(404, "ENVELOPE_GONE")),
            (ListingServer.list(ListingServer.entries(1, named: false), total: 1), .json("{}")),
        ] as [(HTTPReply, HTTPReply?)])
    func unclear(list: HTTPReply, single: HTTPReply?) async throws {
        let server = ListingServer(list: list, single: single ?? .json("{}"))
        let report = try await sync(with: server)
        #expect(report.synced.isEmpty && report.failed.count == 1)
        #expect(server.made.withLock { $0 } == 0)
    }

    @Test(
        "An envelope missing from the server's whole list is sent",
        arguments: [
            .json("{}"), ListingServer.list("[]", total: 0), ListingServer.list("[]", total: nil),
            ListingServer.list(ListingServer.entries(6, named: true), total: 6),
            ListingServer.list(ListingServer.entries(5, named: false), total: 5),
        ] as [HTTPReply])
    func missing(list: HTTPReply) async throws {
        let server = ListingServer(list: list, single: ListingServer.otherOne)
        #expect(try await sync(with: server).synced.count == 1)
        #expect(server.made.withLock { $0 } == 1)
    }
}
