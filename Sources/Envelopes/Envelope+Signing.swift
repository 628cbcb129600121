/// Which documents a recipient signs.
extension Envelope {
    /// The documents that a recipient signs, in order: those that ask something of them; all when none does. A document
    /// in which they left optional signatures empty, and which asks for nothing else, is not signed.
    public func documentsToSign(by id: RecipientID) -> [EnvelopeDocument] {
        let kept = tabs(of: id).filter { !$0.isOptionalArtwork || isFilled($0) && isShown($0) }
        return kept.isEmpty ? documentsAsking(id) : documents(of: kept)
    }

    /// The documents that ask anything of a recipient, in order; all when none does.
    public func documentsAsking(_ id: RecipientID) -> [EnvelopeDocument] {
        let tabs = tabs(of: id)
        return tabs.isEmpty ? documents.sorted { $0.order < $1.order } : documents(of: tabs)
    }

    private func documents(of tabs: [EnvelopeTab]) -> [EnvelopeDocument] {
        let ids = Set(tabs.map(\.documentID))
        return documents.filter { ids.contains($0.id) }.sorted { $0.order < $1.order }
    }
}
