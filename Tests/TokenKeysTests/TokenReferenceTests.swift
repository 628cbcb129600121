import Foundation
import Testing
import TokenKeys

@Suite("PKCS#11 URIs")
struct TokenReferenceTests {
    @Test("A URI is parsed with all its parts and percent signs decoded")
    func read() throws {
        let reference = try TokenReference(
            uri: "pkcs11:token=The%20Notary;manufacturer=ACME;model=M1;serial=0815;object=Siegel%3B%C3%A4;id=%01%fF"
                + ";type=private;x-own=1?pin-source=file:/run/pin&module-path=/usr/lib/x.so")
        #expect(reference.token == "The Notary")
        #expect(reference.manufacturer == "ACME")
        #expect(reference.model == "M1")
        #expect(reference.serial == "0815")
        #expect(reference.object == "Siegel;ä")
        #expect(reference.id == [1, 0xFF])
        #expect(reference.pinFile?.path == "/run/pin")
        #expect(reference.modulePath == "/usr/lib/x.so")
        #expect(try TokenReference(uri: "pkcs11:") == TokenReference())
        #expect(try TokenReference(uri: "PKCS11:?pin-source=/a").pinFile?.path == "/a")
    }

    @Test(
        "An unusable URI is refused",
        arguments: [
            "token=x", "pkcs11:token", "pkcs11:token=%4", "pkcs11:token=%zz", "pkcs11:token=%ff", "pkcs11:tokn=x",
            "pkcs11:?pin-value=1234", "pkcs11:?pin-source=pin", "pkcs11:?pin-source=%7Ccat", "pkcs11:type=secret-key",
            "pkcs11:?module-name=x",
        ])
    func refused(uri: String) {
        let error = #expect(throws: TokenKeyError.self) { try TokenReference(uri: uri) }
        #expect(error?.description.contains("1234") == false)
    }

    @Test("A PIN is read from a file without the final line break")
    func pinFile() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pin-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("47 11\n".utf8).write(to: file)
        #expect(try PINFile.read(file) == "47 11")
        try Data("\n".utf8).write(to: file)
        #expect(throws: TokenKeyError.unreadablePIN(path: file.relativePath)) { try PINFile.read(file) }
        let missing = URL(filePath: "/nowhere/pin")
        #expect(throws: TokenKeyError.unreadablePIN(path: "/nowhere/pin")) { try PINFile.read(missing) }
    }
}
