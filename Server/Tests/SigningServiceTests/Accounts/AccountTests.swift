import Accounts
import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import Testing

@testable import SigningService

@Suite("Accounts")
struct AccountTests {
    @Test("A token opens its own account and no other")
    func ownAccount() async throws {
        let store = try await StoreFixture()
        let found = try await store.accounts.identity(for: store.credentials.accessToken)
        #expect(found?.accountID == store.credentials.identity.accountID)
        #expect(found?.email == "ada@example.org")
        #expect(try await store.accounts.identity(for: .random()) == nil)
        #expect(try await store.accounts.identity(for: Secret(text: "")) == nil)
    }

    @Test("The data directory holds no secret in plain text")
    func plainSecrets() async throws {
        let store = try await StoreFixture()
        let envelope = try await store.envelope()
        let visit = TicketTarget(
            envelopeID: envelope.id, recipientID: "1", returnURL: try #require(URL(string: "https://example.org/")))
        let ticket = try await SQLTicketStore(store.storage.database).issue(visit, at: Moment.start, life: 300)
        let session = try await SQLSessionStore(store.storage.database, idleLife: 1200).open(visit, at: Moment.start)
        let secrets = [store.credentials.accessToken, ticket, session.cookie].map { Data($0.text.utf8) }
        let files = TemporaryFolder.files(below: store.directory.url)
        #expect(files.contains { $0.lastPathComponent == "countersign.sqlite-wal" })
        for file in files {
            let bytes = try Data(contentsOf: file)
            for secret in secrets { #expect(bytes.range(of: secret) == nil, "\(file.lastPathComponent)") }
        }
    }

    @Test("Only the owner can read the data directory")
    func permissions() async throws {
        let store = try await StoreFixture()
        #expect(try TemporaryFolder.mode(of: store.directory.url) == 0o700)
        for file in TemporaryFolder.files(below: store.directory.url) {
            #expect(try TemporaryFolder.mode(of: file) & 0o077 == 0, "\(file.lastPathComponent)")
        }
    }

    @Test("An account can be created while another process has the database open")
    func secondProcess() async throws {
        let store = try await StoreFixture()
        let made = try await AccountCreation.create(
            in: store.directory.url, name: "Second", email: "second@example.org", at: Moment.start)
        let identity = try await store.accounts.identity(for: Secret(text: made.accessToken))
        #expect(identity?.accountID == made.accountId)
        #expect(made.basePath == nil)
        #expect(try !made.json().contains("basePath"))
        try await store.accounts.remember(address: try #require(URL(string: "http://127.0.0.1:9000")))
        let third = try await AccountCreation.create(
            in: store.directory.url, name: "Third", email: "third@example.org", at: Moment.start)
        #expect(third.basePath == "http://127.0.0.1:9000/restapi")
    }

    @Test(
        "An invalid name or address creates no account",
        arguments: [
            ("", "a@example.org", AccountError.emptyName),
            ("   ", "a@example.org", .emptyName),
            (String(repeating: "n", count: 101), "a@example.org", .longName(limit: 100)),
            ("A\u{1B}[31mB", "a@example.org", .controlCharacter),
            ("A\u{202E}B", "a@example.org", .controlCharacter),
            ("\u{200B}\u{2800}\u{AD}", "a@example.org", .emptyName),
            ("e" + String(repeating: "\u{301}", count: 100), "a@example.org", .longName(limit: 100)),
            ("Ada", "a\u{7}@example.org", .notAnEmail("a\u{7}@example.org")),
            ("Ada", "example.org", .notAnEmail("example.org")),
            ("Ada", "a b@example.org", .notAnEmail("a b@example.org")),
            ("Ada", "a@b@c", .notAnEmail("a@b@c")),
            ("Ada", "@example.org", .notAnEmail("@example.org")),
        ])
    func invalidNames(name: String, email: String, error: AccountError) async throws {
        let store = try await StoreFixture()
        await #expect(throws: error) { try await store.accounts.create(name: name, email: email, at: Moment.start) }
        #expect(!TextRules.holdsControlCharacter(error.description))
        let count: Int? = try await store.storage.database.read { try $0.value("SELECT count(*) FROM account") }
        #expect(count == 1)
    }

    @Test("A token has a name and a last use, and ends when it expires or is revoked")
    func tokenUse() async throws {
        let store = try await StoreFixture()
        let clock = TestClock()
        let accounts = store.storage.accounts(now: { clock.now })
        let token = try await accounts.makeToken(
            named: "nightly run", email: "ada@example.org", life: 86_400, at: clock.now)
        var listed = try #require(try await accounts.tokens().first { $0.name == "nightly run" })
        #expect(listed.email == "ada@example.org" && listed.lastUsedAt == nil)
        #expect(listed.createdAt == clock.now && listed.expiresAt == clock.now + 86_400)
        #expect(try await accounts.tokens().count == 2)

        clock.advance(100)
        #expect(try await accounts.identity(for: token)?.email == "ada@example.org")
        let used = clock.now
        // Another use within the minute is not written down, a later one is.
        clock.advance(59)
        _ = try await accounts.identity(for: token)
        listed = try #require(try await accounts.tokens().first { $0.name == "nightly run" })
        #expect(listed.lastUsedAt == used)
        clock.advance(2)
        _ = try await accounts.identity(for: token)
        listed = try #require(try await accounts.tokens().first { $0.name == "nightly run" })
        #expect(listed.lastUsedAt == clock.now)

        clock.advance(86_400)
        #expect(try await accounts.identity(for: token) == nil)
        #expect(try await accounts.identity(for: store.credentials.accessToken) != nil)

        let first = try #require(try await accounts.tokens().first { $0.name.isEmpty })
        for wrong in ["", "%", first.id + "g", String(first.id.dropLast()), "zzzzzzzz", "________"] {
            await #expect(throws: AccountTokenError.unknown(id: wrong)) { try await accounts.revokeToken(wrong) }
        }
        try await accounts.revokeToken(first.id.uppercased())
        #expect(try await accounts.identity(for: store.credentials.accessToken) == nil)
        #expect(try await accounts.tokens().map(\.name) == ["nightly run"])
    }

    @Test("A token belongs to exactly one user")
    func tokenUser() async throws {
        let store = try await StoreFixture()
        let accounts = store.accounts
        await #expect(throws: AccountTokenError.noUser(email: "eve@example.org")) {
            try await accounts.makeToken(named: "x", email: "eve@example.org", at: Moment.start)
        }
        let second = try await accounts.create(name: "Ada again", email: "ada@example.org", at: Moment.start)
        await #expect(throws: AccountTokenError.severalUsers(email: "ada@example.org")) {
            try await accounts.makeToken(named: "x", email: "ada@example.org", at: Moment.start)
        }
        let token = try await accounts.makeToken(
            named: "x", email: "ada@example.org", userID: second.identity.userID.uppercased(), at: Moment.start)
        #expect(try await accounts.identity(for: token)?.accountID == second.identity.accountID)
        for (name, error) in [
            ("a\u{1B}b", AccountError.controlCharacter), ("\u{200B}", .emptyName),
            ("e" + String(repeating: "\u{301}", count: 100), .longName(limit: 100)),
        ] {
            await #expect(throws: error) {
                try await accounts.makeToken(named: name, email: "ada@example.org", at: Moment.start)
            }
        }
    }

