#if os(Linux)
    import Foundation
    import Testing

    @testable import ClientSupport

    /// Needs a Secret Service; `scripts/with-keyring` gives one.
    @Suite(
        "Secrets in the desktop's keyring",
        .enabled(if: ProcessInfo.processInfo.environment["COUNTERSIGN_TEST_KEYRING"] != nil))
    struct SecretServiceTests {
        @Test("A secret of any bytes is stored, replaced and deleted, and another one stays")
        func keep() async throws {
            let store = try SecretServiceCredentialStore(service: "Countersign's tests")
            #expect(try await store.secret(named: "token") == nil)
            try await store.keep(Data([0, 1, 255]), named: "token")
            try await store.keep(Data([7, 0, 254]), named: "token")
            try await store.keep(Data("other".utf8), named: "other")
            #expect(try await store.secret(named: "token") == Data([7, 0, 254]))
            try await store.remove(named: "token")
            try await store.remove(named: "token")
            #expect(try await store.secret(named: "token") == nil)
            #expect(try await store.secret(named: "other") == Data("other".utf8))
            try await store.remove(named: "other")
        }

        @Test("Apps cannot see each other's secrets of the same name")
        func apps() async throws {
            let one = try SecretServiceCredentialStore(service: "One app")
            let two = try SecretServiceCredentialStore(service: "Another app")
            try await one.keep(Data("one".utf8), named: "token")
            #expect(try await two.secret(named: "token") == nil)
            try await two.remove(named: "token")
            #expect(try await one.secret(named: "token") == Data("one".utf8))
            try await one.remove(named: "token")
        }

        @Test("An empty secret can be stored")
        func empty() async throws {
            let store = try SecretServiceCredentialStore(service: "Countersign's tests")
            try await store.keep(Data(), named: "empty")
            #expect(try await store.secret(named: "empty") == Data())
            try await store.remove(named: "empty")
        }
    }
#endif
