import Envelopes
import Foundation
import Ledger
import Testing
import X509

@testable import SigningService

@Suite("The local certificate authority")
struct LocalAuthorityTests {
    @Test("Keys are made on first start, readable by the owner only, and reused later")
    func firstStart() async throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.appending("data"))
        let first = try LocalAuthority(directory, at: Moment.start)
        let second = try LocalAuthority(directory, at: Moment.start + 86_400)
        #expect(first.certificate == second.certificate)
        #expect(try await first.seal().certificateChain == second.seal().certificateChain)
        let files = TemporaryFolder.files(below: directory.authority)
        #expect(files.count == 4)
        for file in files { #expect(try TemporaryFolder.mode(of: file) == 0o600, "\(file.lastPathComponent)") }
        #expect(try TemporaryFolder.mode(of: directory.authority) == 0o700)
    }

    @Test("Services that start at once share one authority")
    func parallelStart() async throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.appending("data"))
        let certificates = try await withThrowingTaskGroup(of: Certificate.self) { group in
            for _ in 1...8 { group.addTask { try LocalAuthority(directory, at: Moment.start).certificate } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(certificates.count == 1)
    }

    /// A database for several nodes, as far as the authority needs it.
    private func shared() throws -> any SQLDatabase {
        try SQLiteDatabase(inMemory: SQLSchema([.init("shared", LocalAuthority.table)]))
    }

    @Test("Nodes share the authority of their database, whose keys are on no disk and open with their key only")
    func inDatabase() async throws {
        let folder = try TemporaryFolder()
        let database = try shared()
        let secrets = KeyedSecretBox()
        let (one, two) = (
            try DataDirectory(folder.appending("one")), try DataDirectory(folder.appending("two"))
        )
        let first = try LocalAuthority(in: database, one, secrets: secrets, at: Moment.start)
        let second = try LocalAuthority(in: database, two, secrets: secrets, at: Moment.start + 86_400)
        #expect(first.certificate == second.certificate)
        #expect(try await first.seal().certificateChain == second.seal().certificateChain)
        for node in [one, two] {
            let files = TemporaryFolder.files(below: node.authority)
            #expect(files.map(\.lastPathComponent) == ["ca.pem"])
            #expect(try files.map { try String(contentsOf: $0, encoding: .utf8) } == [first.certificatePEM()])
        }
        let kept = try database.readWaiting { try $0.values("SELECT sealed FROM authorityFile", as: Data.self) }
        #expect(kept.count == 4)
        for sealed in kept { #expect(sealed.range(of: Data("PRIVATE KEY".utf8)) == nil) }
        let error = #expect(throws: StorageError.self) {
            try LocalAuthority(in: database, two, secrets: KeyedSecretBox(), at: Moment.start)
        }
        #expect(error?.description.contains("--secret-key") == true)
    }

    @Test("A folder's authority becomes that of an empty database, and is never overwritten by another")
    func intoDatabase() async throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.appending("data"))
        let own = try LocalAuthority(directory, at: Moment.start)
        let secrets = KeyedSecretBox()
        let moved = try LocalAuthority(in: shared(), directory, secrets: secrets, at: Moment.start)
        #expect(moved.certificate == own.certificate)
        #expect(try await moved.seal().certificateChain == own.seal().certificateChain)
        #expect(TemporaryFolder.files(below: directory.authority).count == 4)

        let foreign = try shared()
        _ = try LocalAuthority(
            in: foreign, DataDirectory(folder.appending("other")), secrets: secrets, at: Moment.start)
        let error = #expect(throws: StorageError.self) {
            try LocalAuthority(in: foreign, directory, secrets: secrets, at: Moment.start)
        }
        #expect(error?.description.contains("not the database's") == true)
        #expect(try LocalAuthority(directory, at: Moment.start).certificate == own.certificate)
    }

    @Test("All certificates, the seal's included, name the revocation list")
    func revocationList() async throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.appending("data"))
        let kept = try await LocalAuthority(directory, at: Moment.start).seal().certificateChain
        let authority = try LocalAuthority(directory, at: Moment.start) { "http://sign.example.org/revoked.crl" }
        let recipient = Recipient(id: "1", name: "Ada", email: "ada@example.org")
        let seal = try await authority.seal().certificateChain
        for chain in [seal, try await authority.signer(for: recipient, at: Moment.start).certificateChain] {
            let points = try #require(chain[0].extensions[oid: [2, 5, 29, 31]]).value
            #expect(String(decoding: points, as: UTF8.self).hasSuffix("http://sign.example.org/revoked.crl"))
        }
        #expect(seal[0].publicKey == kept[0].publicKey && seal[0].subject == kept[0].subject)
        #expect(seal[0].notValidAfter == kept[0].notValidAfter)
        #expect(try await authority.seal().certificateChain == seal)
        #expect(authority.certificate.publicKey.isValidSignature(seal[0].signature, for: seal[0]))
    }

    // Ten years are 3652 or 3653 days.
    @Test(
        "A certificate near or outside its validity gives a notice",
        arguments: [
            (-2, "is not valid before"), (0, nil), (3620, nil), (3630, "expires at"), (3670, "expired at"),
        ] as [(Double, String?)])
    func validityNotice(days: Double, words: String?) throws {
        let folder = try TemporaryFolder()
        let authority = try LocalAuthority(DataDirectory(folder.appending("data")), at: Moment.start)
        let notices = authority.notices(at: Moment.start + days * 86_400).map(\.sentence)
        #expect(notices.count == (words == nil ? 0 : 1))
        if let words {
            #expect(notices.allSatisfy { $0.hasPrefix("The certificate of the service's authority \(words) 20") })
        }
    }

    @Test(
        "Certificates name a revocation address only if others can reach it",
        arguments: [
            ("127.0.0.1", nil, nil), ("::1", nil, nil), ("localhost", nil, nil), ("0.0.0.0", nil, nil),
            ("192.0.2.7", nil, "http://192.0.2.7:8080"), ("sign.example.org", nil, "http://sign.example.org:8080"),
            ("127.0.0.1", "https://sign.example.org", "https://sign.example.org"),
            ("127.0.0.1", "http://127.0.0.1:9000", "http://127.0.0.1:9000"),
        ] as [(String, String?, String?)])
    func revocationAddress(
        host: String, publicURL: String?, base: String?
    ) async throws {
        let fixture = try await ServiceFixture {
            $0.host = host
            $0.publicURL = publicURL.flatMap(URL.init(string:))
        }
        let recipient = Recipient(id: "1", name: "Ada", email: "ada@example.org")
        let authority = fixture.service.authority
        for signer in [try await authority.seal(), try await authority.signer(for: recipient, at: Moment.start)] {
            let points = signer.certificateChain[0].extensions[oid: [2, 5, 29, 31]]?.value
            #expect((points == nil) == (base == nil))
            guard let points, let base else { continue }
            #expect(String(decoding: points, as: UTF8.self).hasSuffix("\(base)/authority/revoked.crl"))
        }
    }

    @Test("Each signature gets its own certificate in the signer's name")
    func signerCertificate() async throws {
        let folder = try TemporaryFolder()
        let authority = try LocalAuthority(DataDirectory(folder.appending("data")), at: Moment.start)
        let recipient = Recipient(id: "1", name: "Zoë Žižek", email: "zoe@example.org")
        let one = try #require(try await authority.signer(for: recipient, at: Moment.start).certificateChain.first)
        let other = try #require(try await authority.signer(for: recipient, at: Moment.start).certificateChain.first)
        #expect(one.subject.description.contains("Zoë Žižek"))
        #expect(one.issuer == authority.certificate.subject)
        #expect(one.publicKey != other.publicKey)
        #expect(one.serialNumber != other.serialNumber)
        #expect(authority.certificate.publicKey.isValidSignature(one.signature, for: one))
    }
}
