/// Checks that a filled checkbox or radio button shows the state of its value, and that only a mark on the earlier
/// ground is new.
///
/// Stops a box that is ticked for programs and empty for people, and exchanged pictures that make "off" look like "on".
/// It also stops states that lay a white sheet with another text, or an image, over print. A program may draw the
/// pictures anew, as long as each is the ground that was seen, with at most a mark. A picture that shows only under the
/// pointer is compared with the one that showed there before. A mark without a box around it, so close to print that
/// it reads as one more digit or sign, is doubtful.
struct CheckboxStateRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.changedFields.compactMap { pair in
            guard pair.new.type == "Btn", !pair.new.isPushButton,
                !pair.keys.isDisjoint(with: FilledFieldRule.valueEntries)
            else { return nil }
            let changed = revisions.changedField(pair.new)
            let areas = revisions.areas(of: pair.old, pair.new)
            let redrawn = zip(pair.old.widgetDictionaries, pair.new.widgetDictionaries).filter { before, after in
                !Self.areKept(from: before, to: after, revisions.objects)
            }
            if redrawn.contains(where: { Self.areExchanged(from: $0, to: $1, revisions.objects) }) {
                return .other(.checkboxPicturesExchanged(field: changed), areas: areas)
            }
            // Pictures that were not visible before may look like anything.
            if !redrawn.isEmpty {
                return LaterChange(.unclear(.checkboxPicturesAdded(field: changed), in: changed), areas: areas)
            }
            guard Self.isConsistent(pair.new, revisions.objects.new) else {
                return .other(.checkboxStateDiffers(field: changed), areas: areas)
            }
            guard
                let change = Self.coverage(pair, changed, revisions.objects)
                    ?? (Self.continuesPrint(pair, revisions)
                        ? .printContinued(field: changed, isSignature: false) : nil)
            else { return nil }
            return LaterChange(.unclear(change, in: changed), areas: areas)
        }
    }

    /// Whether a state has the picture that another state had.
    private static func areExchanged(
        from before: PDFDictionary, to after: PDFDictionary, _ objects: ObjectComparison
    ) -> Bool {
        func states(_ widget: PDFDictionary, _ document: PDFDocument) -> [(key: String, value: PDFObject)] {
            let pictures = (try? document.value("AP", in: widget))?.dictionaryValue ?? [:]
            let states = (try? document.value("N", in: pictures))?.dictionaryValue
            return states?.entries.map { ($0.key, $0.value) } ?? []
        }
        let old = states(before, objects.old)
        return states(after, objects.new).contains { key, picture in
            let others = old.filter { $0.key != key && objects.areEqual($0.value, picture, in: .painting) }
            return !others.isEmpty
                && !old.contains { $0.key == key && objects.areEqual($0.value, picture, in: .painting) }
        }
    }

    /// Whether a widget has the pictures that it had, or drawings of the same grounds: a state other than "off" with at
    /// most a mark, and "off" without.
    private static func areKept(
        from before: PDFDictionary, to after: PDFDictionary, _ objects: ObjectComparison
    ) -> Bool {
        guard !objects.areEqual(before["AP"], after["AP"], in: .painting) else { return true }
        guard before["AP"] != nil else { return false }
        guard let rect = FieldPlaces.rectangle(of: after, in: objects.new) else { return false }
        func pictures(_ widget: PDFDictionary, _ document: PDFDocument) -> [String: [String: PDFStream]]? {
            var found: [String: [String: PDFStream]] = [:]
            for entry in (try? document.value("AP", in: widget))?.dictionaryValue?.entries ?? [] {
                guard let states = (try? document.resolve(entry.value))?.dictionaryValue else { return nil }
                for state in states.entries {
                    guard case .stream(let stream)? = try? document.resolve(state.value) else { return nil }
                    found[entry.key, default: [:]][state.key] = stream
                }
            }
            return found
        }
        guard let old = pictures(before, objects.old), let new = pictures(after, objects.new),
            new.keys.allSatisfy({ old[$0] != nil }), let states = new["N"], let earlier = old["N"],
            Set(states.keys).union(["Off"]) == Set(earlier.keys).union(["Off"])
        else { return false }
        return new.allSatisfy { key, states in
            states.allSatisfy { state, picture in
                let ground = old[key]?["Off"]
                let use = state == "Off" ? ButtonInk.Use.nothing : .mark
                let finding = ButtonInk.finding(
                    on: picture, in: objects.new, over: ground, in: objects.old, rect, as: use)
                if case .ink = finding { return true } else { return false }
            }
        }
    }

    /// Whether the widgets show the value, and only the value.
    static func isConsistent(_ field: FieldNode, _ document: PDFDocument) -> Bool {
        // Some programs write the state's name as a text, even with its solidus.
        let given = field.attributes["V"].flatMap { try? document.resolve($0) }
        let value =
            given?.nameValue ?? given?.textValue.map { String($0.first == "/" ? $0.dropFirst() : $0[...]) } ?? "Off"
        let states = field.widgetDictionaries.map { state(of: $0, document) }
        guard states.allSatisfy({ $0 == "Off" || $0 == value }) else { return false }
        return value == "Off" || states.contains(value)
    }

    private static func state(of widget: PDFDictionary, _ document: PDFDocument) -> String {
        (try? document.value("AS", in: widget))?.nameValue ?? "Off"
    }

    // MARK: Marks beside print

    /// Whether a mark that shows now and did not before reads as a part of the text beside it.
    private static func continuesPrint(_ pair: FieldPair, _ revisions: RevisionPair) -> Bool {
        let (old, new) = (revisions.objects.old, revisions.objects.new)
        return (revisions.visiblePlaces(of: pair.new) ?? []).contains { place in
            guard state(of: place.widget, new) != "Off",
                let index = pair.new.widgets.firstIndex(where: {
                    ($0.reference ?? pair.new.reference) == place.reference
                }), index < pair.old.widgets.count,
                let picture = AppearanceStreams.shown(of: place.widget, in: new)
            else { return false }
            let earlier = AppearanceStreams.shown(of: pair.old.widgets[index].dictionary, in: old)
            let finding = ButtonInk.finding(on: picture, in: new, over: earlier, in: old, place.rect, as: .mark)
            guard case .ink(let box?) = finding else { return false }
            let shapes = earlier.flatMap { PictureContent($0, in: place.rect, old) }?.shapes.map(Paint.init) ?? []
            let print = revisions.surveys.print(on: place.page)
            guard !(shapes + print.paints(in: place.rect)).contains(where: { isFrame($0.box, around: box) }) else {
                return false
            }
            let near = place.rect.widened(by: PrintedNeighbour.reach)
            let letters = revisions.surveys.letters(at: near, on: place.page, but: place.reference).letters
            return letters.contains { PrintedNeighbour.adjoins(box, $0) }
        }
    }

    /// The most room in points between a mark and the box that is printed around it.
    private static let widestFrame = 14.0

    private static func isFrame(_ frame: PDFRectangle, around mark: PDFRectangle) -> Bool {
        frame.contains(mark, margin: 2) && mark.widened(by: widestFrame).contains(frame)
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
            let shown = pictures.first { $0.key == "N" }?.stream
            if state != "Off", shown == nil { return .checkboxPictureMissing(field: field) }
            // The mark that disappears must not have been part of the page's text.
            if let earlier = AppearanceStreams.shown(of: before, in: objects.old) {
                let gone = ButtonInk.finding(
                    on: earlier, in: objects.old, over: shown, in: objects.new, rect, as: .mark)
                guard case .ink = gone else { return .checkboxUncovers(field: field) }
            }
            let old = AppearanceStreams.states(of: before, named: Self.state(of: before, objects.old), in: objects.old)
            for (key, picture) in pictures {
                // A pressed picture is seen only while it is pressed, instead of the one for the earlier state.
                let earlier = old.first { $0.key == key } ?? old.first { $0.key == "N" }
                switch ButtonInk.finding(
                    on: picture, in: objects.new, over: earlier?.stream, in: objects.old, rect, as: .mark)
                {
                case .ink(let box):
                    guard state != "Off", key == "N" else { continue }
                    guard box != nil else { return .checkboxPictureMissing(field: field) }
                case .covers: return .checkboxCovers(field: field)
                case .uncovers: return .checkboxUncovers(field: field)
                case .unreadable: return .checkboxPictureUnreadable(field: field)
                }
            }
        }
        return nil
    }
}
