/// The documents that a recipient signs.
extension Envelope {
    /// The documents that a recipient signs, in order: those with a field for them, or all that they see if none has
    /// one. Documents
    /// with nothing but optional signatures that they left empty are left out, unless none would remain.
    public func documentsToSign(by id: RecipientID) -> [EnvelopeDocument] {
        let kept = tabsOnPages(of: id).filter { !$0.isOptionalArtwork || isFilled($0) && isShown($0) }
        return kept.isEmpty ? documentsAsking(id) : documents(of: kept)
    }

    /// The documents with a field for a recipient, in order; all that they see if none has one.
    public func documentsAsking(_ id: RecipientID) -> [EnvelopeDocument] {
        let tabs = tabsOnPages(of: id)
        return tabs.isEmpty ? documents(visibleTo: id) : documents(of: tabs)
    }

    /// A tab that asks for a file leaves nothing on its page.
    private func tabsOnPages(of id: RecipientID) -> [EnvelopeTab] {
        tabs(of: id).filter { $0.kind != .signerAttachment }
    }

    private func documents(of tabs: [EnvelopeTab]) -> [EnvelopeDocument] {
        let ids = Set(tabs.map(\.documentID))
        return documents.filter { ids.contains($0.id) }.sorted { $0.order < $1.order }
    }
}