    @Test("A token is revoked by any unique prefix of its hash")
    func revocation() async throws {
        let store = try await StoreFixture()
        let token = try await store.accounts.makeToken(named: "x", email: "ada@example.org", at: Moment.start)
        let digits = BlobHash(of: Data(token.text.utf8)).rawValue
        let wrong = String(digits.prefix(10)) + (digits.dropFirst(10).first == "0" ? "1" : "0")
        await #expect(throws: AccountTokenError.unknown(id: wrong)) { try await store.accounts.revokeToken(wrong) }
        try await store.accounts.revokeToken(String(digits.prefix(11)))
        #expect(try await store.accounts.identity(for: token) == nil)
        #expect(try await store.accounts.identity(for: store.credentials.accessToken) != nil)
    }

    @Test("The address for answers is one that mail servers deliver to; one that was set before stays")
    func replyTo() async throws {
        let store = try await StoreFixture()
        let accounts = store.accounts
        for (address, error) in [
            ("jürgen@example.org", AccountError.internationalLocalPart("jürgen@example.org")),
            ("a@example.com, b@example.com", .notAnEmail("a@example.com, b@example.com")),
        ] {
            await #expect(throws: error) { try await accounts.changeMail(of: nil) { $0.replyTo = address } }
        }
        let (id, mail) = try await accounts.changeMail(of: nil) { $0.replyTo = "desk@example.org" }
        #expect(mail.replyTo == "desk@example.org")
        let earlier = try CanonicalJSON.bytes(of: AccountMail(replyTo: "desk@intranet"))
        try await store.storage.database.write {
            try $0.run("UPDATE accountMail SET settings = ? WHERE accountID = ?", [earlier, id])
        }
        let changed = try await accounts.changeMail(of: nil) { $0.fromName = "Desk" }
        #expect(changed.mail.replyTo == "desk@intranet" && changed.mail.fromName == "Desk")
    }

    @Test("An address finds its user in upper and lower case")
    func addressCase() async throws {
        let store = try await StoreFixture()
        let token = try await store.accounts.makeToken(named: "x", email: "ADA@Example.org", at: Moment.start)
        #expect(try await store.accounts.identity(for: token)?.email == "ada@example.org")
    }

    @Test(
        "An app's name must be readable",
        arguments: [
            ("App\u{202E}ppA", AccountError.controlCharacter), ("\u{200B}", .emptyName),
            ("e" + String(repeating: "\u{301}", count: 5000), .longName(limit: 100)),
        ])
    func appName(name: String, error: AccountError) async throws {
        let store = try await StoreFixture()
        await #expect(throws: error) {
            try await AuthorizationStore(store.storage).register(
                name: name, redirectURIs: ["com.example.app:/done"], isConfidential: false, at: Moment.start)
        }
    }
}
