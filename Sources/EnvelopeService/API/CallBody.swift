import Foundation

/// The body of a request, read when a route asks for it: whoever is refused before that has sent nothing for nothing.
public struct CallBody: Sendable {
    private let read: @Sendable (_ limit: Int) async throws -> Data

    /// Bytes that are already there.
    public init(_ data: Data = Data()) {
        read = { limit in
            guard data.count <= limit else { throw BodyTooLarge(limit: limit) }
            return data
        }
    }

    /// - Parameter read: gives the whole body; throws ``BodyTooLarge`` for one beyond `limit` bytes.
    public init(read: @escaping @Sendable (_ limit: Int) async throws -> Data) {
        self.read = read
    }

    /// The whole body.
    /// - Throws: ``BodyTooLarge`` for one beyond `limit` bytes, and what the carrier finds wrong.
    public func data(limit: Int) async throws -> Data { try await read(limit) }
}

/// A request's body has more bytes than are taken.
public struct BodyTooLarge: Error, Sendable, Equatable {
    /// In bytes.
    public let limit: Int

    public init(limit: Int) {
        self.limit = limit
    }
}
