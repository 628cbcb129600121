import Passkeys
import Testing

@testable import IdentityService

@Suite("Passkeys of users")
struct PasskeyStoreTests {
    private static func passkey(_ number: UInt8, of user: String) -> Passkey {
        Passkey(
            id: [number], publicKey: [1], counter: 0, aaguid: [], isBackupEligible: false, isBackedUp: false,
            userHandle: Array(user.utf8))
    }

    @Test("A user has at most fifty passkeys, and each belongs to one user")
    func limit() async throws {
        let stage = try await IdentityStage()
        let id = try await stage.signIn().user
        let user = try #require(try await stage.store.user(id, of: stage.app.appId))
        func add(_ number: UInt8) async throws {
            try await stage.store.add(Self.passkey(number, of: id), to: user, userAgent: nil, at: stage.clock.now)
        }
        try await add(1)
        let repeated = await #expect(throws: HubError.self) { try await add(1) }
        #expect(repeated?.code == "E_PASSKEY")
        for number in 2...50 { try await add(UInt8(number)) }
        let beyond = await #expect(throws: HubError.self) { try await add(51) }
        #expect(beyond?.code == "E_PASSKEYS")
        #expect(try await stage.store.passkeys(of: user).count == 50)
    }

    @Test("An application without passkeys refuses them", arguments: [true, false])
    func off(isOn: Bool) async throws {
        let stage = try await IdentityStage(AppSettings(passkeys: isOn))
        let answer = try await stage.call(.get, "hub/auth/passkeys/authentication")
        #expect(answer.status == (isOn ? 200 : 403) && (isOn || answer.code == "E_PASSKEYS"), "\(answer.text)")
    }
}
