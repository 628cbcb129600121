import Envelopes
import HTTPMessages

/// Signatures that a recipient without tabs places.
extension CeremonyHost {
    /// Puts the adopted signature on a page, or moves one. Lengths are points from the top left of the page as a reader
    /// sees it.
    func placeMark(_ id: String, _ request: HTTPCall) async throws -> HTTPReply {
        struct Body: Decodable {
            let documentId: String
            let page: Int
            let x: Double
            let y: Double
            let width: Double
            let height: Double
        }
        let body = try RequestBody.decode(Body.self, from: request.body)
        guard let tabID = TabID(rawValue: id) else { throw CeremonyError.unknownField }
        guard [body.x, body.y, body.width, body.height].allSatisfy({ (-10_000...100_000).contains($0) }) else {
            throw CeremonyError.malformed("a length is out of range")
        }
        let recipient = try recipient(of: await envelope())
        let place = Command.place(
            recipientID: recipientID, tabID: tabID, on: DocumentPage(DocumentID(rawValue: body.documentId), body.page),
            frame: TabFrame(x: body.x, y: body.y, width: body.width, height: body.height))
        return try await session(perform(place, context(recipient, request)))
    }

    func removeMark(_ id: String, _ request: HTTPCall) async throws -> HTTPReply {
        guard let tabID = TabID(rawValue: id) else { throw CeremonyError.unknownField }
        let recipient = try recipient(of: await envelope())
        return try await session(
            perform(.unplace(recipientID: recipientID, tabID: tabID), context(recipient, request)))
    }
}
