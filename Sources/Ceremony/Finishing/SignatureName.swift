import Envelopes

/// The names of the signature fields that a ceremony signs in, for whoever checks a document that a device signed.
public enum SignatureName {
    /// The field whose signature covers a document when a recipient has finished.
    public static func of(_ recipient: Recipient, on document: Document, in envelope: Envelope) -> String {
        RecipientFields.awaitedSignature(on: document, from: recipient, in: envelope).name
    }

    /// Whether a field is one of a ceremony's.
    public static func isOurs(_ field: String) -> Bool { field.hasPrefix("countersign-") }
}

extension Envelope {
    /// The documents that a recipient signs, in order: those that ask something of them; all when none does.
    public func documentsToSign(by id: RecipientID) -> [Document] {
        let asking = Set(tabs(of: id).map(\.documentID))
        let ordered = documents.sorted { $0.order < $1.order }
        return asking.isEmpty ? ordered : ordered.filter { asking.contains($0.id) }
    }
}
