// Made by scripts/documented-code from docs/identity.md; change it there.
import CountersignIdentity
import Foundation

// An app
enum IdentityAnApp {
    static func greet(server: URL, appKey: String, email: String, code: (String) async -> String) async throws {
        let identity = try IdentityClient(IdentityConfiguration(server: server, appKey: appKey))
        await identity.start()
        if try await identity.accessToken() == nil {
            let challenge = try await identity.startSignIn(email: email)
            let signedIn = try await challenge.complete(code: await code(email))
            print(signedIn.kind)                    // new or existing
        }
        let name: String? = try await identity.user.value(for: "first_name")
        print("Hello, \(name ?? "stranger")")
    }


    static func signIn(_ identity: IdentityClient, in browser: any AuthorizationPresenter, back: URL) async throws {
        guard case .signedIn = try await identity.signIn(in: browser, returningTo: back) else { return }
        try await identity.showAccount(in: browser, returningTo: back)
    }
}
