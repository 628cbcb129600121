import Foundation

/// The body of a request, read only when a route asks for it. Requests rejected before that never have their body read.
public struct CallBody: Sendable {
    private let read: @Sendable (_ limit: Int) async throws -> Data

    /// Uses bytes in memory.
    public init(_ data: Data = Data()) {
        read = { limit in
            guard data.count <= limit else { throw BodyTooLarge(limit: limit) }
            return data
        }
    }

    /// - Parameter read: returns the whole body; throws ``BodyTooLarge`` if it exceeds `limit` bytes
    public init(read: @escaping @Sendable (_ limit: Int) async throws -> Data) {
        self.read = read
    }

    /// Reads the whole body.
    ///
    /// - Throws: ``BodyTooLarge`` if it exceeds `limit` bytes, and ``UnreadableBody``
    public func data(limit: Int) async throws -> Data { try await read(limit) }
}

/// The body of a request ends early, or its chunks are not as HTTP has them (RFC 9112 §7.1).
public struct UnreadableBody: Error, Sendable {
    /// The carrier throws it; answered with status 400.
    public init() {}
}

/// The body of a request exceeds the limit.
public struct BodyTooLarge: Error, Sendable, Equatable {
    /// The limit in bytes.
    public let limit: Int

    /// - Parameter limit: the limit that the body exceeds, in bytes
    public init(limit: Int) {
        self.limit = limit
    }
}
