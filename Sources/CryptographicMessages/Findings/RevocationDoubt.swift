import Foundation

/// Why revocation information is inconclusive for a certificate (RFC 6960, RFC 5280 §6.3).
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
    /// The information was made after the certificate had expired.
    case madeAfterEnd
    /// The information covers only an earlier time.
    case outOfDate(until: Date)
    case fromFuture
    /// The response is not signed by a responder that the issuer authorized.
    case responseForeign
    /// The responder's certificate is not meant for OCSP responses.
    case responderUnsuitable
    /// The responder's certificate was not valid when it answered.
    case responderNotValid
    /// The responder's certificate expired before any timestamp covered its response.
    case responderEnded
    case responderRevoked
    /// The list holds only changes to another list.
    case listIncremental
    /// The list has an unknown critical extension.
    case listExtensionUnknown
    /// The list does not cover the certificate.
    case listOutOfScope(scope: Scope)
    /// The issuer's key may not sign lists.
    case listKeyUnsuitable
    /// The list is not signed by the issuer.
    case listForeign
    /// The list is damaged, or has unknown entries.
    case listDamaged

    /// The certificate names no source of revocation information.
    case noSource
    /// A response came, but it is inconclusive.
    case answerUnsettled(address: String)
    /// A list came, but it is inconclusive.
    case listUnsettled(address: String)
    /// The responder rejected the request (RFC 6960 §4.2.1).
    case responderRefused(address: String, status: Int)
    /// The answer is not an OCSP response.
    case answerUnreadable(address: String)
    /// The response belongs to another request.
    case nonceDiffers(address: String)
    /// No usable answer came; the reason comes from the exchange.
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

    /// The stable code of the case, such as `nonce-differs`; the member `code` in JSON.
    public var code: String { caseCode }
}
