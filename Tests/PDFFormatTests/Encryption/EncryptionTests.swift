import Foundation
import PDFMutation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

/// A file that another program encrypted, and the passwords that open it.
private struct EncryptedFile: CustomStringConvertible, Sendable {
    var description: String
    var data: Data
    var user: String

    init(_ name: String, _ text: String, user: String) {
        description = name
        data = Data(base64Encoded: text) ?? Data()
        self.user = user
    }

    static let all = [
        EncryptedFile("RC4, 40 bits", EncryptedSeeds.rc4of40Bits, user: "user"),
        EncryptedFile("RC4, 128 bits", EncryptedSeeds.rc4of128Bits, user: "user"),
        EncryptedFile("RC4 as a crypt filter", EncryptedSeeds.rc4CryptFilter, user: "user"),
        EncryptedFile("AES-128", EncryptedSeeds.aes128, user: "user"),
        EncryptedFile("AES-128, metadata open", EncryptedSeeds.aes128PlainMetadata, user: "user"),
        EncryptedFile("AES-256, revision 5", EncryptedSeeds.aes256Revision5, user: "user"),
        EncryptedFile("AES-256, revision 6", EncryptedSeeds.aes256, user: "us\u{E9}r \u{540D}"),
        EncryptedFile("AES-256, object streams", EncryptedSeeds.aes256ObjectStreams, user: "user"),
        EncryptedFile("AES-256, no user password", EncryptedSeeds.noUserPassword, user: ""),
    ]
}

private func checkContents(of document: PDFDocument) throws {
    let page = try document.page(1)
    let content = try document.value("Contents", in: page.dictionary).streamValue
    let text = try content.map { try document.decoded($0) }
    #expect(text == Data("BT /F1 12 Tf 20 150 Td (secret text) Tj ET".utf8))
    let field = try #require(try FieldTree(document).fields.first { $0.name == "Name" })
    #expect(field.attributes["V"]?.textValue == "kept")
    let information = try document.value("Info", in: document.trailer).dictionaryValue
    #expect(information?["Title"]?.textValue == "A secret title")
}

@Suite("Encrypted files are read, and updates are encrypted the same way")
struct EncryptionTests {
    private let parties: SigningParties

    init() throws { parties = try SigningParties() }

    @Test("The user's and the owner's password open a file of each method", arguments: EncryptedFile.all)
    fileprivate func passwords(file: EncryptedFile) throws {
        let user = try PDFDocument(file.data, password: file.user)
        try checkContents(of: user)
        #expect(user.isEncrypted && user.permissions != nil)
        let owner = try PDFDocument(file.data, password: "owner")
        try checkContents(of: owner)
        #expect(owner.permissions == nil)
        #expect(throws: PDFError.encrypted) { try PDFDocument(file.data, password: "neither") }
    }

    @Test("Without a password only a file with an empty user password opens", arguments: EncryptedFile.all)
    fileprivate func noPassword(file: EncryptedFile) throws {
        if file.user.isEmpty {
            try checkContents(of: try PDFDocument(file.data))
        } else {
            #expect(throws: PDFError.encrypted) { try PDFDocument(file.data) }
        }
    }

    @Test("Unencrypted metadata is read unchanged")
    func openMetadata() throws {
        let file = EncryptedFile("", EncryptedSeeds.aes128PlainMetadata, user: "user")
        let document = try PDFDocument(file.data, password: "user")
        let metadata = try document.value("Metadata", in: try document.catalog()).streamValue
        #expect(metadata?.encodedBytes == Data("<x>open metadata</x>".utf8))
    }

    @Test(
        "A signed encrypted file verifies, opens with both passwords and holds the value encrypted",
        arguments: EncryptedFile.all)
    fileprivate func signing(file: EncryptedFile) async throws {
        let document = try PDFDocument(file.data, password: file.user)
        let signature = SignatureField(
            name: "Signature", page: 1, rect: PageRect(x: 20, y: 100, width: 100, height: 40),
            appearance: .typedName("Ada", subtitle: []), reason: "A private reason")
        let field = FormField(
            name: "Added", page: 1, rect: PageRect(x: 20, y: 60, width: 100, height: 20),
            content: .text("A private value"))
        let update = try await document.signedRevision(
            signature, filling: [field], with: parties.ada, at: SignedFiles.now)
        // What a file without encryption shows, this one does not.
        let open = try await PDFDocument(SignedFiles.agreement()).signedRevision(
            signature, filling: [field], with: parties.ada, at: SignedFiles.now)
        for secret in ["A private value", "A private reason"] {
            #expect(update.range(of: Data(secret.utf8)) == nil)
            #expect(open.range(of: Data(secret.utf8)) != nil, "\(secret)")
        }
        let signed = file.data + update
        for password in [file.user, "owner"] {
            let again = try PDFDocument(signed, password: password)
            try checkContents(of: again)
            let fields = try FieldTree(again).fields
            #expect(fields.first { $0.name == "Added" }?.attributes["V"]?.textValue == "A private value")
            let report = try await again.verifySignatures(trusting: parties.anchors, at: SignedFiles.now)
            #expect(report.verdict == .valid, "\(report)")
        }
    }

