// Made by scripts/documented-code from Sources/Countersign/Countersign.docc/EmbedASigningPage.md; change it there.
import Countersign
import Foundation

// Your app presents it
enum EmbedASigningPageYourAppPresentsIt {
    static func signLease(
        at server: URL, token: @escaping @Sendable () async throws -> String, with presenter: some SigningPresenter
    ) async throws -> SigningOutcome {
        let client = try SignWellClient(server: server) { ["Authorization": "Bearer \(try await token())"] }
        let lease = try await client.document("lease")
        return try await client.present(lease, recipientID: "1", with: presenter)
    }

    static func sign(
        _ address: URL, by countersign: CountersignClient, with presenter: some SigningPresenter
    ) async throws -> SigningOutcome {
        try await countersign.present(embeddedSigningURL: address, with: presenter)
    }
}

// A trial with the key in your hand
enum EmbedASigningPageATrialWithTheKeyInYourHand {
    static func lease(_ pdf: Data, at server: URL, key: String) async throws -> SignWellDocument {
        var request = SignWell.DocumentRequest(
            name: "Lease", files: [SignWell.File(name: "lease.pdf", base64: pdf.base64EncodedString())],
            recipients: [SignWell.Recipient(id: "1", name: "Bo", email: "bo@example.org")],
            fields: [[SignWell.Field(type: .signature, x: 200, y: 550, page: 1, recipientID: "1")]])
        request.settings.embeddedSigning = true
        request.settings.reminders = false
        return try await SignWellClient(server: server, apiKey: key).createDocument(request)
    }
}
