import EnvelopeService
import Foundation
import HTTPMessages
import Hummingbird

extension Response {
    /// Returns an answer with a JSON body.
    static func json(_ value: some Encodable) throws -> Response {
        Response(try HTTPReply.json(value))
    }
}

extension PlainPage {
    /// Returns the page as a response of the HTTP server.
    public func response() -> Response { Response(answer()) }
}
