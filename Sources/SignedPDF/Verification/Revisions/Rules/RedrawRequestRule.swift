/// Viewers may be asked to draw fields anew (`/NeedAppearances`) if every field then shows what it shows now.
///
/// Stops a shadow attack on fields: a value that differs from the picture sleeps in the signed file until a viewer is
/// asked to throw the picture away.
struct RedrawRequestRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let (old, new) = (revisions.old.tree.form, revisions.new.tree.form)
        guard !revisions.objects.areEqual(old["NeedAppearances"], new["NeedAppearances"]) else { return [] }
        switch try? revisions.objects.new.value("NeedAppearances", in: new) {
        case .bool(false), .null: return []
        case .bool(true): break
        default: return [.other("the form's entry /NeedAppearances was changed")]
        }
        // A field that was just given a value is looked at for that.
        let filled = Set(revisions.changedFields.filter { $0.keys.contains("V") }.map(\.new.name))
        return [LaterChange(.redrawRequested)]
            + revisions.new.tree.fields.compactMap { filled.contains($0.name) ? nil : change(of: $0, revisions) }
    }

    /// What becomes of a field that viewers draw anew, if that is not what it shows now.
    private func change(of field: FieldNode, _ revisions: RevisionPair) -> LaterChange? {
        let document = revisions.objects.new
        let request = "viewers were asked to draw the field \(revisions.told(field).words) anew, "
        let finding: LaterChange.Kind?
        switch field.type {
        case "Tx", "Ch":
            switch FieldPicture(of: field, in: document) {
            case .agrees: finding = nil
            case .differs(let how): finding = .other(request + "which \(how)")
            case .missing: finding = .unclear(request + "which has a value but no picture of it")
            case .unreadable: finding = .unclear(request + "and what it shows now cannot be read")
            }
        case "Btn" where field.isPushButton:
            finding =
                Self.hasCaption(field, in: document)
                ? .unclear(request + "which has a caption besides its picture") : nil
        case "Btn":
            finding =
                CheckboxStateRule.isConsistent(field, document)
                ? nil : .other(request + "which shows another state than its value")
        default: finding = nil
        }
        return finding.map { LaterChange($0, areas: revisions.areas(of: nil, field)) }
    }

    /// Whether a button with a picture has a text from which viewers make another (`/CA`).
    private static func hasCaption(_ field: FieldNode, in document: PDFDocument) -> Bool {
        field.widgetDictionaries.contains { widget in
            guard widget["AP"] != nil, let entries = (try? document.value("MK", in: widget))?.dictionaryValue,
                let caption = (try? document.value("CA", in: entries))?.textValue
            else { return false }
            return !AppearanceStreams.all(of: widget, in: document).allSatisfy { stream in
                let colors = FieldColors(widget, of: field, in: document)
                return DrawnText(stream, in: document, colors: colors).map { FieldPicture.agree(caption, $0.text) }
                    ?? false
            }
        }
    }
}
