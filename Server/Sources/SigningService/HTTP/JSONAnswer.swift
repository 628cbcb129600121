import EnvelopeService
import Foundation
import HTTPMessages
import Hummingbird

extension Response {
    /// An answer with a JSON body.
    static func json(_ value: some Encodable) throws -> Response {
        Response(try HTTPReply.json(value))
    }
}

extension PlainPage {
    /// The page as an answer of the HTTP server.
    public func response() -> Response { Response(answer()) }
}
