import DocuSignDialect
import Envelopes
import HTTPMessages
import ServiceCalls

extension ServiceCall {
    /// Decodes the JSON body. Members that ask for something and are ignored are noted.
    ///
    /// - Throws: `APIError` with status 415 for another media type and 400 for JSON of the wrong shape;
    ///   ``BodyTooLarge``
    public func decoded<Value: Decodable>(
        _ type: Value.Type, limit: Int
    ) async throws -> Value {
        guard headers.mediaType == "application/json" else {
            throw APIError(
                status: 415, errorCode: APIError.Code.invalidRequestBody.rawValue,
                message:
                    "The request's body is \(headers.mediaType ?? "of no stated type"); it has to be application/json.")
        }
        return try Wire.decode(type, from: try await body.data(limit: limit), noting: ignored)
    }
}
