import DescribedErrors
import Foundation
import PageComparison
import PageImages
import SignedPDF

/// Verifies the signatures of a PDF file without a service.
package struct FileVerifier: Sendable {
    /// The exit status for a file that cannot be read at all.
    package static let unreadableStatus: Int32 = 2

    private let anchors: TrustAnchors
    private let exchange: (any HTTPExchange)?

    /// - Parameter anchors: files with the certificates to trust, or folders of such files
    package init(trusting anchors: [URL]) {
        self.init(trusting: TrustAnchors(anchors))
    }

    /// - Parameter exchange: sends revocation requests; without one, no server is contacted
    package init(trusting anchors: TrustAnchors, asking exchange: (any HTTPExchange)? = nil) {
        self.anchors = anchors
        self.exchange = exchange
    }

    /// Verifies every signature of a file.
    /// - Parameters:
    ///   - name: the file's name in the report
    ///   - documentPasswordFile: a file with the password of an encrypted document
    /// - Throws: ``FileSigningError`` for a file or certificate that cannot be read
    package func report(
        on file: URL, named name: String, at date: Date, documentPasswordFile: URL? = nil
    ) async throws -> VerificationReport {
        let certificates = try anchors.certificates()
        let document = try FileSigner.open(file, passwordFile: documentPasswordFile)
        var report: VerificationReport
        do {
            report = try await document.verifySignatures(
                trusting: certificates, at: date, asking: exchange.map { RevocationClient(over: $0) })
        } catch {
            throw FileSigningError.unusable(path: name, reason: error.description)
        }
        report.file = name
        return report
    }

    /// Whether pictures of the pages can change the verdict: something was changed on a page after a signature, and
    /// nothing makes the file invalid already.
    package static func mayPicturesMatter(to report: VerificationReport) -> Bool {
        guard report.verdict != .invalid, report.verdict != .unsigned else { return false }
        return report.signatures.contains { $0.changes.contains { !$0.areas.isEmpty } }
    }

    /// Compares each page as signed with its current appearance, and reports a doubt if it differs without a permitted
    /// change.
    ///
    /// - Parameters:
    ///   - report: the report of ``report(on:named:at:documentPasswordFile:)`` on the file
    ///   - onlyChangedPages: whether only pages with a later change are compared
    /// - Returns: the report with these doubts, and the extent of the comparison
    /// - Throws: ``FileSigningError`` for a file that cannot be read
    package static func comparingPages(
        of file: URL, _ report: VerificationReport, with rasterizer: any PageRasterizer,
        onlyChangedPages: Bool = false, documentPasswordFile: URL? = nil
    ) async throws -> (report: VerificationReport, result: PageComparisonResult) {
        let document = try FileSigner.open(file, passwordFile: documentPasswordFile)
        let comparison = PageComparison(rasterizer: rasterizer, onlyChangedPages: onlyChangedPages)
        let result = await comparison.doubts(about: report, of: document)
        return (report.doubted(because: result), result)
    }

    /// Returns the report as one JSON object with every key present.
    package static func json(_ report: VerificationReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes, .sortedKeys]
        return VisibleText.json(try encoder.encode(report))
    }

    /// Returns the exit status for a verdict.
    package static func status(for verdict: VerificationReport.Verdict) -> Int32 {
        switch verdict {
        case .valid: 0
        case .invalid, .unsigned: 1
        case .indeterminate: 3
        case .vouched: 4
        }
    }
}
