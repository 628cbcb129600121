import Foundation
import SignedPDF
import Testing
import TokenKeys
import X509

@Suite("Keys on tokens", .serialized)
struct TokenKeyTests {
    private let tokens: SoftTokens

    init() throws {
        tokens = try SoftTokens.prepared()
    }

    private func open(
        _ token: String?, key: String? = nil, pin: String? = SoftTokens.pin, module: String? = SoftTokens.module,
        certificates: [Certificate] = [], choice: AlgorithmChoice = AlgorithmChoice()
    ) async throws -> TokenKey {
        try await TokenKey.open(
            TokenReference(modulePath: module, token: token, object: key), pin: pin, certificates: certificates,
            choice: choice)
    }

    /// The smallest file with a page.
    private static let page = Data(
        """
        %PDF-1.7
        1 0 obj
        <</Type/Catalog/Pages 2 0 R>>
        endobj
        2 0 obj
        <</Type/Pages/Kids[3 0 R]/Count 1>>
        endobj
        3 0 obj
        <</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>
        endobj
        xref
        0 4
        0000000000 65535 f\u{20}
        0000000009 00000 n\u{20}
        0000000054 00000 n\u{20}
        0000000105 00000 n\u{20}
        trailer
        <</Size 4/Root 1 0 R>>
        startxref
        170
        %%EOF

        """.utf8)

    private func signedAndVerified(by key: TokenKey) async throws -> SignatureReport {
        let document = try PDFDocument(Self.page)
        let appended = try await document.signedRevision(
            SignatureField(name: "S"), with: key, at: SoftTokens.start + 60)
        let report = try await PDFDocument(Self.page + appended)
            .verifySignatures(trusting: key.certificateChain, at: SoftTokens.start + 120)
        #expect(report.verdict == .valid)
        return try #require(report.signatures.first)
    }

    @Test(
        "Every kind of key signs a document that verifies, with the certificate from the token",
        arguments: [
            ("rsa", AlgorithmChoice(), "RSA 2048 with SHA-256"),
            ("rsa", AlgorithmChoice(digest: .sha512), "RSA 2048 with SHA-512"),
            ("rsa", AlgorithmChoice(usesPSS: true), "RSA-PSS 2048 with SHA-256"),
            ("rsa", AlgorithmChoice(digest: .sha384, usesPSS: true), "RSA-PSS 2048 with SHA-384"),
            ("p256", AlgorithmChoice(), "ECDSA P-256 with SHA-256"),
            ("p256", AlgorithmChoice(digest: .sha512), "ECDSA P-256 with SHA-512"),
            ("p384", AlgorithmChoice(), "ECDSA P-384 with SHA-384"),
            ("p521", AlgorithmChoice(), "ECDSA P-521 with SHA-512"),
            ("ed25519", AlgorithmChoice(), "Ed25519"),
        ])
    func everyKind(label: String, choice: AlgorithmChoice, name: String) async throws {
        let key = try await open("All kinds", key: label, choice: choice)
        #expect(key.certificateChain == [tokens.certificates[label]].compactMap { $0 })
        #expect(try await signedAndVerified(by: key).algorithm == name)
    }

    @Test("A key is found through p11-kit if no module is named")
    func throughP11Kit() async throws {
        let key = try await open("All kinds", key: "p256", module: nil)
        #expect(try await signedAndVerified(by: key).signer == "p256")
    }

    @Test("A key is found by a URI, also by its identifier")
    func byURI() async throws {
        for uri in ["pkcs11:token=All%20kinds;object=p384", "pkcs11:token=All%20kinds;id=%03;type=private"] {
            var reference = try TokenReference(uri: uri)
            reference.modulePath = SoftTokens.module
            let key = try await TokenKey.open(reference, pin: SoftTokens.pin)
            #expect(key.algorithm == .ecdsaP384SHA384)
        }
    }

    @Test("A key without a certificate on the token uses a given one")
    func certificateFromElsewhere() async throws {
        let certificate = try #require(tokens.certificates["bare"])
        let key = try await open("Bare", certificates: [certificate])
        #expect(try await signedAndVerified(by: key).signer == "bare")
    }

    @Test("A key signs for several callers in parallel")
    func atTheSameTime() async throws {
        let key = try await open("All kinds", key: "p256")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let input = Data("input \(number)".utf8)
                    let value = try await key.signature(over: input)
                    #expect(key.algorithm.isValid(value, over: input, for: key.certificateChain[0]))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("An error is one sentence without the PIN")
    func refusals() async throws {
        let cases: [(TokenKeyError, () async throws -> TokenKey)] = [
            (.wrongPIN(token: "Guarded"), { try await open("Guarded", pin: "9999") }),
            (.noPIN(token: "Guarded"), { try await open("Guarded", pin: nil) }),
            (.noCertificate(key: "bare", token: "Bare"), { try await open("Bare") }),
            (.noKey(wanted: nil, token: "Empty", present: []), { try await open("Empty") }),
            (.noKey(wanted: "other", token: "Bare", present: ["bare"]), { try await open("Bare", key: "other") }),
        ]
        for (expected, attempt) in cases {
            let error = await #expect(throws: TokenKeyError.self) { try await attempt() }
            #expect(error == expected)
            let sentence = try #require(error?.description)
            #expect(sentence.hasSuffix(".") && !sentence.contains("9999") && !sentence.contains("\n"))
        }
    }

    @Test("A missing token, several tokens and several keys are named instead of guessed")
    func notGuessed() async throws {
        let missing = await #expect(throws: TokenKeyError.self) { try await open("Nowhere") }
        guard case .noToken(wanted: "Nowhere", let present) = missing else {
            Issue.record("\(String(describing: missing))")
            return
        }
        #expect(Set(present) == ["All kinds", "Guarded", "Bare", "Empty", "Mixed up"])
        let several = await #expect(throws: TokenKeyError.self) { try await open(nil) }
        #expect(several?.description.contains("--token-label") == true)
        let keys = await #expect(throws: TokenKeyError.self) { try await open("All kinds") }
        guard case .severalKeys(let labels, token: "All kinds") = keys else {
            Issue.record("\(String(describing: keys))")
            return
        }
        #expect(Set(labels) == Set(SoftTokens.kinds))
    }

    @Test("A key with another key's certificate makes no signature")
    func mixedUp() async throws {
        let key = try await open("Mixed up")
        await #expect(throws: TokenKeyError.wrongSignature(key: "mixed", token: "Mixed up")) {
            try await key.signature(over: Data("x".utf8))
        }
    }

    @Test("Unsuitable paddings and digests are refused")
    func unsuitable() async throws {
        await #expect(throws: SigningIdentityError.self) {
            try await open("All kinds", key: "p256", choice: AlgorithmChoice(usesPSS: true))
        }
        await #expect(throws: SigningIdentityError.self) {
            try await open("All kinds", key: "p521", choice: AlgorithmChoice(digest: .sha256))
        }
    }

    @Test("A path that is not a module is refused", arguments: ["/nowhere/module.so", "libc.so.6", "/etc/hostname"])
    func module(path: String) async throws {
        let error = await #expect(throws: TokenKeyError.self) { try await open("Bare", module: path) }
        guard case .noModule = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
