import Foundation
import SwiftASN1

/// The encoding of a signature, from `/SubFilter` (ISO 32000-2 §12.8.3).
enum SignatureEncoding: String, Sendable {
    /// CMS as specified by PAdES (ETSI EN 319 142-1).
    case cades = "ETSI.CAdES.detached"
    /// CMS over the byte range.
    case pkcs7Detached = "adbe.pkcs7.detached"
    /// CMS over the SHA-1 digest of the byte range, outdated.
    case pkcs7SHA1 = "adbe.pkcs7.sha1"
    /// A bare RSA signature, outdated.
    case rsaSHA1 = "adbe.x509.rsa_sha1"
    /// A document timestamp (ISO 32000-2 §12.8.5).
    case timestamp = "ETSI.RFC3161"
}

extension SignerFindings {
    /// Reads and checks the value of a signature dictionary.
    ///
    /// - Parameters:
    ///   - contents: the value of `/Contents`
    ///   - encoding: the value of `/SubFilter`
    ///   - pieces: the bytes that the signature covers
    init(contents: Data, encoding: String?, covering pieces: CoveredBytes) {
        guard let encoding, let encoding = SignatureEncoding(rawValue: encoding) else {
            self = .unreadable(.encodingUnknown(name: encoding))
            return
        }
        if encoding == .rsaSHA1 {
            self = .bareRSA
            return
        }
        let signedData: CMSSignedData
        do throws(CMSError) {
            signedData = try CMSSignedData.read(Array(contents))
        } catch {
            self = .unreadable(CMSFinding(error))
            return
        }
        switch encoding {
        case .cades, .pkcs7Detached:
            self.init(signedData) { $0.digest(ofPieces: pieces) }
            addTimestamps(of: signedData)
            checkCAdES(signedData, encoding)
        case .pkcs7SHA1:
            self.init(signedData) { $0.digest(of: signedData.content ?? []) }
            checkEmbeddedDigest(signedData, pieces)
            addTimestamps(of: signedData)
        case .timestamp:
            self.init(documentTimestamp: signedData, pieces)
        case .rsaSHA1:
            self = .bareRSA
        }
        archival.lists += signedData.revocationLists
        if signedData.signerCount > 1 {
            findings.append(.severalSigners(count: signedData.signerCount))
        }
        if signedData.hasTrailingData { findings.append(.trailingBytes) }
    }

    /// The findings for a signature without a CMS structure, a kind that has been obsolete for many years.
    private static var bareRSA: SignerFindings {
        var findings = SignerFindings.unreadable(.encodingOutdated(name: SignatureEncoding.rsaSHA1.rawValue))
        findings.algorithm = "RSA with SHA-1"
        return findings
    }

    /// Checks the signing-certificate attribute that PAdES requires (ETSI EN 319 142-1 §6.3).
    private mutating func checkCAdES(_ signedData: CMSSignedData, _ encoding: SignatureEncoding) {
        guard encoding == .cades, integrity == .intact, let certificate else { return }
        let finding = signedData.signer.signedAttributes.map {
            SigningCertificateAttribute.check($0, names: certificate)
        }
        isBaseline = finding == .matches && attributesAreDER
        if finding != .matches {
            findings.append(.certificateNotCovered)
        }
    }

    /// Checks the content of the CMS structure, which is the SHA-1 digest of the byte range in adbe.pkcs7.sha1.
    private mutating func checkEmbeddedDigest(_ signedData: CMSSignedData, _ pieces: CoveredBytes) {
        guard let content = signedData.content, Array(content) == DigestAlgorithm.sha1.digest(ofPieces: pieces).bytes
        else {
            integrity = .broken
            findings.append(.digestDiffers)
            return
        }
        let weak = CMSFinding.hashWeak(hash: DigestAlgorithm.sha1.name)
        if !findings.contains(weak) { findings.append(weak) }
    }

    /// Checks a document timestamp: an authority's signature over the time and the digest of the byte range.
    private init(documentTimestamp signedData: CMSSignedData, _ pieces: CoveredBytes) {
        self.init(signedData) { $0.digest(of: signedData.content ?? []) }
        let info: TimestampInfo
        do throws(TimestampDefect) {
            guard signedData.contentType == .CMS.timestampInfo, let content = signedData.content else {
                throw .otherContent
            }
            info = try TimestampInfo(content)
        } catch {
            integrity = .broken
            findings.append(.timestampMalformed(defect: error))
            return
        }
        if !info.isTimeRegular { findings.append(.timestampTimeIrregular) }
        switch info.covers({ $0.digest(ofPieces: pieces) }) {
        case true?: break
        case false?:
            integrity = .broken
            findings.append(.digestDiffers)
        case nil:
            if integrity == .intact { integrity = .unknown }
            findings.append(Self.unsupported(info.imprintAlgorithm, .timestamp))
        }
        timestamps = [TimestampFindings(of: self, info)]
    }

    /// The most timestamps to check. A signature has one, or a few from several authorities.
    private static let mostTimestamps = 8

    /// Adds the signature timestamps from the unsigned attributes (RFC 3161 Appendix A).
    private mutating func addTimestamps(of signedData: CMSSignedData) {
        for node in signedData.signer.unsignedAttributes.values(of: .CMS.signatureTimestamp).prefix(Self.mostTimestamps)
        {
            let (token, info, content): (CMSSignedData, TimestampInfo, ArraySlice<UInt8>)
            do throws(TimestampDefect) {
                (token, info, content) = try TimestampToken.read(node)
            } catch {
                findings.append(.timestampUnreadable(defect: error))
                continue
            }
            if !info.isTimeRegular { findings.append(.timestampNote(finding: .timestampTimeIrregular)) }
            let isForThis = info.covers { $0.digest(of: signedData.signer.value) }
            guard isForThis != false else {
                findings.append(.timestampForeign)
                continue
            }
            guard isForThis != nil else {
                // The signature remains valid without it.
                findings.append(Self.unsupported(info.imprintAlgorithm, .signatureTimestamp))
                continue
            }
            var own = SignerFindings(token) { $0.digest(of: content) }
            own.archival.lists += token.revocationLists
            if own.integrity == .broken {
                findings.append(.timestampNotIntact)
                continue
            }
            if own.integrity == .unknown {
                findings += own.findings.filter { $0.severity != .note }.map(CMSFinding.timestampNote)
            }
            timestamps.append(TimestampFindings(of: own, info))
        }
    }
}
