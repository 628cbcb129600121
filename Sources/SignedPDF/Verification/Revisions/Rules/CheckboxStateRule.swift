/// Checks that a filled checkbox or radio button shows the state of its value with its earlier pictures, and that only
/// a mark on the earlier ground is new.
///
/// Stops a box that is ticked for programs and empty for people, and exchanged pictures that make "off" look like "on".
/// It also stops prepared states that lay a white sheet with another text, or an image, over print.
struct CheckboxStateRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.changedFields.compactMap { pair in
            guard pair.new.type == "Btn", !pair.new.isPushButton,
                !pair.keys.isDisjoint(with: FilledFieldRule.valueEntries)
            else { return nil }
            let changed = revisions.changedField(pair.new)
            let areas = revisions.areas(of: pair.old, pair.new)
            if zip(pair.old.widgetDictionaries, pair.new.widgetDictionaries).contains(where: { before, after in
                before["AP"] != nil && !revisions.objects.areEqual(before["AP"], after["AP"], in: .painting)
            }) {
                return .other(.checkboxPicturesExchanged(field: changed), areas: areas)
            }
            // Pictures that were not visible before may look like anything.
            let isDrawn = zip(pair.old.widgetDictionaries, pair.new.widgetDictionaries).contains { before, after in
                before["AP"] == nil && after["AP"] != nil
            }
            if isDrawn {
                return LaterChange(.unclear(.checkboxPicturesAdded(field: changed), in: changed), areas: areas)
            }
            guard Self.isConsistent(pair.new, revisions.objects.new) else {
                return .other(.checkboxStateDiffers(field: changed), areas: areas)
            }
            guard let change = Self.coverage(pair, changed, revisions.objects) else { return nil }
            return LaterChange(.unclear(change, in: changed), areas: areas)
        }
    }

    /// Whether the widgets show the value, and only the value.
    static func isConsistent(_ field: FieldNode, _ document: PDFDocument) -> Bool {
        let value = field.attributes["V"].flatMap { try? document.resolve($0) }?.nameValue ?? "Off"
        let states = field.widgetDictionaries.map { state(of: $0, document) }
        guard states.allSatisfy({ $0 == "Off" || $0 == value }) else { return false }
        return value == "Off" || states.contains(value)
    }

    private static func state(of widget: PDFDictionary, _ document: PDFDocument) -> String {
        (try? document.value("AS", in: widget))?.nameValue ?? "Off"
    }

    /// Returns the problem with a state that shows now and did not before.
    private static func coverage(
        _ pair: FieldPair, _ field: ChangedField, _ objects: ObjectComparison
    ) -> ContentChange? {
        for (before, after) in zip(pair.old.widgetDictionaries, pair.new.widgetDictionaries) {
            let state = state(of: after, objects.new)
            guard state != Self.state(of: before, objects.old) else { continue }
            let pictures = AppearanceStreams.states(of: after, named: state, in: objects.new)
            guard let rect = FieldPlaces.rectangle(of: after, in: objects.new) else {
                return .checkboxPlaceUnreadable(field: field)
            }
            guard !rect.isEmpty else { continue }
            let earlier = AppearanceStreams.shown(of: before, in: objects.old)
            let shown = pictures.first { $0.key == "N" }?.stream
            if state != "Off", shown == nil { return .checkboxPictureMissing(field: field) }
            // The mark that disappears must not have been part of the page's text.
            if let earlier {
                let gone = ButtonInk.finding(
                    on: earlier, in: objects.old, over: shown, in: objects.new, rect, as: .mark)
                guard case .ink = gone else { return .checkboxUncovers(field: field) }
            }
            for (_, picture) in pictures {
                switch ButtonInk.finding(
                    on: picture, in: objects.new, over: earlier, in: objects.old, rect, as: .mark)
                {
                case .ink: continue
                case .covers: return .checkboxCovers(field: field)
                case .uncovers: return .checkboxUncovers(field: field)
                case .unreadable: return .checkboxPictureUnreadable(field: field)
                }
            }
        }
        return nil
    }
}
