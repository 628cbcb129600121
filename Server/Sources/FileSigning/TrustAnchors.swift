import Foundation
import SignedPDF
import X509

/// Trusted certificates from PEM or DER files, from folders of them, or from the system's store.
package struct TrustAnchors: Sendable {
    /// The files and folders.
    package var places: [URL]
    /// Whether the system's trusted authorities are trusted for signatures, too.
    package var includesSystem: Bool

    package init(_ places: [URL] = [], includesSystem: Bool = false) {
        self.places = places
        self.includesSystem = includesSystem
    }

    /// The usual paths of the system's trusted certificates, as one PEM file.
    private static let systemFiles = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian and its kin
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora and its kin
        "/etc/ssl/cert.pem",  // Alpine, macOS
    ]

    /// Returns all certificates, without duplicates. One file of a folder that cannot be read does not keep the others
    /// from being trusted.
    ///
    /// - Parameter skipped: called with the reason for each file of a folder that is skipped
    /// - Throws: ``FileSigningError`` for a file or folder without certificates, or an unreadable file that was named
    package func certificates(skipped: (FileSigningError) -> Void = { _ in }) throws -> [Certificate] {
        var certificates: [Certificate] = []
        for place in places { certificates += try Self.certificates(at: place, skipped: skipped) }
        if includesSystem {
            let files = Self.systemFiles.map { URL(filePath: $0) }
            guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
                throw FileSigningError.noFile(path: Self.systemFiles[0])
            }
            // The system's store may hold kinds of certificates that are unsupported here; those are skipped.
            certificates += try Self.blocks(in: file).flatMap { (try? CertificatePEM.certificates(in: $0)) ?? [] }
        }
        var seen: Set<Certificate> = []
        return certificates.filter { seen.insert($0).inserted }
    }

    private static func certificates(
        at place: URL, skipped: (FileSigningError) -> Void
    ) throws -> [Certificate] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) else {
            throw FileSigningError.noFile(path: place.relativePath)
        }
        guard isFolder.boolValue else { return try certificates(in: place) }
        let files = try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
            .filter { ["pem", "crt", "cer", "der"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        guard !files.isEmpty else {
            throw FileSigningError.unusable(
                path: place.relativePath, reason: "There is no file in it that ends in .pem, .crt, .cer or .der.")
        }
        var found: [Certificate] = []
        var problem: FileSigningError?
        for file in files {
            do {
                found += try certificates(in: file)
            } catch let error as FileSigningError {
                problem = problem ?? error
                skipped(error)
            }
        }
        if let problem, found.isEmpty { throw problem }
        return found
    }

    private static func certificates(in file: URL) throws -> [Certificate] {
        if let data = try? Data(contentsOf: file), data.first == 0x30 {
            do throws(SigningIdentityError) {
                return [try CertificateDER.certificate(from: Array(data))]
            } catch {
                throw FileSigningError.unusable(path: file.relativePath, reason: error.description)
            }
        }
        let blocks = try blocks(in: file)
        guard !blocks.isEmpty else {
            throw FileSigningError.unusable(path: file.relativePath, reason: "There is no certificate in PEM form.")
        }
        do throws(SigningIdentityError) {
            return try CertificatePEM.certificates(in: blocks.joined(separator: "\n"))
        } catch {
            throw FileSigningError.unusable(path: file.relativePath, reason: error.description)
        }
    }

    private static func blocks(in file: URL) throws -> [String] {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw FileSigningError.unusable(path: file.relativePath, reason: "This is not a PEM file.")
        }
        return text.matches(of: /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/)
            .map { String($0.output) }
    }
}
