import Accounts
import EnvelopeService
import Envelopes
import Foundation
import Testing

@testable import SigningService

@Suite("Users of an account")
struct AccountUserTests {
    @Test("An added user uses the account with their own token until they are removed")
    func addedUser() async throws {
        let fixture = try await ServiceFixture()
        let accounts = fixture.service.accounts
        let added = try await accounts.addUser(named: " Bo Second ", email: "bo@example.org", at: Moment.start + 1)
        #expect(added.name == "Bo Second" && added.accountId == fixture.account)
        let token = try await accounts.makeToken(named: "", email: "bo@example.org", at: Moment.start)
        let identity = try #require(try await accounts.identity(for: token))
        #expect(identity.userID == added.userId && identity.accountID == fixture.account)
        #expect(identity.name == "Bo Second" && identity.accountName == "Ada Sender")
        #expect(try await accounts.users().map(\.email) == ["ada@example.org", "bo@example.org"])

        let password = "correct horse battery"
        func owner() async throws -> String? {
            try await fixture.service.identity.ownSignIn.owner(
                of: "bo@example.org", password: password, browser: nil, from: nil)
        }
        try await fixture.service.passwords.set(password, email: "bo@example.org", at: Moment.start)
        #expect(try await owner() == added.userId)
        let key = try await accounts.makeKey(
            named: "Shop", account: fixture.account, email: "bo@example.org", at: Moment.start
        ).key
        #expect(try await accounts.holder(of: key)?.identity.userID == added.userId)
        try await accounts.removeUser(added.userId.uppercased())
        #expect(try await accounts.identity(for: token) == nil)
        #expect(try await owner() == nil)
        #expect(try await accounts.holder(of: key) == nil)
        #expect(try await accounts.users().map(\.email) == ["ada@example.org"])
        #expect(try await accounts.identity(for: fixture.credentials.accessToken) != nil)
        // Whoever comes next may have the address.
        _ = try await accounts.addUser(named: "Bo Third", email: "bo@example.org", at: Moment.start)
    }

    @Test("A removed user's envelopes stay with the account")
    func removedUser() async throws {
        let fixture = try await ServiceFixture()
        let added = try await fixture.service.accounts.addUser(named: "Bo", email: "bo@example.org", at: Moment.start)
        let token = try await fixture.service.accounts.makeToken(named: "", email: "bo@example.org", at: Moment.start)
        try await fixture.test { client in
            let made = try await client.api(.post, "/envelopes", SampleEnvelope.request(), token: token.text)
            let id = try #require(made["envelopeId"])
            try await fixture.service.accounts.removeUser(added.userId)
            #expect(try await client.api(.get, "/envelopes/\(id)")["status"] == "sent")
            #expect(try await client.api(.get, "/envelopes/\(id)", token: token.text).status == 401)
        }
    }

    @Test("An unknown user, an unknown account and a taken address each give their own error")
    func refusals() async throws {
        let store = try await StoreFixture()
        let accounts = store.accounts
        let own = try #require(try await accounts.users().first)
        await #expect(throws: AccountUserError.onlyUser(id: own.userId)) { try await accounts.removeUser(own.userId) }
        await #expect(throws: AccountUserError.unknown(id: "nobody")) { try await accounts.removeUser("nobody") }
        await #expect(throws: AccountUserError.alreadyThere(email: own.email.uppercased())) {
            _ = try await accounts.addUser(named: "Again", email: own.email.uppercased(), at: Moment.start)
        }
        await #expect(throws: AccountUserError.unknownAccount(id: "none")) {
            _ = try await accounts.addUser(named: "Bo", email: "bo@example.org", to: "none", at: Moment.start)
        }
        await #expect(throws: AccountUserError.unknownAccount(id: "none")) { _ = try await accounts.users(of: "none") }
        await #expect(throws: AccountError.notAnEmail("bo")) {
            _ = try await accounts.addUser(named: "Bo", email: "bo", at: Moment.start)
        }
        let other = try await accounts.create(name: "Other", email: "other@example.org", at: Moment.start)
        await #expect(throws: AccountUserError.severalAccounts) {
            _ = try await accounts.addUser(named: "Bo", email: "bo@example.org", at: Moment.start)
        }
        // Each account is a list of its own: the same address may be in both.
        let account = other.identity.accountID
        _ = try await accounts.addUser(named: "Bo", email: own.email, to: account.uppercased(), at: Moment.start + 1)
        #expect(try await accounts.users(of: account).map(\.email) == ["other@example.org", own.email])
    }
}
