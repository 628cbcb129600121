import Envelopes

/// The names of a ceremony's PDF fields, public for code that checks a document signed on a device.
///
/// A field name must not contain a period (ISO 32000-2 §12.7.4.2). The ids of tabs and envelopes are GUIDs, so they
/// have none and are unique.
public enum FieldName {
    private static let prefix = "countersign-"
    private static let pageMark = "-page-"

    static func of(_ tab: EnvelopeTab) -> String { prefix + tab.id.rawValue }

    /// Returns the name of the field whose signature covers a document once a recipient has finished.
    public static func ofSignature(by recipient: Recipient, on document: EnvelopeDocument, in envelope: Envelope)
        -> String
    {
        RecipientFields.awaitedSignature(on: document, from: recipient, in: envelope).name
    }

    /// Returns the name of the signature of a recipient without a signature tab on a document.
    static func ofSignature(by recipient: Recipient, in envelope: Envelope) -> String {
        "\(prefix)\(envelope.id.rawValue)-\(recipient.id.rawValue.replacingOccurrences(of: ".", with: "_"))"
    }

    /// Returns the name of a further signature of the same recipient, which shows their values on another page.
    static func onPage(_ page: Int, beside signature: String) -> String { "\(signature)\(pageMark)\(page)" }

    /// Whether a field is one of these signatures or a further signature beside one.
    static func isSignature(_ field: String, among names: [String]) -> Bool {
        names.contains { field == $0 || field.hasPrefix($0 + pageMark) }
    }

    static func ofSeal(of envelope: Envelope) -> String { "\(prefix)seal-\(envelope.id.rawValue)" }

    static func ofCertification(of envelope: Envelope) -> String { "\(prefix)certification-\(envelope.id.rawValue)" }

    /// Returns the name of a field for a trial only.
    static func ofTrial(onPage page: Int) -> String { "\(prefix)trial-\(page)" }

    /// Whether a field belongs to a ceremony.
    public static func isOurs(_ field: String) -> Bool { field.hasPrefix(prefix) }
}
