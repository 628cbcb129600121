import Foundation
import TestSupport
import Testing

@testable import ClientSupport

@Suite("Keychain errors")
struct KeychainAnswerTests {
    @Test(
        "A fixable error comes with advice, any other with its number",
        arguments: [
            (Int32(-34018), "another store, such as FileCredentialStore"), (-25308, "Try again then"),
            (-25243, "keychain-access-groups"), (-50, "the Keychain answered -50"),
        ])
    func sentence(status: Int32, says: String) {
        let sentence = ClientError.credentials(reason: KeychainAnswer.reason(status)).description
        #expect(sentence.contains(says))
        #expect(sentence.contains("\(status)"))
    }
}

@Suite("Secrets in files")
struct CredentialStoreTests {
    private func mode(_ url: URL) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("A secret is stored, replaced and deleted, and only its owner can read it")
    func keep() async throws {
        try await withTestFolder { folder in
            let store = FileCredentialStore(folder: folder.appending(path: "a/b"))
            #expect(try await store.secret(named: "token") == nil)
            try await store.keep(Data("one".utf8), named: "token")
            try await store.keep(Data("two".utf8), named: "token")
            #expect(try await store.secret(named: "token") == Data("two".utf8))
            #expect(try mode(store.folder.appending(path: "token")) == 0o600)
            #expect(try mode(store.folder) == 0o700)
            // No temporary file stays behind.
            #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path) == ["token"])
            try await store.remove(named: "token")
            try await store.remove(named: "token")
            #expect(try await store.secret(named: "token") == nil)
        }
    }

    @Test("A file that others can read, or that is a link, is refused")
    func refused() async throws {
        try await withTestFolder { folder in
            let store = FileCredentialStore(folder: folder)
            try await store.keep(Data("secret".utf8), named: "token")
            let file = folder.appending(path: "token")
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
            await #expect(throws: ClientError.self) { try await store.secret(named: "token") }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "link"), withDestinationURL: file)
            await #expect(throws: ClientError.self) { try await store.secret(named: "link") }
        }
    }

    @Test("A name cannot escape the folder", arguments: ["../token", "a/b", "", ".hidden", "a\u{0}b", "ä"])
    func names(_ name: String) async throws {
        try await withTestFolder { folder in
            let store = FileCredentialStore(folder: folder.appending(path: "inside"))
            await #expect(throws: ClientError.self) { try await store.keep(Data(), named: name) }
            await #expect(throws: ClientError.self) { try await store.secret(named: name) }
            await #expect(throws: ClientError.self) { try await store.remove(named: name) }
        }
    }

    @Test("A file that is too large is refused")
    func large() async throws {
        try await withTestFolder { folder in
            let store = FileCredentialStore(folder: folder)
            try await store.keep(Data(count: (1 << 20) + 1), named: "large")
            await #expect(throws: ClientError.self) { try await store.secret(named: "large") }
        }
    }
}
