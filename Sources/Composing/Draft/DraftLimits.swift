/// Limits on what a page sends, beyond those of an envelope.
package enum DraftLimits {
    /// The numbers by which a page names its files.
    package static let fileNumbers = 1...999_999
    /// The maximum length of an access code in UTF-16 code units, as in the eSignature API.
    static let code = 50
}
