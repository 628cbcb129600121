import Foundation
import SwiftASN1
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Integers of any size and sign")
struct ExactIntegerTests {
    private let authority: TestAuthority
    private let now = TestSigners.now

    init() throws {
        authority = try TestAuthority()
    }

    @Test(
        "Integers with different padding are equal",
        arguments: [
            ([0x7F], [0x00, 0x7F]), ([0x00, 0x80], [0x00, 0x00, 0x80]), ([0xFF], [0xFF, 0xFF]), ([0], [0, 0, 0]),
            ([0x80, 1], [0xFF, 0x80, 1]),
        ] as [([UInt8], [UInt8])])
    func padding(one: [UInt8], other: [UInt8]) {
        #expect(ExactInteger(content: one[...]) == ExactInteger(content: other[...]))
        #expect(ExactInteger(content: other[...]).bytes == one)
    }

    @Test("An integer with its top bit set is negative unless a zero precedes it")
    func sign() throws {
        #expect(ExactInteger(content: [0x80]).isNegative && !ExactInteger(content: [0, 0x80]).isNegative)
        #expect(ExactInteger(content: [0x80]) != ExactInteger(magnitude: [0x80]))
        #expect(ExactInteger(magnitude: [0x80]).der == [2, 2, 0, 0x80])
        #expect(ExactInteger(magnitude: []).der == [2, 1, 0])
        #expect(throws: ASN1Error.self) { try ExactInteger(DER.parse([2, 0])) }
        #expect(throws: ASN1Error.self) { try ExactInteger(DER.parse([4, 1, 1])) }
    }

    // MARK: Nonces

    @Test("A timestamp whose nonce has its top bit set is intact, in a signature and over a document")
    func negativeNonce() async throws {
        var clock = try TestClock(by: authority)
        clock.ownNonce = DERText.integer([0xF1, 2, 3, 4, 5, 6, 7, 8])
        let signer = try authority.signer()
        let content = Data("the signed content".utf8)
        let container = try await CMSSignature.detached(
            digest: DigestAlgorithm.sha256.digest(of: content).bytes, signer: signer)
        let value = try CMSSignedData.read(Array(container)).signer.value
        func token(over bytes: Data) throws -> TimestampToken {
            let request = TimestampRequest(digest: DigestAlgorithm.sha256.digest(of: bytes))
            return try TimestampToken(response: clock.answer(to: request.der(), at: now))
        }
        let stamped = try SignatureTimestamp.adding(token(over: value).bytes, to: container)
        let findings = SignerFindings(contents: stamped, encoding: "ETSI.CAdES.detached", covering: [content])
        #expect(findings.findings.isEmpty)
        #expect(findings.timestamps.map(\.time) == [now])

        let own = try token(over: content)
        #expect(own.info.nonce?.isNegative == true)
        let document = SignerFindings(contents: Data(own.bytes), encoding: "ETSI.RFC3161", covering: [content])
        #expect(document.integrity == .intact && document.findings.isEmpty)
    }

    @Test("A nonce matches only the same number, not another with the same bytes")
    func answeredNonce() throws {
        let digest = DigestAlgorithm.sha256.digest(of: [1])
        var clock = try TestClock(by: authority)
        let request = TimestampRequest(digest: digest, nonce: [0xF1, 2, 3, 4])
        try TimestampToken(response: clock.answer(to: request.der(), at: now)).check(answers: request)
        clock.ownNonce = DERText.integer([0xF1, 2, 3, 4])
        let negative = try TimestampToken(response: clock.answer(to: request.der(), at: now))
        #expect(throws: TimestampFailure.wrongNonce) { try negative.check(answers: request) }
    }

    // MARK: Serial numbers

    @Test("A revocation list handles negative serial numbers and keeps them apart from their opposites")
    func lists() throws {
        let high = Certificate.SerialNumber(bytes: [0xF1, 2, 3] as [UInt8])
        let bytes = try authority.list(revoked: [(high, now - 60)], thisUpdate: now, nextUpdate: now + 60)
        let list = try CertificateRevocationList(bytes)
        #expect(list.status(of: ExactInteger(magnitude: [0xF1, 2, 3])) == .revoked(at: now - 60, reason: nil))
        #expect(list.status(of: ExactInteger(content: [0xF1, 2, 3])) == .good)
    }

    @Test("An OCSP response and a signer info identify a certificate by its signed serial number")
    func names() throws {
        let leaf = try #require(try CertificatePEM.certificates(in: PSSChain.intermediate).first)
        let issuer = try #require(try CertificatePEM.certificates(in: PSSChain.root).first)
        #expect(leaf.exactSerialNumber == ExactInteger(content: [0xB3]))
        let identifier = try OCSPCertificateID(leaf, issuer: issuer)
        #expect(identifier.names(leaf, issuer: issuer))
        var coder = DER.Serializer()
        try identifier.serialize(into: &coder)
        #expect(Data(coder.serializedBytes).suffix(3) == Data([2, 1, 0xB3]))
        #expect(try OCSPCertificateID(DER.parse(coder.serializedBytes)).names(leaf, issuer: issuer))
        var other = identifier
        other.serialNumber = ExactInteger(magnitude: [0xB3])
        #expect(!other.names(leaf, issuer: issuer))
        let named = CMSSignerInfo.Identifier.issuer(leaf.issuer, serialNumber: ExactInteger(content: [0xB3]))
        let opposite = CMSSignerInfo.Identifier.issuer(leaf.issuer, serialNumber: ExactInteger(magnitude: [0xB3]))
        #expect(named.names(leaf) && !opposite.names(leaf))
    }
}
