/// A field that is open may be filled in or given another value: the entries that hold the value and draw it.
///
/// Stops values exchanged in read-only fields, which their signer closed, and pictures exchanged while the value - what
/// programs read - stays. Where the signed file asked viewers to draw fields, somebody may write down what they draw,
/// read-only or not: ``FieldPictureRule`` sees to it that this is the value.
struct FilledFieldRule: DifferenceRule {
    static let valueEntries: Set<String> = ["V", "AP", "AS", "I", "RV", "M", "DA", "Q", "MK"]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let isRedrawn = Self.requestsRedrawing(revisions)
        return revisions.changedFields.compactMap { pair in
            guard pair.new.type != "Sig" else { return nil }
            let keys = pair.keys.intersection(Self.valueEntries)
            guard !keys.isEmpty else { return nil }
            return LaterChange(
                kind(of: keys, pair, revisions, isRedrawn: isRedrawn), areas: revisions.areas(of: pair.old, pair.new))
        }
    }

    private func kind(
        of keys: Set<String>, _ pair: FieldPair, _ revisions: RevisionPair, isRedrawn: Bool
    ) -> LaterChange.Kind {
        let field = revisions.told(pair.new)
        if isRedrawn, keys == ["AP"], pair.new.type == "Tx" || pair.new.type == "Ch" { return .fieldRedrawn(field) }
        if pair.old.isReadOnly { return .other("the read-only field \(field.words) was changed") }
        let hadContent = pair.old.hasContent(in: revisions.objects.old)
        if keys.contains("V") { return hadContent ? .fieldChanged(field) : .fieldFilled(field) }
        // A field must not say one thing to readers and another to programs.
        if hadContent { return .other("the picture of the field \(field.words) was changed, but not its value") }
        return pair.old.isPushButton ? .pictureFilled(field) : .fieldRedrawn(field)
    }

    private static func requestsRedrawing(_ revisions: RevisionPair) -> Bool {
        (try? revisions.objects.old.value("NeedAppearances", in: revisions.old.tree.form))?.boolValue ?? false
    }
}
