import Envelopes
import Foundation
import HTTPMessages
import SignedPDF
import Typesetting

/// Adoption of a signature and initials.
extension CeremonyHost {
    /// Returns the typed text in every face that can show it; if none can, in fonts of its own script.
    func preview(_ request: HTTPCall) async throws -> HTTPReply {
        struct Body: Decodable {
            let kind: AdoptedKind
            let text: String
        }
        struct Preview: Encodable {
            let face: String
            let name: String
            let path: String
            let width: Double
            let height: Double
        }
        let body = try RequestBody.decode(Body.self, from: request.body)
        let typed = try TypedSignature(kind: body.kind, text: body.text)
        func preview(_ face: FontFace) throws(CeremonyError) -> Preview {
            let artwork = try typed.artwork(face: face.id, typesetter: typesetter)
            return Preview(
                face: face.id, name: face.name, path: artwork.path, width: artwork.width, height: artwork.height)
        }
        var previews = typesetter.faces.compactMap { try? preview($0) }
        if previews.isEmpty { previews = typesetter.facesOfOtherScripts.compactMap { try? preview($0) } }
        if previews.isEmpty { previews = [try preview(.anyScript)] }
        return try .json(["faces": previews])
    }

    func adopt(_ request: HTTPCall) async throws -> HTTPReply {
        let artwork = try Adoption(request.body).artwork(typesetter: typesetter)
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        let blob = try artwork.blob()
        let adopt = Command.adopt(
            recipientID: recipientID, kind: artwork.kind, artwork: BlobHash(of: blob), method: artwork.method)
        let place = try place(in: request, for: artwork.kind, of: envelope)
        let context = context(recipient, request)
        let commands: @Sendable (Envelope) -> [Command] = { [recipientID] newest in
            guard let place else { return [adopt] }
            // The key covers only what this request caused, and artwork already adopted is not adopted again.
            let isAdopted = newest.state(of: recipientID)?.artwork(artwork.kind) == BlobHash(of: blob)
            let fill = Command.fill(recipientID: recipientID, tabID: place.id, value: "true")
            return isAdopted ? [fill] : [adopt, fill]
        }
        // Stores nothing for a recipient who may not adopt; the command is decided again when it is performed.
        _ = try decide(commands(envelope), envelope, context)
        _ = try await ledger.keep(blob)
        guard place != nil else { return try await session(perform(adopt, context)) }
        return try await session(perform(context, commands))
    }

    /// Places adopted artwork in several fields with one request, which makes an event for each field.
    func place(_ request: HTTPCall) async throws -> HTTPReply {
        struct Body: Decodable {
            let fields: [String]
        }
        let fields = try RequestBody.decode(Body.self, from: request.body).fields
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        let places = Set(envelope.tabs(of: recipientID).filter(\.kind.isArtwork).map(\.id.rawValue))
        guard !fields.isEmpty, Set(fields).count == fields.count, places.isSuperset(of: fields) else {
            throw CeremonyError.unknownField
        }
        return try await session(
            perform(context(recipient, request)) { [recipientID] newest in
                newest.tabs(of: recipientID).filter { fields.contains($0.id.rawValue) }.map {
                    .fill(recipientID: recipientID, tabID: $0.id, value: "true")
                }
            })
    }

    /// Returns the field that the person adopts for, if they came from one.
    private func place(
        in request: HTTPCall, for kind: AdoptedKind, of envelope: Envelope
    ) throws(CeremonyError) -> EnvelopeTab? {
        struct Body: Decodable {
            let field: String?
        }
        guard let field = try RequestBody.decode(Body.self, from: request.body).field else { return nil }
        let tab = envelope.tabs(of: recipientID).first { $0.id.rawValue == field }
        guard let tab, tab.kind.adoptedKind == kind else { throw .unknownField }
        return tab
    }
}

/// The body of an adoption request: typed text and a face, strokes and the size of the drawing area, or a picture.
private struct Adoption {
    private struct Start: Decodable {
        let kind: AdoptedKind
        let method: AdoptionMethod
    }

    private struct Typed: Decodable {
        let text: String
        let face: String
    }

    private struct Drawn: Decodable {
        let strokes: [[StrokePoint]]
        let width: Double
        let height: Double
    }

    private struct Uploaded: Decodable {
        /// A PNG file in Base64.
        let picture: Data
    }

    private enum Content {
        case typed(TypedSignature, face: String)
        case drawn(DrawnSignature)
        case uploaded(SignaturePicture)
    }

    private let content: Content

    init(_ body: Data) throws(CeremonyError) {
        let start = try RequestBody.decode(Start.self, from: body)
        switch start.method {
        case .typed:
            let typed = try RequestBody.decode(Typed.self, from: body)
            content = .typed(try TypedSignature(kind: start.kind, text: typed.text), face: typed.face)
        case .drawn:
            let drawn = try RequestBody.decode(Drawn.self, from: body)
            content = .drawn(
                try DrawnSignature(
                    kind: start.kind, strokes: drawn.strokes, width: drawn.width, height: drawn.height))
        case .uploaded:
            let uploaded = try RequestBody.decode(Uploaded.self, from: body)
            content = .uploaded(try SignaturePicture(kind: start.kind, png: uploaded.picture))
        }
    }

    func artwork(typesetter: some Typesetter) throws(CeremonyError) -> Artwork {
        switch content {
        case .typed(let typed, let face): try typed.artwork(face: face, typesetter: typesetter)
        case .drawn(let drawn): try drawn.artwork()
        case .uploaded(let uploaded): try uploaded.artwork()
        }
    }
}
