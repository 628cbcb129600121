import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Signatures on Brainpool curves")
struct BrainpoolTests {
    /// After the evidence was made.
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    private static func certificate(_ bytes: [UInt8]) throws -> Certificate {
        try CertificateDER.certificate(from: bytes)
    }

    @Test("Every vector has its outcome", arguments: ["brainpoolP256r1", "brainpoolP384r1", "brainpoolP512r1"])
    func vectors(curve name: String) throws {
        let curve = try #require(BrainpoolCurve.all.first { $0.name == name })
        let vectors = BrainpoolVector.all.filter { $0.curve == name }
        #expect(vectors.count > 50 && vectors.count(where: \.isValid) >= 15)
        for vector in vectors {
            let key = BrainpoolKey(curve: curve, bytes: vector.key)
            let value = Data(vector.signature)
            let isValid =
                vector.isPlain
                ? key?.isValid(plain: value, over: vector.digest) : key?.isValid(der: value, over: vector.digest)
            #expect((isValid ?? false) == vector.isValid, "\(vector.note), plain: \(vector.isPlain)")
            #expect((key == nil) == (vector.note == "key-off-curve"))
        }
    }

    @Test("A key with another form, length or range of coordinates is no key")
    func keys() throws {
        for curve in BrainpoolCurve.all {
            let sound = try #require(BrainpoolVector.all.first { $0.curve == curve.name }).key
            #expect(BrainpoolKey(curve: curve, bytes: sound) != nil)
            let over = [4] + [UInt8](repeating: 0xFF, count: 2 * curve.length)
            let infinity: [UInt8] = [0]
            for bytes in [[2] + sound.dropFirst(), Array(sound.dropLast()), sound + [0], over, infinity, []] {
                #expect(BrainpoolKey(curve: curve, bytes: bytes) == nil)
            }
        }
    }

    @Test("The order times the generator is the neutral element")
    func order() {
        for curve in BrainpoolCurve.all {
            let zero = [UInt8](repeating: 0, count: curve.length)
            let sum = curve.combination(curve.order, zero, curve.double(curve.generator))
            #expect(curve.x(of: sum) == nil)
        }
    }

    @Test("A certificate is read, and its key never serves as an RSA key")
    func standIn() throws {
        for bytes in [BrainpoolChain.root, BrainpoolChain.authority, BrainpoolChain.leaf, BrainpoolChain.plainLeaf] {
            let certificate = try Self.certificate(bytes)
            #expect(try DERBytes.of(certificate) == bytes)
            #expect(BrainpoolKey(certificate.publicKey) != nil)
            #expect(_RSA.Signing.PublicKey(real: certificate.publicKey) == nil)
            let scheme = SignatureScheme(kind: .rsaPKCS1, digest: .sha256)
            #expect(
                scheme.check(Data(count: 256), over: [1], key: certificate.publicKey) == .unsupported(.notAnRSAKey))
        }
        let real = try TestSigners.rsa().certificate.publicKey
        #expect(BrainpoolKey(real) == nil && _RSA.Signing.PublicKey(real: real) != nil)
    }

    @Test("A chain is trusted, in DER and in plain ECDSA, and with a leaf on another curve")
    func chain() async throws {
        let authority = try Self.certificate(BrainpoolChain.authority)
        let root = try Self.certificate(BrainpoolChain.root)
        for bytes in [BrainpoolChain.leaf, BrainpoolChain.plainLeaf, BrainpoolChain.revoked] {
            let leaf = try Self.certificate(bytes)
            let trust = await TrustFindings.evaluate(
                leaf, intermediates: [authority], anchors: [root], purpose: .documentSigning, time: Self.time,
                claimedTime: nil)
            #expect(trust.isTrusted && trust.chain == [leaf, authority, root], "\(String(describing: trust.problem))")
        }
        for place in [60, 200, BrainpoolChain.leaf.count - 5] {
            var changed = BrainpoolChain.leaf
            changed[place] ^= 1
            guard let leaf = try? Self.certificate(changed) else { continue }
            let trust = await TrustFindings.evaluate(
                leaf, intermediates: [authority], anchors: [root], purpose: .documentSigning, time: Self.time,
                claimedTime: nil)
            #expect(!trust.isTrusted)
        }
    }

    @Test("Lists and OCSP responses on the curves count")
    func revocation() throws {
        let authority = try Self.certificate(BrainpoolChain.authority)
        let leaf = try Self.certificate(BrainpoolChain.leaf)
        for response in [BrainpoolChain.response, BrainpoolChain.responseByKey] {
            var evidence = RevocationEvidence()
            evidence.add(response: response, at: RevocationEvidence.fetched)
            let judge = RevocationJudge(evidence: evidence) { _ in Self.time }
            #expect(judge.finding(on: leaf, issuer: authority, at: Self.time) == .good)
            var changed = response
            changed[changed.count / 3] ^= 1
            var forged = RevocationEvidence()
            forged.add(response: changed, at: RevocationEvidence.fetched)
            let other = RevocationJudge(evidence: forged) { _ in Self.time }
            #expect(other.finding(on: leaf, issuer: authority, at: Self.time) != .good)
        }
        var evidence = RevocationEvidence()
        evidence.add(list: BrainpoolChain.list, at: RevocationEvidence.fetched)
        let judge = RevocationJudge(evidence: evidence) { _ in Self.time }
        #expect(judge.finding(on: leaf, issuer: authority, at: Self.time) == .good)
        let revoked = try Self.certificate(BrainpoolChain.revoked)
        guard case .revoked = judge.finding(on: revoked, issuer: authority, at: Self.time) else {
            Issue.record("not revoked")
            return
        }
    }

    @Test("A timestamp on a curve is sound and trusted")
    func timestamp() async throws {
        let token = try TimestampToken(BrainpoolChain.token)
        try token.checkSoundness()
        #expect(token.info.covers { $0.digest(of: Data("the signed content".utf8)) } == true)
        let findings = token.findings
        #expect(findings.integrity == .intact && findings.algorithm == "ECDSA brainpoolP256r1 with SHA-256")
        let trust = await TrustFindings.evaluate(
            try #require(findings.certificate), intermediates: [try Self.certificate(BrainpoolChain.authority)],
            anchors: [try Self.certificate(BrainpoolChain.root)], purpose: .timestamping, time: token.info.time,
            claimedTime: nil)
        #expect(trust.isTrusted)
    }
}
