import Envelopes
import Foundation
import SignedPDF

/// Signing, and sealing after the last signature.
extension CeremonyHost {
    func finish(_ request: CeremonyRequest) async throws -> CeremonyResponse {
        _ = try RequestBody.decode([String: String].self, from: request.body)
        let recipient = try recipient(of: try await desk.envelope())
        let context = context(recipient, request)
        let finishing = Finishing(
            desk: desk, authority: authority, timeZone: configuration.timeZone, typesetter: typesetter,
            certifies: configuration.certifiesDocuments, lasting: configuration.lasting)
        _ = try await desk.perform(context) { envelope, history in
            try await finishing.commands(for: recipientID, envelope, history, context)
        }
        return try redirect(.signingComplete)
    }
}
