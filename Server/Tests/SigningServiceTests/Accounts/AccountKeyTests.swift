import Accounts
import Foundation
import Ledger
import Testing

@testable import SigningService

@Suite("API keys") struct AccountKeyTests {
    @Test("A key belongs to its account's first user, or to the one named, until it is revoked")
    func keyOfAUser() async throws {
        let fixture = try await StoreFixture()
        let account = fixture.credentials.identity.accountID
        let (id, key) = try await fixture.accounts.makeKey(named: "Shop", account: account, at: Moment.start)
        let holder = try #require(try await fixture.accounts.holder(of: key))
        #expect(holder.keyID == id)
        #expect(holder.identity == fixture.credentials.identity)
        #expect(holder.applicationID == nil)

        let bound = try await fixture.accounts.makeKey(
            named: "Portal", account: account.uppercased(), email: "ADA@example.org", application: "a-1",
            at: Moment.start + 1)
        #expect(try await fixture.accounts.holder(of: bound.key)?.applicationID == "a-1")

        try await fixture.accounts.revokeKey(id, at: Moment.start + 2)
        #expect(try await fixture.accounts.holder(of: key) == nil)
        #expect(try await fixture.accounts.holder(of: bound.key) != nil)
        let listed = try await fixture.accounts.keys()
        #expect(listed.map(\.name) == ["Shop", "Portal"])
        #expect(listed.map { $0.revokedAt != nil } == [true, false])
        #expect(listed.map { $0.lastUsedAt != nil } == [true, true])
        await #expect(throws: AccountKeyError.unknown(id: id)) {
            try await fixture.accounts.revokeKey(id, at: Moment.start + 3)
        }
    }

    @Test("A key is for an account and a user that exist")
    func strangers() async throws {
        let fixture = try await StoreFixture()
        await #expect(throws: AccountKeyError.unknownAccount("nobody")) {
            _ = try await fixture.accounts.makeKey(named: "Shop", account: "nobody", at: Moment.start)
        }
        await #expect(throws: AccountKeyError.unknownUser(email: "eve@example.org")) {
            _ = try await fixture.accounts.makeKey(
                named: "Shop", account: fixture.credentials.identity.accountID, email: "eve@example.org",
                at: Moment.start)
        }
        #expect(try await fixture.accounts.keys().isEmpty)
        #expect(try await fixture.accounts.holder(of: Secret.random()) == nil)
    }

    @Test("The database holds no key in the clear")
    func hashed() async throws {
        let fixture = try await StoreFixture()
        let (_, key) = try await fixture.accounts.makeKey(
            named: "Shop", account: fixture.credentials.identity.accountID, at: Moment.start)
        for file in TemporaryFolder.files(below: fixture.directory.url) {
            #expect(try Data(contentsOf: file).range(of: Data(key.text.utf8)) == nil, "\(file.lastPathComponent)")
        }
    }
}
