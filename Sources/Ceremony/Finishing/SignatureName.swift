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
    /// The documents that a recipient signs, in order: those that ask something of them; all when none does. A document
    /// in which they left optional signatures empty, and which asks for nothing else, is not signed.
    public func documentsToSign(by id: RecipientID) -> [Document] {
        let kept = tabs(of: id).filter { !$0.isOptionalArtwork || isFilled($0) && isShown($0) }
        return kept.isEmpty ? documentsAsking(id) : documents(of: kept)
    }

    /// The documents that ask anything of a recipient, in order; all when none does. Earlier versions of an app signed
    /// each of them.
    public func documentsAsking(_ id: RecipientID) -> [Document] {
        let tabs = tabs(of: id)
        return tabs.isEmpty ? documents.sorted { $0.order < $1.order } : documents(of: tabs)
    }

    private func documents(of tabs: [Tab]) -> [Document] {
        let ids = Set(tabs.map(\.documentID))
        return documents.filter { ids.contains($0.id) }.sorted { $0.order < $1.order }
    }
}
