/// What is found in the value of a signature: in its CMS structure (RFC 5652) and the timestamps there (RFC 3161).
public indirect enum CMSFinding: Sendable, Hashable, Codable {
    /// What could not be checked.
    public enum Part: String, Sendable, Hashable, Codable {
        case signature
        /// A timestamp over the whole document.
        case timestamp
        /// A timestamp over the signature, which stands without it.
        case signatureTimestamp = "signature-timestamp"
    }

    /// The signature has no value.
    case containerMissing
    /// The container ends in the middle of a value.
    case containerTruncated
    /// The container is not the structure that RFC 5652 describes.
    case containerMalformed
    /// The container is of another type than signed data.
    case notSignedData
    /// The container holds no signature.
    case noSigner
    /// The container holds several signatures; only the first was checked.
    case severalSigners(count: Int)
    /// There are bytes after the container that nothing protects.
    case trailingBytes
    /// The encoding has a name that is not known here, or none.
    case encodingUnknown(name: String?)
    /// The encoding is outdated and not checked.
    case encodingOutdated(name: String)

    /// An algorithm with a name that is not computed here.
    case algorithmNotSupported(algorithm: String, part: Part)
    /// A hash function without a name here.
    case hashFunctionNotSupported(oid: String, part: Part)
    /// A signature algorithm without a name here.
    case algorithmUnknown(oid: String)
    /// The signature relies on a hash function that can be forged.
    case hashWeak(hash: String)
    /// One hash function for the document and another for the signature (RFC 8933 §3).
    case hashFunctionsDiffer(document: String, signature: String)
    /// The certificate's key is for RSA-PSS only, and the signature was made without.
    case keyForPSSOnly
    /// The key cannot be used with the signature's algorithm.
    case keyUnsuitable(obstacle: SignatureObstacle)
    /// The signer's RSA key has too few bits.
    case keyWeak(certificate: String, bits: Int)
    /// A certificate on the way from the signer's up is signed with a hash function that can be forged.
    case certificateHashWeak(certificate: String, hash: String)
    /// The signer's certificate did not come with the signature.
    case certificateMissing
    /// The signer's certificate is of a kind that is not known here.
    case certificateUnknown
    /// The signature was made for another certificate than the one that came with it.
    case certificateDiffers
    /// The signature claims to be PAdES but does not cover its certificate (ETSI EN 319 142-1 §6.3).
    case certificateNotCovered

    /// The content-type attribute is missing or wrong (RFC 5652 §11.1).
    case contentTypeDiffers
    /// The digest of the signed bytes is not the one that was signed (RFC 5652 §11.2).
    case digestDiffers
    /// The signature was made with other algorithms than those it names now (RFC 6211).
    case algorithmsDiffer
    /// The value was not made over these bytes with the key of the signer's certificate.
    case valueWrong
    /// The signed attributes do not stand in the order that DER asks for (RFC 5652 §5.4).
    case attributesNotDER

    /// A document timestamp does not hold what RFC 3161 asks for.
    case timestampMalformed
    /// A signature's timestamp is damaged or belongs to another signature.
    case timestampForeign
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
        case timestampForeign = "timestamp-foreign"
        case timestampNotIntact = "timestamp-not-intact"
        case timestampNote = "timestamp-note"
    }

    public var code: String { caseCode }

    public var severity: FindingSeverity {
        switch self {
        case .containerMissing, .containerTruncated, .containerMalformed, .notSignedData, .noSigner,
            .certificateMissing,
            .certificateDiffers, .contentTypeDiffers, .digestDiffers, .algorithmsDiffer, .valueWrong,
            .timestampMalformed:
            .broken
        case .algorithmNotSupported(_, .signatureTimestamp), .hashFunctionNotSupported(_, .signatureTimestamp),
            .attributesNotDER, .timestampNote:
            .note
        case .severalSigners, .trailingBytes, .encodingUnknown, .encodingOutdated, .algorithmNotSupported,
            .hashFunctionNotSupported, .algorithmUnknown, .hashWeak, .hashFunctionsDiffer, .keyForPSSOnly,
            .keyUnsuitable, .keyWeak, .certificateHashWeak, .certificateUnknown, .certificateNotCovered,
            .timestampForeign, .timestampNotIntact:
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
    case notAnRSAKey = "not-an-rsa-key"
    case notAnECDSAKey = "not-an-ecdsa-key"
    /// The algorithm signs the message itself, of which only the digest is at hand.
    case messageNeeded = "message-needed"
}
