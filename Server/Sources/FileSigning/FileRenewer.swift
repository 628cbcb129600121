import Foundation
import SignedPDF

/// Renews the archive timestamp of a signed PDF file before the last one expires.
package struct FileRenewer: Sendable {
    private let input: URL
    private let output: URL
    private let services: LevelOrder
    private let margin: TimeInterval
    private let exchange: any HTTPExchange
    private let documentPasswordFile: URL?

    /// - Parameters:
    ///   - output: the path of the renewed file; the input's by default
    ///   - services: the services to use; the level is ignored
    ///   - margin: how long before its expiry a timestamp is renewed, in seconds
    ///   - documentPasswordFile: a file with the password of an encrypted document
    package init(
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

    /// The result of a renewal.
    package enum Outcome: Sendable {
        case notNeeded(VerifiabilityForecast)
        /// The file's size and the number of bytes added. The reason is a whole sentence.
        case renewed(size: Int, added: Int, reason: String)
    }

    /// Renews the file if needed. Otherwise nothing is written.
    /// - Throws: ``FileSigningError``, `PDFError`, `TimestampError`, `LongTermError`, each with one sentence
    package func renew(at date: Date) async throws -> Outcome {
        let document = try FileSigner.open(input, passwordFile: documentPasswordFile)
        let services = try services.services(over: exchange)
        let reason: String
        switch try document.archiveRenewal(certificates: services.certificates, at: date, margin: margin) {
        case .notNeeded(let forecast): return .notNeeded(forecast)
        case .needed(let why): reason = why.description
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
