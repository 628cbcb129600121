import EnvelopeService
import Foundation
import HTTPTypes
import Hummingbird

extension Response {
    /// An answer with a JSON body.
    static func json(_ value: some Encodable) throws -> Response {
        Response(try APIAnswer.json(value))
    }
}

extension PlainPage {
    /// The page as an answer of the HTTP server.
    public func response() -> Response { Response(answer()) }
}

/// Headers that the HTTP types know no name for.
enum HeaderName {
    /// What to quote when asking about an answer.
    static let traceToken = HTTPField.Name("X-DocuSign-TraceToken")
}

extension HTTPFields {
    /// The value of a header whose name may be no token; such a header is never there.
    subscript(name: HTTPField.Name?) -> String? {
        get { name.flatMap { self[$0] } }
        set { if let name { self[name] = newValue } }
    }
}
