// Made by scripts/documented-code from Sources/Countersign/Countersign.docc/SignADocumentInFiveMinutes.md; change it there.
import Countersign
import CountersignTesting
import Foundation

// Log in
enum SignADocumentInFiveMinutesLogIn {
    /// `CountersignConfiguration(server: address)` has every default.
    static func signIn(
        _ configuration: CountersignConfiguration, freshToken: @escaping @Sendable () async throws -> String
    ) async throws -> CountersignSession {
        let countersign = try CountersignClient(configuration)
        return try await countersign.logIn(tokens: freshToken)
    }
}

// Make an envelope
enum SignADocumentInFiveMinutesMakeAnEnvelope {
    static func send(_ pdf: URL, with session: CountersignSession) async throws -> EnvelopeID {
        let draft = EnvelopeDraft("Consulting agreement", subject: "Please sign the agreement") {
            DraftDocument(id: "1", name: "Agreement.pdf", file: pdf)
            Signer(id: "1", name: "Ada Lovelace", email: "ada@example.com", clientUserID: "ada-1") {
                SignHere(document: "1", page: 3, x: 72, y: 513)
                DateSignedTab(document: "1", page: 3, x: 356, y: 531)
                TextTab(document: "1", page: 3, x: 186, y: 387, label: "Place")
            }
            CarbonCopy(id: "2", name: "Grace Hopper", email: "grace@example.com", routingOrder: 2)
        }
        for problem in draft.validate() { print(problem) }
        return try await session.send(draft)
    }
}

// Present the page
enum SignADocumentInFiveMinutesPresentThePage {
    static func sign(_ envelope: EnvelopeID, with session: CountersignSession, _ presenter: some SigningPresenter) async throws {
        let request = SigningRequest.recipient(envelopeID: envelope, clientUserID: "ada-1")
        switch try await session.present(request, with: presenter) {
        case .completed: print("signed")
        case .declined(let reason): print("declined", reason ?? "")
        case .finishedLater, .cancelled, .sessionTimedOut: print("not yet")
        case let other: print(other)
        }
    }
}

// Fetch the result
enum SignADocumentInFiveMinutesFetchTheResult {
    static func signedPDF(of envelope: EnvelopeID, with session: CountersignSession) async throws -> Data {
        try await session.api.download(.combined(withCertificate: false), of: envelope)
    }
}

// Test your app without a network
enum SignADocumentInFiveMinutesTestYourAppWithoutANetwork {
    static func testWithoutNetwork(_ pdf: URL) async throws -> SigningOutcome {
        let service = try ServiceStandIn()
        let ada = service.addUser(name: "Ada Lovelace", email: "ada@example.com")
        // Nothing is left on the machine: secrets in memory, everything else in a folder that goes.
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let countersign = try CountersignClient(
            CountersignConfiguration(
                server: service.address, storageFolder: folder, credentials: MemoryCredentials(), transport: service))
        let session = try await countersign.logIn(tokens: { ada.accessToken })

        let draft = EnvelopeDraft("Consulting agreement") {
            DraftDocument(id: "1", name: "Agreement.pdf", file: pdf)
            Signer(id: "1", name: "Ada Lovelace", email: "ada@example.com", clientUserID: "ada-1") {
                SignHere(document: "1", page: 3, x: 72, y: 513)
                TextTab(document: "1", page: 3, x: 186, y: 387, label: "Place")
            }
        }
        let envelope = try await session.send(draft)
        let presenter = CeremonyPresenter(service) { visit in try await visit.complete(["Place": "London"]) }
        return try await session.present(.recipient(envelopeID: envelope, clientUserID: "ada-1"), with: presenter)
    }
}
