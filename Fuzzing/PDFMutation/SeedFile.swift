import Foundation
import SignedPDF
import X509

/// A sound file to mutate.
package struct SeedFile: Sendable {
    package let name: String
    package let bytes: Data
    package let password: String?

    package init(name: String, bytes: Data, password: String?) {
        self.name = name
        self.bytes = bytes
        self.password = password
    }
}

/// The seeds of a run, and the trust anchor of their signatures.
package struct SeedCorpus: Sendable {
    package let files: [SeedFile]
    package let anchor: Certificate
    /// The time at which signatures are verified.
    package static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Makes new seeds. Keys and signatures are different each time; keep them with ``write(to:)`` to get the same
    /// mutations again.
    package static func make() async throws -> SeedCorpus {
        let signer = try SigningIdentity.selfSigned(name: "Ada Lovelace", email: "ada@example.org", at: now - 1000)
        var files: [SeedFile] = []
        for style in SeedWriter.Style.allCases {
            files.append(
                SeedFile(name: "plain-\(style.rawValue)", bytes: SeedWriter.document(style), password: nil))
            let once = try await signed(SeedWriter.document(style), field: "First", by: signer)
            files.append(SeedFile(name: "signed-\(style.rawValue)", bytes: once, password: nil))
            let twice = try await signed(once, field: "Second", by: signer)
            files.append(SeedFile(name: "signed-twice-\(style.rawValue)", bytes: twice, password: nil))
            files.append(
                SeedFile(
                    name: "changed-after-\(style.rawValue)", bytes: SeedWriter.changed(once, style), password: nil))
        }
        for (name, text) in encrypted {
            guard let bytes = Data(base64Encoded: text) else { continue }
            let password = name.hasPrefix("open") ? nil : "owner"
            files.append(SeedFile(name: name, bytes: bytes, password: password))
            let signed = try await signed(bytes, field: "First", by: signer, password: "owner")
            files.append(SeedFile(name: name + "-signed", bytes: signed, password: password))
        }
        return SeedCorpus(files: files, anchor: signer.certificate)
    }

    private static let encrypted = [
        ("encrypted-rc4-40", EncryptedSeeds.rc4of40Bits), ("encrypted-rc4-128", EncryptedSeeds.rc4of128Bits),
        ("encrypted-aes-128", EncryptedSeeds.aes128), ("encrypted-aes-256", EncryptedSeeds.aes256ObjectStreams),
        ("open-aes-256", EncryptedSeeds.noUserPassword),
    ]

    private static func signed(
        _ bytes: Data, field: String, by signer: SigningIdentity, password: String? = nil
    ) async throws -> Data {
        let document = try PDFDocument(bytes, password: password)
        let signature = SignatureField(name: field, page: 1, rect: nil, appearance: .invisible)
        // The first signature places the field that the second one fills.
        let fields = (field == "First" ? ["First", "Second"] : [field]).map { name in
            FormField(
                name: "Filled by \(name)", page: 1, rect: PageRect(x: 10, y: 10, width: 80, height: 15),
                content: .text(name == field ? "filled" : ""), readOnly: name == field)
        }
        return bytes + (try await document.signedRevision(signature, filling: fields, with: signer, at: now))
    }

    // MARK: Folders

    /// Writes each seed and the certificate into a folder.
    package func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in files {
            try file.bytes.write(to: folder.appending(path: file.name + ".pdf"))
            if let password = file.password {
                try Data(password.utf8).write(to: folder.appending(path: file.name + ".password"))
            }
        }
        try Data(anchor.serializeAsPEM().pemString.utf8).write(to: folder.appending(path: "anchor.pem"))
    }

    /// Reads the files from ``write(to:)``; returns `nil` if the folder has no seeds.
    package static func read(from folder: URL) throws -> SeedCorpus? {
        guard let pem = try? String(contentsOf: folder.appending(path: "anchor.pem"), encoding: .utf8) else {
            return nil
        }
        var files: [SeedFile] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name.hasSuffix(".pdf") {
            let stem = String(name.dropLast(4))
            files.append(
                SeedFile(
                    name: stem, bytes: try Data(contentsOf: folder.appending(path: name)),
                    password: try? String(contentsOf: folder.appending(path: stem + ".password"), encoding: .utf8)))
        }
        return SeedCorpus(files: files, anchor: try Certificate(pemEncoded: pem))
    }
}