    @Test("A second signature leaves the first valid in an encrypted file", arguments: EncryptedFile.all)
    fileprivate func secondSignature(file: EncryptedFile) async throws {
        var data = file.data
        for (name, signer) in [("First", parties.ada), ("Second", parties.ben)] {
            let document = try PDFDocument(data, password: file.user)
            data += try await document.signedRevision(
                SignatureField(name: name, page: 1, rect: nil, appearance: .invisible), with: signer,
                at: SignedFiles.now)
        }
        let report = try await PDFDocument(data, password: file.user)
            .verifySignatures(trusting: parties.anchors, at: SignedFiles.now)
        #expect(report.verdict == .valid, "\(report)")
        #expect(report.signatures.map(\.coverage) == [.revision, .wholeFile])
    }

    @Test("A changed byte in an encrypted signed file is found")
    func tampering() async throws {
        let file = EncryptedFile("", EncryptedSeeds.aes128, user: "user")
        let document = try PDFDocument(file.data, password: "user")
        var signed =
            file.data
            + (try await document.signedRevision(
                SignatureField(name: "S", page: 1, rect: nil, appearance: .invisible), with: parties.ada,
                at: SignedFiles.now))
        let place = try #require(signed.range(of: Data("stream\n".utf8))).upperBound + 20
        signed[place] ^= 1
        let report = try await PDFDocument(signed, password: "user")
            .verifySignatures(trusting: parties.anchors, at: SignedFiles.now)
        #expect(report.verdict == .invalid)
    }

    // MARK: Permissions

    @Test("An act that the encryption forbids is refused, except for the owner")
    func permissions() throws {
        let readOnly = EncryptedFile("", EncryptedSeeds.readOnly, user: "")
        let field = FormField.sample(name: "New", rect: PageRect(x: 1, y: 1, width: 50, height: 20))
        let kept = FormField.sample(name: "Name", rect: PageRect(x: 1, y: 1, width: 50, height: 20))
        #expect(throws: PDFError.notPermitted("it may neither be filled in nor signed")) {
            try PDFDocument(readOnly.data).update(adding: [kept])
        }
        _ = try PDFDocument(readOnly.data, password: "owner").update(adding: [field, kept])
        let fillOnly = EncryptedFile("", EncryptedSeeds.fillOnly, user: "")
        _ = try PDFDocument(fillOnly.data).update(adding: [kept])
        #expect(
            throws: PDFError.notPermitted("no fields may be added to it; only fields that it has can be signed")
        ) {
            try PDFDocument(fillOnly.data).update(adding: [field])
        }
        _ = try PDFDocument(fillOnly.data, password: "owner").update(adding: [field])
    }

    // MARK: Parts

    @Test("RC4 gives the bytes of its published examples")
    func rc4() {
        // RFC 6229 §2, a key of 40 bits, offset 0.
        var cipher = RC4(key: [1, 2, 3, 4, 5])
        #expect(
            cipher.apply(to: [UInt8](repeating: 0, count: 16))
                == [0xB2, 0x39, 0x63, 0x05, 0xF0, 0x3D, 0xC0, 0x27, 0xCC, 0xC3, 0x52, 0x4A, 0x0A, 0x11, 0x18, 0xA8])
    }

    @Test("A stream with the crypt filter Identity is read and written as it is")
    func identityFilter() throws {
        let file = EncryptedFile("", EncryptedSeeds.aes128, user: "user")
        let document = try PDFDocument(file.data, password: "user")
        let encryption = try #require(document.encryption)
        let open = PDFStream(
            dictionary: ["Filter": .array([.name("Crypt")])], encodedBytes: Data("open".utf8))
        let written = encryption.encrypted(.stream(open), of: PDFReference(number: 50))
        #expect(written == .stream(open))
        let closed = PDFStream(dictionary: [:], encodedBytes: Data("closed".utf8))
        let hidden = encryption.encrypted(.stream(closed), of: PDFReference(number: 50))
        #expect(hidden.streamValue?.encodedBytes.count == 32)
        let read = try encryption.decrypted(hidden, of: PDFReference(number: 50), meter: document.meter)
        #expect(read.streamValue?.encodedBytes == Data("closed".utf8))
        #expect(try open.decoded() == Data("open".utf8))
    }

    @Test("Files encrypted for certificates or by a later method are refused")
    func otherHandlers() {
        for entry in ["/Filter/Adobe.PubSec/V 4", "/Filter/Standard/V 3/R 3", "/Filter/Standard/V 2/R 9/O()/U()"] {
            var builder = RevisionBuilder(seed: 1)
            builder.append(
                [1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[]/Count 0>>", 3: "<<\(entry)>>"],
                style: .table, trailer: "/Root 1 0 R/Encrypt 3 0 R")
            let data = Data(builder.bytes)
            #expect {
                try PDFDocument(data)
            } throws: { error in
                if case .unsupported = error as? PDFError { true } else { false }
            }
        }
    }
}
