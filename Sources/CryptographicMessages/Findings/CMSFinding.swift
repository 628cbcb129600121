/// A finding in the value of a signature: in its CMS structure (RFC 5652) or its timestamps (RFC 3161).
public indirect enum CMSFinding: Sendable, Hashable, Codable {
    /// The part that could not be checked.
    public enum Part: String, Sendable, Hashable, Codable {
        case signature
        /// A timestamp over the whole document.
        case timestamp
        /// A timestamp over the signature, which is valid without it.
        case signatureTimestamp = "signature-timestamp"
    }

    /// The signature has no value.
    case containerMissing
    /// The container ends inside a value.
    case containerTruncated
    /// The container does not have the structure of RFC 5652.
    case containerMalformed
    /// The container is of a type other than signed data.
    case notSignedData
    /// The container holds no signature.
    case noSigner
    /// The container holds several signatures; only the first was checked.
    case severalSigners(count: Int)
    /// Unprotected bytes follow the container.
    case trailingBytes
    /// The encoding's name is unknown or missing.
    case encodingUnknown(name: String?)
    /// The encoding is outdated and not checked.
    case encodingOutdated(name: String)

    /// The named algorithm is not supported.
    case algorithmNotSupported(algorithm: String, part: Part)
    /// The hash function has no known name.
    case hashFunctionNotSupported(oid: String, part: Part)
    /// The signature algorithm has no known name.
    case algorithmUnknown(oid: String)
    /// The signature relies on a broken hash function.
    case hashWeak(hash: String)
    /// The document and the signature use different hash functions (RFC 8933 §3).
    case hashFunctionsDiffer(document: String, signature: String)
    /// The certificate's key is restricted to RSA-PSS, but the signature does not use it.
    case keyForPSSOnly
    /// The key cannot be used with the signature's algorithm.
    case keyUnsuitable(obstacle: SignatureObstacle)
    /// The signer's RSA key has too few bits.
    case keyWeak(certificate: String, bits: Int)
    /// A certificate on the path from the signer's up is signed with a broken hash function.
    case certificateHashWeak(certificate: String, hash: String)
    /// The signature does not include the signer's certificate.
    case certificateMissing
    /// The signer's certificate is of an unknown kind.
    case certificateUnknown
    /// The signature was made for another certificate than the included one.
    case certificateDiffers
    /// The signature claims to be PAdES but does not cover its certificate (ETSI EN 319 142-1 §6.3).
    case certificateNotCovered

    /// The content-type attribute is missing or wrong (RFC 5652 §11.1).
    case contentTypeDiffers
    /// The digest of the signed bytes differs from the signed digest (RFC 5652 §11.2).
    case digestDiffers
    /// The signature was made with other algorithms than those it now names (RFC 6211).
    case algorithmsDiffer
    /// The value is not a signature of these bytes by the key of the signer's certificate.
    case valueWrong
    /// The signed attributes are not in DER order (RFC 5652 §5.4).
    case attributesNotDER

    /// A document timestamp does not conform to RFC 3161.
    case timestampMalformed(defect: TimestampDefect)
    /// A signature's timestamp cannot be read.
    case timestampUnreadable(defect: TimestampDefect)
    /// A signature's timestamp belongs to another signature.
    case timestampForeign
    /// A timestamp's time is not written as RFC 3161 §2.4.2 demands.
    case timestampTimeIrregular
    /// A signature's timestamp is not intact.
    case timestampNotIntact
    /// A finding on a signature's timestamp.
    case timestampNote(finding: CMSFinding)
}

extension CMSFinding: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case containerMissing = "container-missing"
        case containerTruncated = "container-truncated"
        case containerMalformed = "container-malformed"
        case notSignedData = "not-signed-data"
        case noSigner = "no-signer"
        case severalSigners = "several-signers"
        case trailingBytes = "trailing-bytes"
        case encodingUnknown = "encoding-unknown"
        case encodingOutdated = "encoding-outdated"
        case algorithmNotSupported = "algorithm-not-supported"
        case hashFunctionNotSupported = "hash-function-not-supported"
        case algorithmUnknown = "algorithm-unknown"
        case hashWeak = "hash-weak"
        case hashFunctionsDiffer = "hash-functions-differ"
        case keyForPSSOnly = "key-for-pss-only"
        case keyUnsuitable = "key-unsuitable"
        case keyWeak = "key-weak"
        case certificateHashWeak = "certificate-hash-weak"
        case certificateMissing = "certificate-missing"
        case certificateUnknown = "certificate-unknown"
        case certificateDiffers = "certificate-differs"
        case certificateNotCovered = "certificate-not-covered"
        case contentTypeDiffers = "content-type-differs"
        case digestDiffers = "digest-differs"
        case algorithmsDiffer = "algorithms-differ"
        case valueWrong = "value-wrong"
        case attributesNotDER = "attributes-not-der"
        case timestampMalformed = "timestamp-malformed"
        case timestampUnreadable = "timestamp-unreadable"
        case timestampForeign = "timestamp-foreign"
        case timestampTimeIrregular = "timestamp-time-irregular"
        case timestampNotIntact = "timestamp-not-intact"
        case timestampNote = "timestamp-note"
    }

    /// The stable code of the case, such as `timestamp-foreign`; the member `code` in JSON.
    public var code: String { caseCode }

    /// What the finding means for the verdict. It depends on the case, and for some cases on the part.
    public var severity: FindingSeverity {
        switch self {
        case .containerMissing, .containerTruncated, .containerMalformed, .notSignedData, .noSigner,
            .certificateMissing,
            .certificateDiffers, .contentTypeDiffers, .digestDiffers, .algorithmsDiffer, .valueWrong,
            .timestampMalformed:
            .broken
        case .algorithmNotSupported(_, .signatureTimestamp), .hashFunctionNotSupported(_, .signatureTimestamp),
            .attributesNotDER, .trailingBytes, .timestampTimeIrregular, .timestampNote:
            .note
        case .severalSigners, .encodingUnknown, .encodingOutdated, .algorithmNotSupported,
            .hashFunctionNotSupported, .algorithmUnknown, .hashWeak, .hashFunctionsDiffer, .keyForPSSOnly,
            .keyUnsuitable, .keyWeak, .certificateHashWeak, .certificateUnknown, .certificateNotCovered,
            .timestampUnreadable, .timestampForeign, .timestampNotIntact:
            .doubtful
        }
    }

    package init(_ error: CMSError) {
        self =
            switch error {
            case .truncated: .containerTruncated
            case .malformed: .containerMalformed
            case .notSignedData: .notSignedData
            case .noSigner: .noSigner
            }
    }
}

/// Why a key cannot check a signature.
public enum SignatureObstacle: String, Sendable, Hashable, Codable {
    case notAnEd25519Key = "not-an-ed25519-key"
    /// Anybody can make a signature that the key accepts.
    case keyOfSmallOrder = "key-of-small-order"
    case notAnRSAKey = "not-an-rsa-key"
    case notAnECDSAKey = "not-an-ecdsa-key"
    /// The algorithm signs the message itself, but only the digest is available.
    case messageNeeded = "message-needed"
}
