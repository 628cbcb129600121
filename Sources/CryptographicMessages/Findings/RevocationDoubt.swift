import Foundation

/// Why a piece of information does not settle whether a certificate was revoked (RFC 6960, RFC 5280 §6.3).
public enum RevocationDoubt: Sendable, Hashable, Codable {
    /// Why a list does not cover a certificate (RFC 5280 §5.2.5).
    public enum Scope: String, Sendable, Hashable, Codable {
        case otherIssuers = "other-issuers"
        case attributeCertificates = "attribute-certificates"
        case someReasons = "some-reasons"
        case endEntities = "end-entities"
        case authorities
        case otherPart = "other-part"
    }

    /// The responder does not know the certificate.
    case certificateUnknown
    /// The information was made after the certificate had ended.
    case madeAfterEnd
    /// The information was good for an earlier time only.
    case outOfDate(until: Date)
    case fromFuture
    /// The response is not signed by whom the issuer named.
    case responseForeign
    /// The responder's certificate is not meant for that.
    case responderUnsuitable
    /// The responder's certificate was not valid when it answered.
    case responderNotValid
    /// The responder's certificate ended before any timestamp was put over its answer.
    case responderEnded
    case responderRevoked
    /// The list holds only changes to another.
    case listIncremental
    /// The list has a critical extension that is not known here.
    case listExtensionUnknown
    /// The list does not cover the certificate.
    case listOutOfScope(scope: Scope)
    /// The issuer's key may not sign lists.
    case listKeyUnsuitable
    /// The list is not signed by the issuer.
    case listForeign
    /// The list is damaged, or has entries that are not known here.
    case listDamaged

    /// The certificate names no place to ask.
    case noSource
    /// An answer came that does not settle the matter.
    case answerUnsettled(address: String)
    /// A list came that does not settle the matter.
    case listUnsettled(address: String)
    /// The responder refused (RFC 6960 §4.2.1).
    case responderRefused(address: String, status: Int)
    /// The answer is no OCSP response.
    case answerUnreadable(address: String)
    /// The answer is to another request.
    case nonceDiffers(address: String)
    /// No usable answer came; the reason is the exchange's.
    case exchangeFailed(address: String, reason: String)
}

extension RevocationDoubt: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case certificateUnknown = "certificate-unknown-to-responder"
        case madeAfterEnd = "made-after-end"
        case outOfDate = "out-of-date"
        case fromFuture = "from-future"
        case responseForeign = "response-foreign"
        case responderUnsuitable = "responder-unsuitable"
        case responderNotValid = "responder-not-valid"
        case responderEnded = "responder-ended"
        case responderRevoked = "responder-revoked"
        case listIncremental = "list-incremental"
        case listExtensionUnknown = "list-extension-unknown"
        case listOutOfScope = "list-out-of-scope"
        case listKeyUnsuitable = "list-key-unsuitable"
        case listForeign = "list-foreign"
        case listDamaged = "list-damaged"
        case noSource = "no-source"
        case answerUnsettled = "answer-unsettled"
        case listUnsettled = "list-unsettled"
        case responderRefused = "responder-refused"
        case answerUnreadable = "answer-unreadable"
        case nonceDiffers = "nonce-differs"
        case exchangeFailed = "exchange-failed"
    }

    public var code: String { caseCode }
}
