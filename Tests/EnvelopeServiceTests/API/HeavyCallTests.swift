import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Testing

@testable import EnvelopeWork

@Suite("Expensive calls")
struct HeavyCallTests {
    private static let path = "/restapi/v2.1/accounts"
    private static let json: HTTPFields = [.contentType: "application/json"]
    private static let all = ["from_date": "2020-01-01"]

    /// An envelope of millions of signers, and one that costs as much as any may.
    private static let hostile = Data(
        ("{\"recipients\":{\"signers\":[" + Array(repeating: "{}", count: 1_000_000).joined(separator: ",") + "]}}")
            .utf8)

    @Test("A hundred hostile bodies from one account are refused, and another account is served")
    func flood() async throws {
        let stage = try Stage()
        let ada = "\(Self.path)/\(Stage.ada.accountID)/envelopes"
        let eve = "\(Self.path)/\(Stage.eve.accountID)/envelopes"
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask { await stage.call(.post, ada, Self.hostile, headers: Self.json).status }
            }
            for _ in 0..<5 {
                let answer = await stage.call(.get, eve, query: Self.all, as: Stage.eve)
                #expect(answer.status == 200)
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(Set(statuses.keys).isSubset(of: [400, 429]))
        #expect(statuses[400, default: 0] > 0)
    }

    @Test("A call beyond the queue's limit gets 429 and can be retried")
    func line() async throws {
        let stage = try Stage {
            $0.heavyCalls = 1
            $0.heavyCallsWaiting = 0
        }
        let ada = "\(Self.path)/\(Stage.ada.accountID)/envelopes"
        let answers = await withTaskGroup(of: HTTPReply.self) { group in
            for _ in 0..<20 { group.addTask { await stage.call(.post, ada, Self.hostile, headers: Self.json) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let refused = try #require(answers.first { $0.status == 429 })
        refused.expectRefusal(429, "BURST_APIINVOCATION_LIMIT_EXCEEDED")
        #expect(refused.headers[.retryAfter] == "1")
        // Whoever comes again is answered.
        #expect(await stage.call(.post, ada, Self.hostile, headers: Self.json).status == 400)
    }

    @Test("An account's parallel calls are limited by their declared or possible bytes")
    func bytes() async throws {
        let stage = try Stage {
            $0.heavyCalls = 1
            $0.requestLimit = 4_000_000
            $0.commits.historySize = 1
            $0.uploads.partSize = 1
            $0.heavyCallBytes = 7_000_000
        }
        let ada = "\(Self.path)/\(Stage.ada.accountID)/envelopes"
        // Two of three megabytes fit; of those that do not say how large they are, one does.
        for (length, least) in [("3000000", 2), (nil, 1)] as [(String?, Int)] {
            var headers = Self.json
            headers[.contentLength] = length
            let statuses = await withTaskGroup(of: Int.self) { [headers] group in
                for _ in 0..<12 {
                    group.addTask { await stage.call(.post, ada, Self.hostile, headers: headers).status }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 400 } >= least && statuses.contains(429), "\(statuses)")
            // Nothing stays reserved.
            #expect(await stage.call(.post, ada, Self.hostile, headers: headers).status == 400)
        }
    }

    @Test("Acting for another user is refused, and naming oneself is allowed")
    func onBehalf() async throws {
        let stage = try Stage()
        let path = "\(Self.path)/\(Stage.ada.accountID)/envelopes"
        for own in [Stage.ada.userID, Stage.ada.email.uppercased(), " \(Stage.ada.email) "] {
            let answer = await stage.call(
                .get, path, query: Self.all, headers: HTTPFields(["x-docusign-act-on-behalf": own]))
            #expect(answer.status == 200)
        }
        for other in [Stage.eve.userID, "boss@example.org", ""] {
            let answer = await stage.call(
                .get, path, query: Self.all, headers: HTTPFields(["x-docusign-act-on-behalf": other]))
            answer.expectRefusal(403, "USER_LACKS_PERMISSIONS")
        }
    }
}
