import Foundation
import Testing
import X509

@testable import SignedPDF
@testable import TestSupport

@Suite("Signers who vouch for others")
struct VouchingTests {
    private let parties: SigningParties
    private let stranger: SigningParties

    init() throws {
        parties = try SigningParties()
        stranger = try SigningParties()
    }

    /// A signature by somebody whose authority nobody knows, and over it Ada's.
    private func file(vouchingFor fields: [String], by signer: SigningIdentity) async throws -> Data {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), field: "Stranger", by: stranger.ben)
        var seal = SignatureField(name: "Seal")
        seal.vouchesFor = fields
        return file + (try await PDFDocument(file).signedRevision(seal, with: signer, at: SignedFiles.now))
    }

    @Test("A trusted signer vouches for the named signatures")
    func vouched() async throws {
        let file = try await file(vouchingFor: ["Stranger"], by: parties.ada)
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.verdict == .vouched, "\(report)")
        #expect(report.signatures.map(\.trusted) == [false, true])
        #expect(report.signatures.first?.vouchedBy == report.signatures.last?.signer)
        for part in ["Ada Lovelace", "a trusted signer vouches for"] { #expect(report.description.contains(part)) }
        // Trust in both is more than that.
        let both = try await SignedFiles.report(file, trusting: parties.anchors + stranger.anchors)
        #expect(both.verdict == .valid && both.signatures.allSatisfy { $0.vouchedBy == nil })
    }

    @Test("An untrusted signer cannot vouch, and nobody vouches for unnamed signatures")
    func notVouched() async throws {
        let other = try await file(vouchingFor: ["Other"], by: parties.ada)
        #expect(try await SignedFiles.report(other, trusting: parties.anchors).verdict == .indeterminate)
        let untrusted = try await file(vouchingFor: ["Stranger"], by: stranger.ada)
        #expect(try await SignedFiles.report(untrusted, trusting: parties.anchors).verdict == .indeterminate)
        let itself = try await file(vouchingFor: ["Seal"], by: stranger.ada)
        #expect(try await SignedFiles.report(itself, trusting: parties.anchors).verdict == .indeterminate)
    }

    @Test("A signer cannot vouch for a later signature")
    func later() async throws {
        var seal = SignatureField(name: "Seal")
        seal.vouchesFor = ["Stranger"]
        var file = SignedFiles.agreement()
        file += try await PDFDocument(file).signedRevision(seal, with: parties.ada, at: SignedFiles.now)
        file = try await SignedFiles.signed(file, field: "Stranger", by: stranger.ben)
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.verdict != .vouched && report.signatures.allSatisfy { $0.vouchedBy == nil })
    }
}
