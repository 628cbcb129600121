import CryptoExtras
import Foundation
import Testing

@testable import SigningService

@Suite("Integration keys")
struct ApplicationStoreTests {
    /// An Ed25519 key (RFC 8410 §10.1).
    private static let otherKind = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
        -----END PUBLIC KEY-----
        """

    @Test("A public key is read in both forms of PEM, and has one id")
    func forms() throws {
        let key = try AssertionScene.key.publicKey
        let (spki, pkcs1) = (
            try IntegrationKey(pem: key.pemRepresentation), try IntegrationKey(pem: key.pkcs1PEMRepresentation)
        )
        #expect(spki.id == pkcs1.id && spki.bits == 2048 && spki.id.count == 16)
        #expect(try IntegrationKey(der: spki.der).id == spki.id)
        let crlf = "\r\n\(key.pemRepresentation.replacing("\n", with: "\r\n"))\r\n"
        #expect(try IntegrationKey(pem: crlf).id == spki.id)
    }

    @Test("A file that is no usable public key is refused with a reason")
    func badKeys() throws {
        func expect(_ pem: String, _ error: IntegrationKeyError) {
            #expect(throws: error) { _ = try IntegrationKey(pem: pem) }
            #expect(error.description.hasSuffix("."))
        }
        expect(try AssertionScene.key.pemRepresentation, .privateKey)
        let small = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024))
        expect(small.publicKey.pemRepresentation, .size(bits: 1024))
        expect("-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----", .certificate)
        let good = try AssertionScene.key.publicKey.pemRepresentation
        for text in [
            "", "x", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", String(good.dropLast(40)),
            good + String(repeating: " ", count: 20_000),
            good.replacing("M", with: "N"),
            Self.otherKind,
        ] {
            #expect(throws: IntegrationKeyError.self) { _ = try IntegrationKey(pem: text) }
        }
    }

    @Test("Keys and redirect addresses have a limit, and one address always remains")
    func limits() async throws {
        let store = try await StoreFixture()
        let authorizations = AuthorizationStore(store.storage)
        let (app, secret) = try await authorizations.register(
            name: "App", redirectURIs: ["https://a.example/0"], isConfidential: false, at: Moment.start)
        #expect(secret == nil)
        for number in 1..<AuthorizationStore.mostRedirects {
            try await authorizations.addRedirect("https://a.example/\(number)", to: app.id)
        }
        await #expect(throws: OAuthApplicationError.tooManyRedirects(limit: 20)) {
            try await authorizations.addRedirect("https://b.example/", to: app.id)
        }
        await #expect(throws: OAuthApplicationError.redirectThere("https://a.example/1")) {
            try await authorizations.addRedirect("https://a.example/1", to: app.id)
        }
        for number in 1..<AuthorizationStore.mostRedirects {
            try await authorizations.removeRedirect("https://a.example/\(number)", of: app.id)
        }
        await #expect(throws: OAuthApplicationError.noRedirect) {
            try await authorizations.removeRedirect("https://a.example/0", of: app.id)
        }
        await #expect(throws: OAuthApplicationError.redirectNotThere("https://c.example/")) {
            try await authorizations.removeRedirect("https://c.example/", of: app.id)
        }
        for _ in 1...AuthorizationStore.mostKeys {
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048).publicKey.pemRepresentation
            try await authorizations.add(try IntegrationKey(pem: key), to: app.id, at: Moment.start)
        }
        await #expect(throws: OAuthApplicationError.tooManyKeys(limit: 5)) {
            try await authorizations.add(
                try IntegrationKey(pem: AssertionScene.key.publicKey.pemRepresentation), to: app.id, at: Moment.start)
        }
        await #expect(throws: OAuthApplicationError.keyNotThere(id: "0")) {
            try await authorizations.removeKey("0", of: app.id)
        }
        await #expect(throws: OAuthApplicationError.unknown(id: "x")) { try await authorizations.remove("x") }
        try await authorizations.remove(app.id)
        #expect(try await authorizations.applications().isEmpty)
    }

    @Test("A new secret replaces the former one, and is stored as a hash only")
    func newSecret() async throws {
        let store = try await StoreFixture()
        let authorizations = AuthorizationStore(store.storage)
        let (app, first) = try await authorizations.register(
            name: "App", redirectURIs: ["https://a.example/"], isConfidential: true, at: Moment.start)
        let second = try await authorizations.renewSecret(of: app.id)
        #expect(try await authorizations.application(app.id, secret: first) == nil)
        #expect(try await authorizations.application(app.id, secret: nil) == nil)
        #expect(try await authorizations.application(app.id, secret: second) != nil)
        for file in TemporaryFolder.files(below: store.directory.url) {
            #expect(try Data(contentsOf: file).range(of: Data(second.text.utf8)) == nil)
        }
    }
}
