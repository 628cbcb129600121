import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony

@Suite("A ceremony in every script")
struct ScriptTests {
    @Test(
        "Typed text is text in the signed document and adds only a few kilobytes",
        arguments: [
            "Łukasz", "Ελένη", "Їжакевич", "髙橋さくら", "欧阳𠮷伟", "김민준", "محمد", "علاء", "אליעזר", "น้ำทิพย์", "क्षितिज",
        ])
    func filled(text: String) async throws {
        let plain = try await sealed("Blue")
        let file = try await sealed(text)
        #expect(try await Shown.text(of: file).contains(text))
        #expect(file.count - plain.count < 16_000, "\(file.count - plain.count)")
        let (usual, report) = (try await report(plain), try await report(file))
        #expect(report.signatures.count == 2 && report.signatures.allSatisfy { $0.intact == true })
        #expect(report.signatures.map(\.laterChanges) == usual.signatures.map(\.laterChanges))
    }

    @Test(
        "Right-to-left words keep their order and marks, also among other words and numbers",
        arguments: [
            "سارة أحمد المنصوري", "السلام عليكم ورحمة", "מסמך מס׳ 2026 נחתם", "אברהם בן-גוריון",
        ])
    func rightToLeft(text: String) async throws {
        #expect(try await Shown.text(of: try await sealed(text), pages: 1).contains(text))
    }

    private func report(_ file: Data) async throws -> VerificationReport {
        try await PDFDocument(file).verifySignatures(
            trusting: [], at: Date(timeIntervalSince1970: 1_795_252_600))
    }

    private func sealed(_ text: String) async throws -> Data {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare(text: text)
        try #require(await host.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.envelope()
        return try await scene.desk.blob(try #require(envelope.latestVersion(of: "1")))
    }
}
