import Foundation

/// A picture of dark squares on a light ground that a camera reads, such as a QR code.
public struct CodePicture: Sendable, Hashable, Encodable {
    /// The number of squares on each side.
    public var size: Int
    /// The dark squares as path data of SVG, with a side of 1.
    public var path: String

    /// Nothing is checked here.
    public init(size: Int, path: String) {
        self.size = size
        self.path = path
    }
}

/// An address at which a recipient goes on with their visit on another device. It works once.
public struct ContinuedVisit: Sendable, Hashable, Encodable {
    /// The address.
    public var url: String
    /// The whole minutes for which it works.
    public var minutes: Int
    /// The address for a camera.
    public var picture: CodePicture

    /// Nothing is checked here.
    public init(url: String, minutes: Int, picture: CodePicture) {
        self.url = url
        self.minutes = minutes
        self.picture = picture
    }
}

extension CeremonyHost {
    /// Offers the visit to another device, which has to give every code that this one gave.
    func continueElsewhere() async throws -> HTTPReply {
        guard let offered = try await configuration.continueElsewhere?() else { throw CeremonyError.notFound }
        // A correction ends the addresses that are there when it is made. One that came first has not seen this one, so
        // nobody gets to know it.
        try requirePerson(in: await envelope())
        return try .json(offered)
    }
}
