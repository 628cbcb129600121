import Essentials
import Foundation
import TestSupport
import Testing

@testable import IdentityService

@Suite("What OpenID providers publish")
struct ProviderDirectoryTests {
    /// A provider that counts what is fetched, and its directory.
    final class Provider: Sendable {
        static let issuer = "https://accounts.example.com"
        let clock = MovableTime()
        private let fetched = Locked<[String: Int]>([:])
        private let keyIDs = Locked(["first"])
        private let members: [String: String]

        init(_ members: [String: String] = [:]) {
            self.members = [
                "issuer": Self.issuer, "authorization_endpoint": "\(Self.issuer)/authorize",
                "token_endpoint": "\(Self.issuer)/token", "jwks_uri": "\(Self.issuer)/keys",
            ].merging(members) { _, new in new }
        }

        func count(_ path: String) -> Int { fetched.withLock { $0[Self.issuer + path] ?? 0 } }

        func rotate(to id: String) { keyIDs.withLock { $0 = [id] } }

        func directory() -> ProviderDirectory {
            ProviderDirectory(
                ProviderConnection { address, _ in
                    self.fetched.withLock { $0[address, default: 0] += 1 }
                    if address.hasSuffix("/keys") {
                        return try JSONEncoder().encode(["keys": self.keyIDs.withLock { $0 }.map { ["kid": $0] }])
                    }
                    return try JSONEncoder().encode(self.members)
                }, now: { [clock] in clock.now })
        }
    }

    @Test("Metadata and keys are kept for an hour")
    func life() async throws {
        let provider = Provider()
        let directory = provider.directory()
        for (minutes, times) in [(0, 1), (59, 1), (2, 2), (59, 2)] {
            provider.clock.advance(Double(minutes) * 60)
            #expect(try await directory.metadata(of: Provider.issuer).tokenEndpoint == "\(Provider.issuer)/token")
            #expect(try await directory.keys(of: Provider.issuer, for: "first").contains("first"))
            #expect(provider.count("/.well-known/openid-configuration") == times)
            #expect(provider.count("/keys") == times)
        }
    }

    @Test("An unknown key's id has the keys fetched again, once a minute")
    func unknownKeys() async throws {
        let provider = Provider()
        let directory = provider.directory()
        _ = try await directory.keys(of: Provider.issuer, for: "first")
        provider.rotate(to: "second")
        #expect(try await directory.keys(of: Provider.issuer, for: "second").contains("second"))
        for number in 1...5 { _ = try await directory.keys(of: Provider.issuer, for: "invented-\(number)") }
        #expect(provider.count("/keys") == 2)
        provider.clock.advance(61)
        for number in 1...5 { _ = try await directory.keys(of: Provider.issuer, for: "invented-\(number)") }
        #expect(provider.count("/keys") == 3)
        #expect(try await directory.keys(of: Provider.issuer, for: "second").contains("second"))
        #expect(provider.count("/keys") == 3)
    }

    @Test(
        "Metadata of another issuer, or with an address that no browser can go to, is refused",
        arguments: [
            ["issuer": "https://elsewhere.example"], ["authorization_endpoint": "javascript:alert(1)"],
            ["authorization_endpoint": "https://accounts.example.com/#part"], ["authorization_endpoint": "/authorize"],
            ["authorization_endpoint": "ftp://accounts.example.com/authorize"],
        ])
    func unusable(members: [String: String]) async throws {
        let directory = Provider(members).directory()
        await #expect(throws: ProviderDirectory.UnusableMetadata.self) {
            try await directory.metadata(of: Provider.issuer)
        }
    }
}
