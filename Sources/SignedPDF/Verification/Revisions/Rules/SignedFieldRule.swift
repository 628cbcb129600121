/// An empty signature field may be signed; a field with a signature stays exactly as it is.
///
/// Stops signatures that are removed or exchanged, and pictures of signatures that are drawn anew.
struct SignedFieldRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.changedFields.compactMap { pair in
            guard pair.new.type == "Sig" else { return nil }
            let field = revisions.told(pair.new)
            let areas = revisions.areas(of: pair.old, pair.new)
            if pair.old.hasValue(in: revisions.objects.old) {
                return .other("the signature in the field \(field.words) was changed", areas: areas)
            }
            guard pair.new.hasValue(in: revisions.objects.new) else {
                return .other("the empty signature field \(field.words) was changed", areas: areas)
            }
            if NewSignatureFieldRule.showsNothing(pair.new, in: revisions.objects.new),
                Self.isTimestamp(pair.new, in: revisions.objects.new)
            {
                return LaterChange(.timestamped(field))
            }
            return LaterChange(.signed(field), areas: areas)
        }
    }

    /// Whether an empty field became a signed one.
    static func isBeingSigned(_ pair: FieldPair, _ objects: ObjectComparison) -> Bool {
        !pair.old.hasValue(in: objects.old) && pair.new.hasValue(in: objects.new)
    }

    /// Whether the value says that it is a timestamp over the document. If that is not true, it fails as a signature
    /// of its own.
    static func isTimestamp(_ field: FieldNode, in document: PDFDocument) -> Bool {
        let value = field.attributes["V"].flatMap { try? document.resolve($0) }?.dictionaryValue
        return value?["SubFilter"]?.nameValue == SignatureEncoding.timestamp.rawValue
            && (value?["Type"] == nil || value?["Type"] == .name("DocTimeStamp") || value?["Type"] == .name("Sig"))
    }
}
