/// Checks that no widget loses the picture that it showed.
///
/// Stops text and grounds that were seen when the file was signed from vanishing, with or without a new value. Viewers
/// that were asked to draw fields themselves ignore the pictures of text and choice fields.
struct RemovedPictureRule: DifferenceRule {
    /// Operators that paint something (ISO 32000-2 annex A).
    private static let painting: Set<String> = [
        "f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "'", "\"", "Do", "sh", "BI",
    ]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let (old, new) = (revisions.objects.old, revisions.objects.new)
        let isDrawnByViewers =
            RedrawRequestRule.isRequested(by: revisions.old) && RedrawRequestRule.isRequested(by: revisions.new)
        return revisions.changedFields.compactMap { pair in
            let isText = pair.new.type == "Tx" || pair.new.type == "Ch"
            // The picture of a new value is checked with it, and an emptied field needs none.
            guard pair.keys.contains("AP"), !isText || !isDrawnByViewers && !pair.keys.contains("V") else { return nil }
            let isLost = zip(pair.old.widgetDictionaries, pair.new.widgetDictionaries).contains { before, after in
                guard let rect = FieldPlaces.rectangle(of: before, in: old), !rect.isEmpty,
                    AppearanceStreams.shown(of: after, in: new) == nil
                else { return false }
                return AppearanceStreams.shown(of: before, in: old).map { Self.paints($0, in: old) } ?? false
            }
            guard isLost else { return nil }
            return .other(
                .fieldPictureRemoved(field: revisions.changedField(pair.new)),
                areas: revisions.areas(of: pair.old, pair.new))
        }
    }

    /// Whether a picture paints anything; `true` if it cannot be read.
    private static func paints(_ picture: PDFStream, in document: PDFDocument) -> Bool {
        guard let content = try? document.decoded(picture) else { return true }
        let paints = try? content.lend { (bytes) throws(PDFError) -> Bool in
            var operators = ContentOperators(bytes)
            while let next = try operators.next() {
                if painting.contains(next.name) { return true }
            }
            return false
        }
        return paints ?? true
    }
}
