import Foundation
import Testing

@testable import CryptographicMessages

@Suite("PKCS#12 files")
struct PKCS12Tests {
    @Test(
        "A file from OpenSSL 3 opens with its password",
        arguments: [
            (OpenSSLPKCS12.modern, "geheim-ÄÖ", SignatureAlgorithm.ecdsaP256SHA256),
            (OpenSSLPKCS12.emptyPassword, "", .rsaPKCS1SHA256),
            (OpenSSLPKCS12.mixed, "x", .ecdsaP256SHA256),
            (OpenSSLPKCS12.withoutMAC, "x", .ecdsaP256SHA256),
            (OpenSSLPKCS12.p384, "x", .ecdsaP384SHA384),
        ])
    func open(file: [UInt8], password: String, algorithm: SignatureAlgorithm) async throws {
        let identity = try SigningIdentity(pkcs12: Data(file), password: password)
        #expect(identity.algorithm == algorithm)
        #expect(SignerName.text(of: identity.certificate) == "Mira Beispiel <mira@example.org>")
        #expect(!(try await identity.signature(over: Data("x".utf8))).isEmpty)
    }

    @Test(
        "A wrong password is reported",
        arguments: [
            (OpenSSLPKCS12.modern, "geheim"), (OpenSSLPKCS12.modern, ""), (OpenSSLPKCS12.emptyPassword, "x"),
            (OpenSSLPKCS12.mixed, "X"), (OpenSSLPKCS12.legacy, "new"),
        ])
    func sayThatAPasswordIsWrong(file: [UInt8], password: String) {
        #expect(throws: SigningIdentityError.wrongPassword) {
            try SigningIdentity(pkcs12: Data(file), password: password)
        }
    }

    @Test(
        "A file with an outdated encryption is refused by its name, with advice on conversion",
        arguments: [(OpenSSLPKCS12.legacy, "40-bit RC2"), (OpenSSLPKCS12.tripleDES, "triple DES")])
    func ofThePast(file: [UInt8], name: String) throws {
        let error = #expect(throws: SigningIdentityError.self) {
            try SigningIdentity(pkcs12: Data(file), password: "old")
        }
        #expect(error == .outdatedPKCS12(algorithm: name))
        #expect(error?.description.contains(name) == true)
        #expect(error?.description.contains("openssl pkcs12") == true)
    }

    @Test("A file without a key is refused with the reason")
    func withoutAKey() {
        #expect(throws: SigningIdentityError.unreadablePKCS12("it holds no private key")) {
            try SigningIdentity(pkcs12: Data(OpenSSLPKCS12.withoutKey), password: "x")
        }
    }

    @Test("A truncated or changed file is refused without a crash")
    func cutShortOrChanged() {
        let file = OpenSSLPKCS12.mixed
        for length in stride(from: 0, to: file.count, by: 37) {
            #expect(throws: SigningIdentityError.self) {
                try SigningIdentity(pkcs12: Data(file.prefix(length)), password: "x")
            }
        }
        for index in stride(from: 60, to: file.count - 120, by: 61) {
            var changed = file
            changed[index] ^= 0x40
            #expect(throws: SigningIdentityError.self) { try SigningIdentity(pkcs12: Data(changed), password: "x") }
        }
    }
}
