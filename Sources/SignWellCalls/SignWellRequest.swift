import Envelopes
import Foundation
import HTTPMessages
import ServiceCalls
import SignWellDialect

extension ServiceCall {
    /// Reads the JSON body of a call of the second dialect; an absent body counts as `{}`.
    ///
    /// - Throws: `SignWell.ErrorBody` for another media type and for what is no JSON object; ``BodyTooLarge``
    func signWellBody(
        limit: Int, _ problems: RequestProblems, optional: Bool = false
    ) async throws -> RequestReader {
        let body = try await body.data(limit: limit)
        if body.isEmpty, optional { return try RequestReader(body: Data("{}".utf8), problems) }
        guard headers.mediaType == "application/json" else {
            throw SignWell.ErrorBody(
                status: 415, code: "unsupported_media_type", message: "The request's body has to be application/json.")
        }
        return try RequestReader(body: body, problems)
    }

    /// Returns whether a parameter of the query is set.
    func flag(_ name: String, usual: Bool) throws(SignWell.ErrorBody) -> Bool {
        switch query[name]?.lowercased() {
        case nil, "": return usual
        case "true", "1": return true
        case "false", "0": return false
        default: throw .invalidParameter("The parameter \(name) can only be true or false.")
        }
    }
}
