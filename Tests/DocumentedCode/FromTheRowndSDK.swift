// Made by scripts/documented-code from Sources/CountersignIdentity/CountersignIdentity.docc/FromTheRowndSDK.md; change it there.
import CountersignIdentity
import Foundation

// Set-up
enum FromTheRowndSDKSetUp {
    static func start(_ launchLink: URL?) async throws -> IdentityClient {
        guard let server = URL(string: "https://sign.example.com"), let back = URL(string: "com.example.shop://in") else {
            throw URLError(.badURL)
        }
        var configuration = try IdentityConfiguration(
            server: server, appKey: "key_…", appGroup: "group.com.example.shop")
        configuration.linkHosts = [".example.link"]
        configuration.postSignInRedirect = back
        let identity = try IdentityClient(configuration)
        await identity.start(opening: launchLink)
        return identity
    }
}

// Signing in and out
enum FromTheRowndSDKSigningInAndOut {
    static func signIn(_ identity: IdentityClient, _ browser: any AuthorizationPresenter) async throws {
        switch try await identity.signIn(in: browser, hint: .google, intent: .signIn) {
        case .signedIn(let user): print(user.userID, user.method, user.kind)
        case .cancelled: print("Another time.")
        }
    }

    static func signIn(_ identity: IdentityClient, email: String, code: String) async throws {
        let challenge = try await identity.startSignIn(email: email)
        _ = try await challenge.complete(code: code)
    }

    static func signIn(_ identity: IdentityClient, phone: String, code: String) async throws {
        let challenge = try await identity.startSignIn(phone: phone, intent: .signUp)
        _ = try await challenge.complete(code: code)
    }

    static func signIn(_ identity: IdentityClient, _ passkeys: any PasskeyPresenter) async throws {
        _ = try await identity.signIn(withPasskey: passkeys)
        _ = try await identity.registerPasskey(with: passkeys)
    }

    static func account(_ identity: IdentityClient, _ browser: any AuthorizationPresenter) async throws {
        try await identity.showAccount(in: browser)
    }

    static func guest(_ identity: IdentityClient) async throws {
        try await identity.signInAsGuest()
    }

    static func leave(_ identity: IdentityClient) async throws {
        try await identity.signOut(.all)
    }

    static func handle(_ link: URL, _ identity: IdentityClient) async throws -> Bool {
        guard identity.isSignInLink(link) else { return false }
        _ = try await identity.open(link)
        return true
    }

    static func pages(_ identity: IdentityClient, _ shop: URL) throws -> PageSession {
        try PageSession(identity, origins: [shop])
    }
}

// Tokens
enum FromTheRowndSDKTokens {
    static func authorization(_ identity: IdentityClient) async throws -> String? {
        guard let token = try await identity.accessToken() else { return nil }
        return "Bearer \(token)"
    }

    static func migrate(_ identity: IdentityClient, firebaseToken: String) async throws -> Bool {
        try await identity.accessToken(exchanging: firebaseToken) != nil
    }
}

// State
enum FromTheRowndSDKState {
    struct Welcome {
        let state: IdentityState

        @MainActor var title: String {
            switch state.phase {
            case .unknown: "One moment…"
            case .signedOut: state.hasPreviouslySignedIn ? "Welcome back" : "Welcome"
            case .signedIn: state.isVerified ? "Your shop" : "Confirm your address"
            }
        }
    }

    static func watch(_ identity: IdentityClient) async {
        for await level in identity.values(of: \.authLevel) {
            print(level.map { "\($0)" } ?? "signed out")
        }
    }
}

// The user
enum FromTheRowndSDKTheUser {
    static func profile(_ identity: IdentityClient) async throws {
        let user = identity.user
        let name: String? = try await user.value(for: "first_name")
        try await user.setValue("Ada", for: "first_name")
        try await user.setData(["first_name": "Ada", "newsletter": false])
        print(try await user.data.count, name ?? "no name")
    }

    static func secrets(_ identity: IdentityClient, passphrase: String) async throws {
        guard await identity.user.canEncrypt else { return }
        let sealed = try await identity.user.encrypt("Dear diary", field: "diary")
        print(try await identity.user.decrypt(sealed, field: "diary"))
        let export = try await identity.user.recoveryExport(passphrase: passphrase)
        _ = try await identity.user.useRecoveryExport(export, passphrase: passphrase)
    }
}

// Events
enum FromTheRowndSDKEvents {
    static func listen(_ identity: IdentityClient) async {
        for await event in identity.events() {
            switch event {
            case .signInCompleted(let method, let kind): print("signed in by \(method.rawValue): \(kind.rawValue)")
            case .signInFailed(let error): print("not signed in: \(error)")
            default: break
            }
        }
    }
}
