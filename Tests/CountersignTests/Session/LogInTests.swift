import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Logging in")
struct LogInTests {
    private static let users: [String: TestUser] = ["ada-token": .ada, "bo-token": .bo]

    /// A server that knows two tokens.
    private func server() -> ScriptedTransport {
        ScriptedTransport { call in
            guard let user = Self.users[call.token] else { return .refusal(401, "AUTHORIZATION_INVALID_TOKEN") }
            return call.isUserInfo ? user.userInfo() : .json("{}")
        }
    }

    @Test("A log-in with a token takes name and address from the server, and sends the token with each call")
    func accessToken() async throws {
        try await withTestFolder { folder in
            let server = server()
            let countersign = try CountersignClient(.test(folder, server))
            var claimed = TestUser.ada.details
            claimed.userName = "Somebody Else"
            claimed.email = "else@example.org"
            let session = try await countersign.logIn(accessToken: "ada-token", account: claimed)
            #expect(session.user.account.userName == "Ada Sender")
            #expect(session.user.account.email == "ada@example.org")
            #expect(session.user.account.accountName == "Example")
            #expect(await countersign.session === session)
            _ = try await session.api.send(APIRequest(.get, ["envelopes"]))
            let call = try #require(server.calls.last)
            #expect(
                call.url?.absoluteString
                    == "https://sign.example.org/restapi/v2.1/accounts/\(TestUser.ada.accountID)/envelopes")
            #expect(call.token == "ada-token")
            #expect(server.timeouts.last == 120)
        }
    }

    @Test("A token of another user or account is refused, and nothing is saved")
    func mismatch() async throws {
        try await withTestFolder { folder in
            let store = MemoryCredentialStore()
            let countersign = try CountersignClient(.test(folder, server(), credentials: store))
            await #expect(throws: CountersignError.accountMismatch(what: "the token belongs to another user")) {
                try await countersign.logIn(accessToken: "bo-token", account: TestUser.ada.details)
            }
            var elsewhere = TestUser.ada.details
            elsewhere.accountID = "cccccccc-0000-0000-0000-000000000003"
            await #expect(throws: CountersignError.accountMismatch(what: "the user is not in the account")) {
                try await countersign.logIn(accessToken: "ada-token", account: elsewhere)
            }
            await #expect(
                throws: CountersignError.refused(
                    status: 401, code: "AUTHORIZATION_INVALID_TOKEN", message: "No: AUTHORIZATION_INVALID_TOKEN.",
                    trace: nil)
            ) {
                try await countersign.logIn(accessToken: "old", account: TestUser.ada.details)
            }
            #expect(await countersign.session == nil)
            #expect(store.all.isEmpty)
        }
    }

    @Test("Two instances do not share state")
    func sideBySide() async throws {
        try await withTestFolder { folder in
            let one = try CountersignClient(.test(folder.appending(path: "1"), server()))
            let two = try CountersignClient(.test(folder.appending(path: "2"), server()))
            let ada = try await one.logIn(accessToken: "ada-token", account: TestUser.ada.details)
            let bo = try await two.logIn(accessToken: "bo-token", account: TestUser.bo.details)
            #expect(!ada.hasEnded && !bo.hasEnded)
            var iterator = two.events.makeAsyncIterator()
            ada.events.announce(.syncEnded)
            bo.events.announce(.sendFailed(nil, error: .saying("two")))
            #expect(await iterator.next() == .sendFailed(nil, error: .saying("two")))
        }
    }

    @Test("Two users of one device have separate private folders")
    func folders() async throws {
        try await withTestFolder { folder in
            let countersign = try CountersignClient(.test(folder, server()))
            let ada = try await countersign.logIn(accessToken: "ada-token", account: TestUser.ada.details)
            let bo = try await countersign.logIn(accessToken: "bo-token", account: TestUser.bo.details)
            #expect(ada.user.folder != bo.user.folder)
            #expect(!ada.user.folder.path.contains(TestUser.ada.userID))
            for user in [ada.user, bo.user] {
                let attributes = try FileManager.default.attributesOfItem(atPath: user.folder.path)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
            }
            let server = ada.user.server
            let keys = [
                SessionUser.key(server: server, accountID: "ab", userID: "c"),
                SessionUser.key(server: server, accountID: "a", userID: "bc"),
            ]
            #expect(keys[0] != keys[1])
            #expect(SessionUser.key(server: server, accountID: "AB", userID: "C") == keys[0])
        }
    }

    @Test("A DocuSign log-in asks the account server and then uses the account's own server")
    func accountServer() async throws {
        try await withTestFolder { folder in
            let server = ScriptedTransport { call in
                call.isUserInfo ? TestUser.ada.userInfo(base: "https://na4.docusign.net") : .json("{}")
            }
            let countersign = try CountersignClient(
                .test(folder, server, server: "https://demo.docusign.net/restapi"))
            let session = try await countersign.logIn(tokens: { "token" })
            #expect(server.calls.first?.url?.absoluteString == "https://account-d.docusign.com/oauth/userinfo")
            _ = try await session.api.send(APIRequest(.get, ["envelopes"]))
            #expect(server.calls.last?.url?.host() == "na4.docusign.net")
        }
    }

    @Test(
        "Each DocuSign environment has its account server; other hosts are their own",
        arguments: [
            ("https://demo.docusign.net/restapi", "https://account-d.docusign.com/"),
            ("https://stage.docusign.net/restapi", "https://account-s.docusign.com/"),
            ("https://www.docusign.net/restapi", "https://account.docusign.com/"),
            ("https://na4.docusign.net/restapi", "https://account.docusign.com/"),
            ("https://docusign.net/restapi", "https://account.docusign.com/"),
            ("https://docusign.net.example.org/restapi", "https://docusign.net.example.org/"),
            ("https://mydocusign.net/restapi", "https://mydocusign.net/"),
        ])
    func environments(_ server: String, _ accountServer: String) throws {
        let address = try ServerAddress(try #require(URL(string: server)))
        let found = try AccountServer(nil, server: address, allowsPlainHTTP: false)
        #expect(found.address.root.absoluteString == accountServer)
    }

    @Test("Calls to our server go to the configured address, whatever base the server reports")
    func ownServer() async throws {
        try await withTestFolder { folder in
            let server = ScriptedTransport { call in
                call.isUserInfo ? TestUser.ada.userInfo(base: "https://elsewhere.example.com") : .json("{}")
            }
            let session = try await CountersignClient(.test(folder, server)).logIn(tokens: { "token" })
            #expect(session.user.server.api.absoluteString == "https://sign.example.org/restapi")
        }
    }

    @Test("An error thrown by the token provider is reported")
    func providerFails() async throws {
        struct Refusal: Error {}
        try await withTestFolder { folder in
            let countersign = try CountersignClient(.test(folder, server()))
            await #expect(throws: CountersignError.noToken(reason: "Refusal()", underlying: UnderlyingError(Refusal())))
            {
                try await countersign.logIn(tokens: { throw Refusal() })
            }
        }
    }

    @Test("A token provider that cancels or throws a library error ends the log-in with that error")
    func providerSaysWhy() async throws {
        try await withTestFolder { folder in
            let countersign = try CountersignClient(.test(folder, server()))
            await #expect(throws: CountersignError.cancelled) {
                try await countersign.logIn(tokens: { throw CancellationError() })
            }
            let offline = CountersignError.unreachable(reason: "no network")
            await #expect(throws: offline) { try await countersign.logIn(tokens: { throw offline }) }
        }
    }

    @Test(
        "Without a named account the log-in takes the default or only one, never one of several",
        arguments: [
            ([("a-1", false), ("a-2", true)], "a-2"), ([("a-1", true), ("a-2", false)], "a-1"),
            ([("a-1", false)], "a-1"), ([("a-1", false), ("a-2", false)], nil), ([], nil),
        ] as [([(String, Bool)], String?)])
    func account(accounts: [(id: String, isDefault: Bool)], expected: String?) async throws {
        let list = accounts.map { #"{"account_id":"\#($0.id)","is_default":\#($0.isDefault),"account_name":"x"}"# }
        let answer =
            #"{"sub":"u-1","name":"Ada","email":"ada@example.org","accounts":[\#(list.joined(separator: ","))]}"#
        try await withTestFolder { folder in
            let countersign = try CountersignClient(.test(folder, ScriptedTransport { _ in .json(answer) }))
            if let expected {
                let session = try await countersign.logIn(tokens: { "token" })
                #expect(session.user.account.accountID == expected)
            } else {
                await #expect(throws: CountersignError.accountMismatch(what: "the user has no default account")) {
                    try await countersign.logIn(tokens: { "token" })
                }
            }
        }
    }
}
