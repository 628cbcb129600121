// Made by scripts/documented-code from README.md; change it there.
import Countersign
import Foundation
import SignedPDF

// Five minutes with Swift
private func READMEFiveMinutesWithSwift() async throws {
    let document = try PDFDocument(contentsOf: URL(fileURLWithPath: "contract.pdf"))
    let ada = try SigningIdentity.selfSigned(name: "Ada Lovelace", email: "ada@example.org", at: .now)

    let signed = try await document.signed(        // what was there stays byte for byte
        SignatureField(
            name: "Signature1", page: 3, rect: PageRect(x: 72, y: 492, width: 240, height: 56),
            appearance: .typedName("Ada Lovelace", subtitle: ["I agree"])),
        filling: [
            FormField(
                name: "Place", page: 3, rect: PageRect(x: 186, y: 384, width: 337, height: 22), content: .text("London"))
        ],
        with: ada, at: .now)

    let report = try await signed.verifySignatures(trusting: ada.certificateChain, at: .now)
    print(report.verdict)                           // valid
}

// In an app
enum READMEInAnApp {
    static func sign(_ envelope: EnvelopeID, at server: URL, token: String, _ presenter: some SigningPresenter) async throws {
        let countersign = try CountersignClient(CountersignConfiguration(server: server))
        let session = try await countersign.logIn(tokens: { token })
        let outcome = try await session.present(
            .recipient(envelopeID: envelope, clientUserID: "ada-1"), with: presenter)
        print(outcome)                              // completed, declined, finished later, …
    }
}
