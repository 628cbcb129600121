import Envelopes

/// What an account's new envelopes begin with, besides reminders and expiry.
public struct EnvelopeDefaults: Sendable, Hashable {
    /// Whether a line below each signature names the signer, the time and the envelope.
    public var showsEvidence: Bool
    /// How date-signed tabs without a form of their own write the day; `nil` for the usual form of the signer's language.
    public var dateFormat: DateFormat?

    /// Without arguments, no line and the form of the language.
    public init(showsEvidence: Bool = false, dateFormat: DateFormat? = nil) {
        self.showsEvidence = showsEvidence
        self.dateFormat = dateFormat
    }
}
