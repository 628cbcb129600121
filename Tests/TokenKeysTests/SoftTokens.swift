import Crypto
import CryptoExtras
import Foundation
import X509

@testable import CryptographicMessages

/// Tokens of SoftHSM2 with keys and certificates of every kind, made once before its module is loaded: it reads its
/// folder only then.
struct SoftTokens: Sendable {
    static let module = "/usr/lib/softhsm/libsofthsm2.so"
    static let pin = "4711"
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    static let kinds = ["rsa", "p256", "p384", "p521", "ed25519"]

    /// The certificate of each key, by the key's label.
    private(set) var certificates: [String: Certificate] = [:]
    private let folder: URL

    static func prepared() throws -> SoftTokens { try result.get() }
    private static let result = Result { try SoftTokens() }

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID().uuidString)")
        let store = folder.appending(path: "store")
        let modules = folder.appending(path: "config/pkcs11/modules")
        for path in [store, modules] {
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        }
        let settings = folder.appending(path: "softhsm2.conf")
        try Data("directories.tokendir = \(store.path)\nobjectstore.backend = file\nlog.level = ERROR\n".utf8)
            .write(to: settings)
        try Data("module: \(Self.module)\n".utf8).write(to: modules.appending(path: "softhsm2.module"))
        setenv("SOFTHSM2_CONF", settings.path, 1)
        // Where p11-kit looks for the modules that the user added.
        setenv("XDG_CONFIG_HOME", folder.appending(path: "config").path, 1)

        try addToken("All kinds")
        for kind in Self.kinds { try addKey(kind, to: "All kinds", certified: true) }
        try addToken("Guarded")
        try addKey("guarded", to: "Guarded", certified: true)
        try addToken("Bare")
        try addKey("bare", to: "Bare", certified: false)
        try addToken("Empty")
        try addToken("Mixed up")
        try addKey("mixed", to: "Mixed up", certified: false)
        certificates["mixed"] = try addCertificate(of: Self.key("p256"), named: "mixed", to: "Mixed up", id: "01")
    }

    private func addToken(_ label: String) throws {
        try run("softhsm2-util", "--init-token", "--free", "--label", label, "--pin", Self.pin, "--so-pin", "0000")
    }

    private mutating func addKey(_ label: String, to token: String, certified: Bool) throws {
        let key = try Self.key(label)
        let id = String(format: "%02d", (Self.kinds.firstIndex(of: label) ?? 0) + 1)
        let file = folder.appending(path: "\(label).pem")
        try Data(key.pem.utf8).write(to: file)
        try run(
            "softhsm2-util", "--import", file.path, "--token", token, "--label", label, "--id", id, "--pin", Self.pin)
        certificates[label] =
            certified
            ? try addCertificate(of: key, named: label, to: token, id: id) : try Self.certificate(of: key, named: label)
    }

    private func addCertificate(of key: SigningKey, named name: String, to token: String, id: String) throws
        -> Certificate
    {
        let certificate = try Self.certificate(of: key, named: name)
        let file = folder.appending(path: "\(name).der")
        try Data(certificate.serializeAsPEM().derBytes).write(to: file)
        try run(
            "pkcs11-tool", "--module", Self.module, "--token-label", token, "--login", "--pin", Self.pin,
            "--write-object", file.path, "--type", "cert", "--id", id, "--label", name)
        return certificate
    }

    private static func key(_ kind: String) throws -> SigningKey {
        switch kind {
        case "rsa": .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
        case "p384": .p384(P384.Signing.PrivateKey())
        case "p521": .p521(P521.Signing.PrivateKey())
        case "ed25519": .ed25519(Curve25519.Signing.PrivateKey())
        default: .p256(P256.Signing.PrivateKey())
        }
    }

    private static func certificate(of key: SigningKey, named name: String) throws -> Certificate {
        let subject = try CertificateName.distinguished(name)
        return try CertificateProfile(
            subject: subject, publicKey: key.certificateKey.publicKey, notBefore: start, notAfter: start + 86_400,
            use: .documentSigning(email: nil)
        ).certificate(issuer: subject, issuerKey: key.certificateKey)
    }

    private struct Failure: Error {
        var command: [String]
        var output: String
    }

    private func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(command: command, output: output) }
    }
}
