import DocuSignDialect
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// The whole body.
    /// - Throws: `NIOTooManyBytesError` for one beyond `limit` bytes; before reading it when its length is announced.
    func wholeBody(limit: Int) async throws -> Data {
        if let announced = headers[.contentLength].flatMap(Int.init), announced > limit {
            throw NIOTooManyBytesError(maxBytes: limit)
        }
        let buffer = try await body.collect(upTo: limit)
        return Data(buffer.readableBytesView)
    }

    /// The media type of the body, in lower case and without parameters.
    var mediaType: String? {
        headers[.contentType]?
            .split(separator: ";", maxSplits: 1).first
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }

    /// The body of an API request as the type it should be.
    /// - Throws: `APIError` with status 415 for another media type, 400 for JSON of the wrong shape.
    func decoded<Value: Decodable>(_ type: Value.Type, limit: Int) async throws -> Value {
        guard mediaType == "application/json" else {
            throw APIError(
                status: 415, errorCode: APIError.Code.invalidRequestBody.rawValue,
                message: "The request's body is \(mediaType ?? "of no stated type"); it has to be application/json.")
        }
        return try Wire.decode(type, from: try await wholeBody(limit: limit))
    }
}
