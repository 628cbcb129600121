import DescribedErrors
import Foundation

// The only place in this module that turns findings into English.

extension CMSFinding {
    /// A complete sentence for people.
    public var sentence: String {
        switch self {
        case .containerMissing: "The signature has no value: its /Contents is missing."
        case .containerTruncated: "The signature container is damaged: it ends in the middle of a value."
        case .containerMalformed:
            "The signature container is damaged: it is not the structure that RFC 5652 describes."
        case .notSignedData: "The signature container does not hold signed data."
        case .noSigner: "The signature container holds no signature."
        case .severalSigners(let count):
            "The signature container holds \(count) signatures where a PDF file allows one; only the first was checked."
        case .trailingBytes:
            "Bytes that belong to nothing follow the signature's container, in the room that was reserved for it."
        case .encodingUnknown(let name):
            name.map { "The signature's encoding “\(QuotedText.plain($0))” is unknown." }
                ?? "The signature does not name its encoding."
        case .encodingOutdated(let name): "The signature has the outdated encoding \(name), which is not checked."
        case .algorithmNotSupported(let algorithm, let part): part.unsupported(algorithm)
        case .hashFunctionNotSupported(let oid, let part): part.unsupported("the hash function \(oid)")
        case .algorithmUnknown(let oid): Part.signature.unsupported("the algorithm \(oid)")
        case .hashWeak(let hash): "The signature relies on \(hash), which allows forged documents."
        case .hashFunctionsDiffer(let document, let signature):
            "The signature uses two hash functions, \(document) for the document and \(signature) for itself. They "
                + "should be the same."
        case .keyForPSSOnly: "The certificate's key is for RSA-PSS only, but the signature does not use RSA-PSS."
        case .keyUnsuitable(let obstacle): "The signature could not be checked: \(obstacle.clause)."
        case .keyWeak(let certificate, let bits):
            "The key of “\(certificate)” is RSA with \(bits) bits. Fewer than \(WeakAlgorithm.shortestRSAKey) are "
                + "too weak."
        case .certificateHashWeak(let certificate, let hash): Self.weakIssuance(certificate, hash)
        case .certificateMissing: "The signer's certificate is missing."
        case .certificateUnknown: "The signer's certificate is of an unknown kind."
        case .certificateDiffers: "The signature was made for another certificate than the one that came with it."
        case .certificateNotCovered: "The signature claims to be PAdES but does not cover its certificate."
        case .contentTypeDiffers: "The signature does not say what kind of content it signs, or says it wrongly."
        case .digestDiffers: "The signed bytes were changed: their digest is not the one that was signed."
        case .algorithmsDiffer: "The signature was made with other algorithms than those it names now."
        case .valueWrong: "The signature was not made over these bytes with the key of the signer's certificate."
        case .attributesNotDER:
            "The signed attributes do not stand in the order that DER asks for (RFC 5652 §5.4); other programs may "
                + "refuse the signature for that."
        case .timestampMalformed(let defect):
            "The timestamp does not have the structure of RFC 3161: \(defect.clause)."
        case .timestampUnreadable(let defect): "The signature's timestamp cannot be read: \(defect.clause)."
        case .timestampForeign: "The signature's timestamp belongs to another signature."
        case .timestampTimeIrregular:
            "The timestamp's time is not written as RFC 3161 demands, such as with a zero at the end of its fraction; "
                + "other programs may refuse it for that."
        case .timestampNotIntact: "The signature's timestamp is not intact."
        case .timestampNote(let finding): "About the signature's timestamp: \(finding.sentence)"
        }
    }

    fileprivate static func weakIssuance(_ certificate: String, _ hash: String) -> String {
        "The certificate of “\(certificate)” is signed with \(hash), which allows forged certificates."
    }
}

extension CMSFinding.Part {
    fileprivate func unsupported(_ name: String) -> String {
        let part =
            switch self {
            case .signature: "The signature"
            case .timestamp: "The timestamp"
            case .signatureTimestamp: "The signature's timestamp"
            }
        return "\(part) could not be checked: \(name) is not supported here."
    }
}

extension TimestampDefect {
    /// A clause in which "it" is the timestamp.
    var clause: String {
        switch self {
        case .container: "it is not a signature that RFC 5652 describes"
        case .otherContent: "it does not hold a TSTInfo"
        case .info: "its TSTInfo is damaged"
        case .time: "its time is not a GeneralizedTime with a time zone"
        }
    }
}

extension SignatureObstacle {
    fileprivate var clause: String {
        switch self {
        case .notAnEd25519Key: "the key is not an Ed25519 key"
        case .keyOfSmallOrder: "the key is a point of small order, for which anybody can sign"
        case .notAnRSAKey: "the key is not an RSA key"
        case .notAnECDSAKey: "the key is not one for ECDSA"
        case .messageNeeded: "its algorithm needs more than a digest"
        }
    }
}

extension TimestampFlaw {
    /// A complete sentence for people, in which "it" is the timestamp.
    public var sentence: String {
        switch self {
        case .signature(let finding): finding.sentence
        case .unchecked: "Its signature could not be checked."
        case .severalSigners: "It has more than one signer."
        case .certificateNotNamed: "It does not name the certificate that it was signed with."
        case .certificate(let problem): problem.sentence
        case .keyUsageNotCritical: "Its certificate's extended key usage is not critical."
        }
    }
}

