/// A checkbox or radio button that was filled in shows the state that is its value, with the pictures it had.
///
/// Stops a box that is ticked for programs and empty for people, and pictures that are exchanged so that "off" looks
/// like "on".
struct CheckboxStateRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.changedFields.compactMap { pair in
            guard pair.new.type == "Btn", !pair.new.isPushButton,
                !pair.keys.isDisjoint(with: FilledFieldRule.valueEntries)
            else { return nil }
            let field = revisions.told(pair.new).words
            let areas = revisions.areas(of: pair.old, pair.new)
            if zip(pair.old.widgetDictionaries, pair.new.widgetDictionaries).contains(where: { before, after in
                before["AP"] != nil && !revisions.objects.areEqual(before["AP"], after["AP"], in: .painting)
            }) {
                return .other("the pictures of the checkbox \(field) were exchanged", areas: areas)
            }
            // Pictures that nobody saw before may look like anything.
            let isDrawn = zip(pair.old.widgetDictionaries, pair.new.widgetDictionaries).contains { before, after in
                before["AP"] == nil && after["AP"] != nil
            }
            if isDrawn { return LaterChange(.unclear("the checkbox \(field) was given pictures"), areas: areas) }
            return Self.isConsistent(pair.new, revisions.objects.new)
                ? nil : .other("the checkbox \(field) shows another state than its value", areas: areas)
        }
    }

    /// Whether the widgets show the value, and only the value.
    static func isConsistent(_ field: FieldNode, _ document: PDFDocument) -> Bool {
        let value = field.attributes["V"].flatMap { try? document.resolve($0) }?.nameValue ?? "Off"
        let states = field.widgetDictionaries.map { widget in
            (try? document.value("AS", in: widget))?.nameValue ?? "Off"
        }
        guard states.allSatisfy({ $0 == "Off" || $0 == value }) else { return false }
        return value == "Off" || states.contains(value)
    }
}
