import Foundation
import SignedPDF

/// Extends the archive that a signed PDF file is, before its last timestamp loses its worth.
public struct FileRenewer: Sendable {
    private let input: URL
    private let output: URL
    private let services: LevelOrder
    private let margin: TimeInterval
    private let exchange: any HTTPExchange
    private let documentPasswordFile: URL?

    /// - Parameters:
    ///   - output: Where the renewed file goes; the same place unless given.
    ///   - services: Whom to ask; its level is not looked at.
    ///   - margin: How long before its end a timestamp is renewed, in seconds.
    ///   - documentPasswordFile: A file that holds the password of an encrypted document.
    public init(
        _ input: URL, output: URL? = nil, services: LevelOrder, margin: TimeInterval, documentPasswordFile: URL? = nil,
        over exchange: any HTTPExchange
    ) {
        self.documentPasswordFile = documentPasswordFile
        self.input = input
        self.output = output ?? input
        self.services = services
        self.margin = margin
        self.exchange = exchange
    }

    /// What was done.
    public enum Outcome: Sendable {
        case notNeeded(VerifiabilityForecast)
        /// Bytes of the file, and how many of them were added; why, as a whole sentence.
        case renewed(size: Int, added: Int, reason: String)
    }

    /// Renews if that is needed. A file that is not renewed is not written.
    /// - Throws: ``FileSigningError``, `PDFError`, `TimestampError`, `LongTermError`, each with one sentence.
    public func renew(at date: Date) async throws -> Outcome {
        let document = try FileSigner.open(input, passwordFile: documentPasswordFile)
        let services = try services.services(over: exchange)
        let reason: String
        switch try document.archiveRenewal(certificates: services.certificates, at: date, margin: margin) {
        case .notNeeded(let forecast): return .notNeeded(forecast)
        case .needed(let sentence): reason = sentence
        }
        guard !services.timestamps.authorities.isEmpty else { throw FileSigningError.authorityMissing(why: reason) }
        let update = try await document.renewed(using: services, at: date)
        var file = try GrowingFile(
            document.bytes, becoming: output, password: try documentPasswordFile.map(FileSigner.password))
        try file.append(update)
        try file.finish()
        return .renewed(size: file.size, added: update.count, reason: reason)
    }
}
