import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Randomly changed bytes")
struct RandomFlipTests {
    private struct Signed {
        let file: Data
        let range: SignedByteRange
        let signer: SigningIdentity
    }

    private func signed() async throws -> Signed {
        let signer = try TestSigners.p256()
        let document = try PDFDocument(SignedFiles.agreement(pages: 1))
        let appended = try await document.signedRevision(SignatureField(name: "S"), with: signer, at: SignedFiles.now)
        let file = document.bytes + appended
        let field = try #require(
            try SignedField.all(in: PDFDocument(file), tree: FieldTree(PDFDocument(file))).first)
        return Signed(
            file: file, range: try SignedByteRange(field.dictionary["ByteRange"], fileSize: file.count), signer: signer)
    }

    @Test("A signed file is valid, and never after changing any of 10,000 random signed bytes")
    func flips() async throws {
        let signed = try await signed()
        let untouched = try await SignedFiles.report(signed.file, trusting: [signed.signer.certificate])
        #expect(untouched.verdict == .valid)
        let workers = 4
        try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<workers {
                group.addTask { try await validAfterFlips(of: signed, seed: worker, count: 10_000 / workers) }
            }
            for try await valid in group { #expect(valid == 0) }
        }
    }

    /// How many of the changed files came out as valid.
    private func validAfterFlips(of signed: Signed, seed: Int, count: Int) async throws -> Int {
        var random = SeededGenerator(seed)
        var valid = 0
        for _ in 0..<count {
            var position = Int.random(in: 0..<signed.range.end - signed.range.gap.count, using: &random)
            if position >= signed.range.gap.lowerBound { position += signed.range.gap.count }
            var changed = signed.file
            changed[position] ^= UInt8.random(in: 1...255, using: &random)
            guard let document = try? PDFDocument(changed) else { continue }
            guard
                let report = try? await document.verifySignatures(
                    trusting: [signed.signer.certificate], at: SignedFiles.now)
            else { continue }
            if report.verdict == .valid {
                valid += 1
                Issue.record("byte \(position) of seed \(seed)")
            }
        }
        return valid
    }
}
