import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import CryptographicMessages
@testable import TestSupport

@Suite("RSA-PSS")
struct RSAPSSTests {
    private let key: _RSA.Signing.PrivateKey

    init() throws {
        key = try _RSA.Signing.PrivateKey(pemRepresentation: OpenSSLKeys.rsaPKCS8)
    }

    @Test("RSA-PSS verification agrees with swift-crypto", arguments: 0..<12)
    func agrees(number: Int) throws {
        let digest = SHA256.hash(data: Data("message \(number)".utf8))
        let signature = try key.signature(for: digest, padding: .PSS)
        func isValid(_ value: Data, _ digest: SHA256Digest, salt: Int = 32) -> Bool {
            RSAPSS.isValid(
                value, digest: DigestValue(algorithm: .sha256, value: digest), key: key.publicKey, maskDigest: .sha256,
                saltLength: salt)
        }
        #expect(isValid(signature.rawRepresentation, digest))
        #expect(!isValid(signature.rawRepresentation, SHA256.hash(data: Data())))
        #expect(!isValid(signature.rawRepresentation, digest, salt: 31))
        var changed = signature.rawRepresentation
        changed[changed.startIndex + number * 20] ^= 1
        #expect(!isValid(changed, digest))
        #expect(!key.publicKey.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: changed), for: digest))
    }

    @Test("RSA-PSS refuses values that are too long, too short or not below the modulus")
    func refuses() throws {
        let digest = DigestAlgorithm.sha256.digest(of: [])
        for value in [Data(), Data(count: 255), Data(repeating: 0xFF, count: 256), Data(count: 256), Data(count: 257)] {
            #expect(
                !RSAPSS.isValid(value, digest: digest, key: key.publicKey, maskDigest: .sha256, saltLength: 32))
        }
    }

    @Test(
        "Powers are computed modulo the modulus",
        arguments: [(3, 5, 7, 5), (2, 10, 1_000_001, 1024), (123_456, 65_537, 999_983, 431_016)])
    func power(base: Int, exponent: Int, modulus: Int, result: Int) throws {
        func bytes(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) } }
        let field = try #require(MontgomeryField(modulus: bytes(modulus)))
        #expect(field.power(bytes(base), exponent: bytes(exponent)) == bytes(result))
    }
}
