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
}
