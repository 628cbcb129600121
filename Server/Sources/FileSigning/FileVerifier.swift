import Foundation
import SignedPDF
import X509

/// Checks the signatures of a PDF file without any service.
public struct FileVerifier: Sendable {
    /// Exit status for a file that cannot be read at all.
    public static let unreadableStatus: Int32 = 2

    private let anchors: [URL]

    /// - Parameter anchors: PEM files with the certificates to trust.
    public init(trusting anchors: [URL]) {
        self.anchors = anchors
    }

    /// Looks at every signature of a file.
    /// - Parameter name: what the report calls the file.
    /// - Throws: ``FileSigningError`` for a file or certificate that cannot be read.
    public func report(on file: URL, named name: String, at date: Date) async throws -> VerificationReport {
        let certificates = try anchors.flatMap(Self.certificates)
        let document = try FileSigner.open(file)
        var report: VerificationReport
        do {
            report = try await document.verifySignatures(trusting: certificates, at: date)
        } catch {
            throw FileSigningError.unusable(path: name, reason: error.description)
        }
        report.file = name
        return report
    }

    /// The report as one JSON object, every key always present.
    public static func json(_ report: VerificationReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes, .sortedKeys]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    /// The exit status that goes with a verdict.
    public static func status(for verdict: VerificationReport.Verdict) -> Int32 {
        switch verdict {
        case .valid: 0
        case .invalid, .unsigned: 1
        case .indeterminate: 3
        }
    }

    /// All certificates of a PEM file.
    private static func certificates(_ url: URL) throws -> [Certificate] {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw FileSigningError.noFile(path: url.relativePath)
        }
        guard let text = try? String(contentsOf: url, encoding: .utf8) else {
            throw FileSigningError.unusable(path: url.relativePath, reason: "This is not a PEM file.")
        }
        do {
            let blocks = text.matches(of: /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/)
            guard !blocks.isEmpty else {
                throw FileSigningError.unusable(path: url.relativePath, reason: "There is no certificate in PEM form.")
            }
            return try blocks.map { try Certificate(pemEncoded: String($0.output)) }
        } catch let error as FileSigningError {
            throw error
        } catch {
            throw FileSigningError.unusable(path: url.relativePath, reason: "A certificate in it cannot be read.")
        }
    }
}
