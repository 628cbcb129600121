import Envelopes

/// The names of the fields that a ceremony places and fills in, for whoever checks a document that a device signed.
///
/// A field name may not contain a full stop (ISO 32000-2 §12.7.4.2); the ids of tabs and envelopes are GUIDs, so none does
/// and no two are alike.
public enum FieldName {
    private static let prefix = "countersign-"
    private static let pageMark = "-page-"

    static func of(_ tab: EnvelopeTab) -> String { prefix + tab.id.rawValue }

    /// The field whose signature covers a document when a recipient has finished.
    public static func ofSignature(by recipient: Recipient, on document: EnvelopeDocument, in envelope: Envelope)
        -> String
    {
        RecipientFields.awaitedSignature(on: document, from: recipient, in: envelope).name
    }

    /// The signature of a recipient who signs in no tab of a document.
    static func ofSignature(by recipient: Recipient, in envelope: Envelope) -> String {
        "\(prefix)\(envelope.id.rawValue)-\(recipient.id.rawValue.replacingOccurrences(of: ".", with: "_"))"
    }

    /// A further signature of the same recipient, which shows their values on another page.
    static func onPage(_ page: Int, beside signature: String) -> String { "\(signature)\(pageMark)\(page)" }

    /// Whether a field is one of these signatures, or stands beside one.
    static func isSignature(_ field: String, among names: [String]) -> Bool {
        names.contains { field == $0 || field.hasPrefix($0 + pageMark) }
    }

    static func ofSeal(of envelope: Envelope) -> String { "\(prefix)seal-\(envelope.id.rawValue)" }

    static func ofCertification(of envelope: Envelope) -> String { "\(prefix)certification-\(envelope.id.rawValue)" }

    /// A field that is placed on a page for trial only.
    static func ofTrial(onPage page: Int) -> String { "\(prefix)trial-\(page)" }

    /// Whether a field is one of a ceremony's.
    public static func isOurs(_ field: String) -> Bool { field.hasPrefix(prefix) }
}
