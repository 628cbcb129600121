import Envelopes
import Foundation

/// What whoever runs the host may set.
public struct CeremonyConfiguration: Sendable {
    /// Who may show the page in a frame: source expressions of the directive `frame-ancestors` (CSP Level 3 §6.4.2).
    public var frameAncestors = "'self'"
    /// The largest request body in bytes: a long drawn signature with every point of its strokes.
    public var bodyLimit = 2 << 20
    /// The most characters of a reason for declining, and of a value where its tab sets no limit.
    public var longestReason = 500
    public var longestValue = 4000
    /// After how many seconds without a request the session ends, if the carrier ends sessions; told to the page.
    public var sessionIdleSeconds: Int?
    /// The zone whose calendar day a date-signed tab shows.
    public var timeZone = TimeZone.gmt
    /// Whether the authority certifies each document before its first signature, so that validators accept nothing
    /// but filling in and signing afterwards (DocMDP 2). A document that somebody has signed before is not certified.
    public var certifiesDocuments = false
    /// Whether the page offers to finish later, and the host takes it.
    public var allowsFinishingLater = true
    /// Whether the page offers the documents for download and print. An app whose device is handed around leaves that to the
    /// sender.
    public var offersCopies = true
    /// Whether what a person entered is there again when they come back; what the page tells them when they leave.
    public var keepsEntries = true
    /// Whether "Next" leads only to required fields that are blank; otherwise to every field that the signer may fill in.
    public var nextGoesOnlyToBlankRequired = true
    /// What a person agrees to before signing; nil is ``Disclosure/standard(sender:terms:)``.
    public var disclosure: Disclosure?
    /// What the account of an envelope says in the standard disclosure.
    public var terms: @Sendable (_ account: String) async throws -> DisclosureTerms = { _ in DisclosureTerms() }
    /// How much one signer may add to the envelope's history.
    public var acts = ActLimits()
    /// How long signatures are to last; nil for signatures without timestamps.
    public var lasting: LastingSignatures?
    /// The clock.
    public var now: @Sendable () -> Date
    /// Gets told of failures that the person at the page cannot mend.
    public var report: @Sendable (any Error) -> Void

    public init(
        now: @escaping @Sendable () -> Date = { Date() }, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.now = now
        self.report = report
    }

    /// Nothing from another host, no inline script or style, no form that leaves the page.
    var contentSecurityPolicy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors \(frameAncestors)"
    }
}
