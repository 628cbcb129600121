import Foundation
import NIOSSL

/// The service's certificate for TLS 1.2 and 1.3, with its key.
public struct TLSCertificate: Sendable {
    let server: TLSConfiguration
    /// The file with the private key.
    let key: URL
    private let path: String
    private let begin: Date
    private let end: Date

    /// The reason why a certificate cannot be used, in one sentence that names the file.
    public struct Unusable: Error, CustomStringConvertible {
        /// One sentence that names the file.
        public let description: String
    }

    /// Reads PEM files.
    ///
    /// - Parameters:
    ///   - certificates: the service's certificate, followed by those of its issuers
    ///   - key: the unencrypted private key
    /// - Throws: ``Unusable`` if a file cannot be read, or the key does not belong to the certificate
    public init(certificates: URL, key: URL) throws(Unusable) {
        for file in [certificates, key] where !FileManager.default.fileExists(atPath: file.path) {
            throw Unusable(description: "There is no file \(file.path).")
        }
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificates.path)
        } catch {
            throw Unusable(description: "\(certificates.path) cannot be read as certificates in PEM form.")
        }
        guard let own = chain.first else {
            throw Unusable(description: "\(certificates.path) holds no certificate in PEM form.")
        }
        self.key = key
        path = certificates.path
        begin = Date(timeIntervalSince1970: TimeInterval(own.notValidBefore))
        end = Date(timeIntervalSince1970: TimeInterval(own.notValidAfter))
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(file: key.path, format: .pem)
        } catch {
            throw Unusable(description: "\(key.path) cannot be read as a private key in PEM form without a password.")
        }
        var server = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        server.minimumTLSVersion = .tlsv12
        self.server = server
        do {
            _ = try NIOSSLContext(configuration: server)
        } catch {
            throw Unusable(
                description: "The key in \(key.path) does not belong to the certificate in \(certificates.path).")
        }
    }

    /// Returns a warning for operators about the certificate.
    func notice(at date: Date) -> ValidityNotice? {
        ValidityNotice(
            "The TLS certificate in \(path)", from: begin, until: end,
            consequence: "Browsers and clients refuse the connection then; renew it and start the service again.",
            at: date)
    }
}
