import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// Returns the whole body.
    /// - Throws: `NIOTooManyBytesError` for a body of more than `limit` bytes, before reading it if its length is
    ///   announced
    func wholeBody(limit: Int) async throws -> Data {
        if let announced = headers[.contentLength].flatMap(Int.init), announced > limit {
            throw NIOTooManyBytesError(maxBytes: limit)
        }
        let buffer = try await body.collect(upTo: limit)
        return Data(buffer.readableBytesView)
    }
}
