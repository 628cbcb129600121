import Foundation
import PageComparison
import PageImages
import SignedPDF

/// Checks the signatures of a PDF file without any service.
public struct FileVerifier: Sendable {
    /// Exit status for a file that cannot be read at all.
    public static let unreadableStatus: Int32 = 2

    private let anchors: TrustAnchors
    private let exchange: (any HTTPExchange)?

    /// - Parameter anchors: Files with the certificates to trust, or folders of them.
    public init(trusting anchors: [URL]) {
        self.init(trusting: TrustAnchors(anchors))
    }

    /// - Parameter exchange: Carries questions about revocation; nobody is asked if there is none.
    public init(trusting anchors: TrustAnchors, asking exchange: (any HTTPExchange)? = nil) {
        self.anchors = anchors
        self.exchange = exchange
    }

    /// Looks at every signature of a file.
    /// - Parameters:
    ///   - name: what the report calls the file.
    ///   - documentPasswordFile: a file that holds the password of an encrypted document.
    /// - Throws: ``FileSigningError`` for a file or certificate that cannot be read.
    public func report(
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

    /// Draws each page as it was signed and as it became, and doubts what looks different without a permitted change.
    ///
    /// - Parameter report: what ``report(on:named:at:documentPasswordFile:)`` said of the file.
    /// - Returns: The report with these doubts, and how much was compared.
    /// - Throws: ``FileSigningError`` for a file that cannot be read.
    public static func comparingPages(
        of file: URL, _ report: VerificationReport, with rasterizer: any PageRasterizer,
        documentPasswordFile: URL? = nil
    ) async throws -> (report: VerificationReport, result: PageComparisonResult) {
        let document = try FileSigner.open(file, passwordFile: documentPasswordFile)
        let result = await PageComparison(rasterizer: rasterizer).doubts(about: report, of: document)
        return (report.doubted(because: result), result)
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
        case .vouched: 4
        }
    }
}
