import Foundation
import HTTPMessages
import Testing

@Suite("Replies")
struct ReplyTests {
    @Test("A reply may not be cached unless its headers say otherwise")
    func caching() throws {
        #expect(HTTPReply.bytes(Data(), type: "text/plain").headers[.cacheControl] == "no-store")
        #expect(try HTTPReply.json(["a": 1]).headers[.cacheControl] == "no-store")
        let kept = HTTPReply.bytes(Data(), type: "text/plain", headers: [.cacheControl: "private"])
        #expect(kept.headers[.cacheControl] == "private")
    }
}