extension TrustProblem {
    /// One or two complete sentences for people.
    public var sentence: String {
        switch self {
        case .noAnchors: "No trust anchor was given."
        case .selfSigned: "The certificate is self-signed and not among the trust anchors."
        case .issuerNotTrusted(let issuer): "The issuer “\(issuer)” is not among the trust anchors."
        case .notYetValid(let certificate, let start, let claimed):
            "The certificate of “\(certificate)” is not valid before \(start.formatted(.iso8601))."
                + Self.unproven(claimed)
        case .expired(let certificate, let end, let claimed):
            "The certificate of “\(certificate)” expired at \(end.formatted(.iso8601))." + Self.unproven(claimed)
        case .timestampRevoked(let certificate, let date):
            "The certificate of “\(certificate)” was revoked at \(date.formatted(.iso8601))."
        case .timestampAhead(let time, let now):
            "The timestamp is from the future: it says \(time.formatted(.iso8601)), and now is "
                + "\(now.formatted(.iso8601))."
        case .signerCertificateUnreadable: "The signer's certificate cannot be read."
        case .authorityCertificateUnreadable: "The authority's certificate cannot be read."
        case .authorityCertificateMissing: "The authority's certificate is missing."
        case .keyUsageUnreadable: "The certificate's key usage cannot be read."
        case .keyUsageWithoutSignatures: "The certificate's key usage does not include signatures."
        case .notForDocuments: "The certificate is not meant for signing documents."
        case .notForTimestamps: "The certificate is not meant for timestamps."
        case .extensionUnknown(let oid): "The certificate has the unknown critical extension \(oid)."
        case .mayNotIssue(let issuer): "“\(issuer)” may not issue certificates."
        case .keyMayNotIssue(let issuer): "The key of “\(issuer)” may not sign certificates."
        case .issuanceHashWeak(let certificate, let hash): CMSFinding.weakIssuance(certificate, hash)
        case .issuanceNotSupported(let certificate, let algorithm):
            "The certificate of “\(certificate)” is signed with \(algorithm), which is not supported here."
        case .policyNotMet(let certificate):
            "The certificate of “\(certificate)” does not have a policy that an authority above it demands."
        case .nameNotPermitted(let certificate, let issuer):
            "“\(issuer)” may not vouch for the name or address in the certificate of “\(certificate)”."
        case .tooManyPaths: "The certificates in the file form too many paths to try them all."
        case .chainRuleBroken: "The certificate chain breaks a rule on path lengths, names or versions of RFC 5280."
        case .chainRefused(let reason): QuotedText.line(reason)
        }
    }

    private static func unproven(_ claimed: Date?) -> String {
        guard let claimed else { return "" }
        return
            " It was valid at the claimed time of signing, \(claimed.formatted(.iso8601)), but nobody vouches for that "
            + "time."
    }
}

extension RevocationDoubt {
    /// A part of a sentence in which "it" is the certificate.
    public var clause: String {
        switch self {
        case .certificateUnknown: "its responder does not know it"
        case .madeAfterEnd: "the information was issued after it had expired"
        case .outOfDate(let end): "the information was good until \(end.formatted(.iso8601)) only"
        case .fromFuture: "the information claims to be from the future"
        case .responseForeign: "its OCSP response is not signed by a responder that the issuer named"
        case .responderUnsuitable: "the certificate behind its OCSP response is not meant for OCSP"
        case .responderNotValid: "the responder's certificate was not valid when it answered"
        case .responderEnded: "the responder's certificate expired before a timestamp covered its answer"
        case .responderRevoked: "the responder's certificate was revoked"
        case .listIncremental: "its revocation list holds only changes to another list"
        case .listExtensionUnknown: "its revocation list has an unknown critical extension"
        case .listOutOfScope(let scope): "its revocation list does not cover it: \(scope.clause)"
        case .listKeyUnsuitable: "its issuer's key may not sign revocation lists"
        case .listForeign: "its revocation list is not signed by its issuer"
        case .listDamaged: "its revocation list is damaged, or has unknown entries"
        case .noSource: "the certificate names no place to ask"
        case .answerUnsettled(let address): "\(QuotedText.plain(address, longest: 200)): its answer is inconclusive"
        case .listUnsettled(let address): "\(QuotedText.plain(address, longest: 200)): its list is inconclusive"
        case .responderRefused(let address, let status):
            "\(QuotedText.plain(address, longest: 200)): it refused with OCSP status \(status)"
        case .answerUnreadable(let address):
            "\(QuotedText.plain(address, longest: 200)): its answer is not an OCSP response"
        case .nonceDiffers(let address):
            "\(QuotedText.plain(address, longest: 200)): its answer is to another request: the nonce differs"
        case .exchangeFailed(let address, let reason):
            "\(QuotedText.plain(address, longest: 200)): \(QuotedText.line(reason))"
        }
    }
}

extension RevocationDoubt.Scope {
    fileprivate var clause: String {
        switch self {
        case .otherIssuers: "it may hold other issuers' certificates"
        case .attributeCertificates: "it is about attribute certificates"
        case .someReasons: "it is about some reasons only"
        case .endEntities: "it is not about authorities"
        case .authorities: "it is about authorities only"
        case .otherPart: "it is about another part of the issuer's certificates"
        }
    }
}
