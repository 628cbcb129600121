import Foundation
import SwiftASN1
import X509

/// A responder's signed response: `BasicOCSPResponse` (RFC 6960 §4.2.1).
package struct OCSPResponse: Sendable {
    /// The responder's identifier.
    package enum ResponderID: Sendable, Hashable {
        case name(DistinguishedName)
        /// The SHA-1 of the responder's public key.
        case keyHash([UInt8])
    }

    /// The status of one certificate.
    package struct Answer: Sendable {
        package var certificate: OCSPCertificateID
        var status: CertificateStatus
        var thisUpdate: Date
        /// The time at which newer information will be available; `nil` if it always is.
        var nextUpdate: Date?
        /// The earliest expiration of certificates whose status the responder keeps (§4.4.4).
        var archiveCutoff: Date?
    }

    /// The enclosing `OCSPResponse`, as sent or stored.
    package let bytes: [UInt8]
    package let responder: ResponderID
    package let producedAt: Date
    package let answers: [Answer]
    let nonce: [UInt8]?
    /// The included certificates for checking the responder's signature.
    package let certificates: [Certificate]
    private let signedBytes: [UInt8]
    private let algorithm: AlgorithmReference
    private let signature: Data

    /// Real responses cover one certificate, or a few.
    private static let mostAnswers = 64
    private static let mostCertificates = 16

    /// - Throws: ``Unusable`` if the response is rejected, not a response, or unreadable
    init(_ bytes: [UInt8]) throws(Unusable) {
        do {
            var nodes = try BER.parse(bytes).children(of: .sequence)
            let status = try Int(berEncoded: nodes.required(), withIdentifier: .enumerated)
            guard status == 0 else { throw Unusable.refused(status) }
            var wrapper = try nodes.required().children(of: .context(0))
            var typed = try wrapper.required().children(of: .sequence)
            guard try ASN1ObjectIdentifier(berEncoded: &typed) == .OCSP.basic else { throw Unusable.damaged }
            try self.init(basic: ASN1OctetString(berEncoded: typed.required()).bytes, in: bytes)
        } catch let error as Unusable {
            throw error
        } catch {
            throw .damaged
        }
    }

    /// Why a response is unusable.
    enum Unusable: Error, Sendable, Hashable {
        /// The status is not "successful" (§4.2.1).
        case refused(Int)
        case damaged
    }

    private init(basic: ArraySlice<UInt8>, in bytes: [UInt8]) throws {
        self.bytes = bytes
        var parts = try BER.parse(basic).children(of: .sequence)
        let data = try parts.required()
        algorithm = try AlgorithmReference(&parts)
        signature = Data(try ASN1BitString(berEncoded: parts.required()).bytes)
        signedBytes = Array(data.encodedBytes)
        if let wrapper = parts.next() {
            var wrapped = try wrapper.children(of: .context(0))
            certificates = try wrapped.required().childNodes().prefix(Self.mostCertificates)
                .compactMap { try? Certificate.reading($0) }
        } else {
            certificates = []
        }
        var fields = try data.children(of: .sequence)
        var field = try fields.required()
        if field.identifier == .context(0) { field = try fields.required() }  // the version
        responder = try Self.responder(field)
        producedAt = try ASN1Time.date(fields.required())
        answers = try fields.required().childNodes().prefix(Self.mostAnswers).map(Self.answer)
        nonce = try fields.next().flatMap { try Self.extensions($0)[.OCSP.nonce] }.map { value in
            (try? ASN1OctetString(berEncoded: BER.parse(value)).bytes).map { Array($0) } ?? Array(value)
        }
    }

    private static func responder(_ node: ASN1Node) throws -> ResponderID {
        var wrapped = try node.childNodes().makeIterator()
        let value = try wrapped.required()
        if node.identifier == .context(1) { return .name(try DistinguishedName(derEncoded: value)) }
        return .keyHash(Array(try ASN1OctetString(berEncoded: value).bytes))
    }

    /// Reads a `SingleResponse`.
    private static func answer(_ node: ASN1Node) throws -> Answer {
        var nodes = try node.children(of: .sequence)
        let certificate = try OCSPCertificateID(nodes.required())
        let status = try status(nodes.required())
        var answer = Answer(
            certificate: certificate, status: status, thisUpdate: try ASN1Time.date(nodes.required()))
        while let part = nodes.next() {
            var wrapped = try part.childNodes().makeIterator()
            if part.identifier == .context(0) {
                answer.nextUpdate = try ASN1Time.date(wrapped.required())
            } else if part.identifier == .context(1), let cutoff = try extensions(part)[.OCSP.archiveCutoff] {
                answer.archiveCutoff = try ASN1Time.date(BER.parse(cutoff))
            }
        }
        return answer
    }

    private static func status(_ node: ASN1Node) throws -> CertificateStatus {
        switch node.identifier {
        case .context(0):
            return .good
        case .context(1):
            var nodes = try node.childNodes().makeIterator()
            let date = try ASN1Time.date(nodes.required())
            guard let wrapper = nodes.next() else { return .revoked(at: date, reason: nil) }
            var wrapped = try wrapper.children(of: .context(0))
            let reason = try Int(berEncoded: wrapped.required(), withIdentifier: .enumerated)
            return .revoked(at: date, reason: RevocationReason(rawValue: reason) ?? .unspecified)
        default:
            return .unknown
        }
    }

    /// Returns the extensions by type, inside an explicit tag.
    private static func extensions(_ wrapper: ASN1Node) throws -> [ASN1ObjectIdentifier: ArraySlice<UInt8>] {
        var wrapped = try wrapper.childNodes().makeIterator()
        var result: [ASN1ObjectIdentifier: ArraySlice<UInt8>] = [:]
        for node in try wrapped.required().childNodes().prefix(32) {
            var parts = try node.children(of: .sequence)
            let type = try ASN1ObjectIdentifier(berEncoded: &parts)
            var value = try parts.required()
            if value.identifier == .boolean { value = try parts.required() }
            result[type] = try ASN1OctetString(berEncoded: value).bytes
        }
        return result
    }

    // MARK: Checking

    /// Whether the response is signed with the key and an algorithm that is not weak.
    package func isSigned(with key: Certificate.PublicKey) -> Bool {
        guard let scheme = SignatureScheme(algorithm, digest: .sha256), !scheme.digest.isWeak else { return false }
        return scheme.check(signature, over: signedBytes, key: key) == .valid
    }

    /// Whether the response names the holder of this certificate as its responder.
    package func isFrom(_ certificate: Certificate) -> Bool {
        switch responder {
        case .name(let name): name == certificate.subject
        case .keyHash(let hash):
            DigestAlgorithm.sha1.digest(of: certificate.keyBytes).bytes == hash
        }
    }
}
