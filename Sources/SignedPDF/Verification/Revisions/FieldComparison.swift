import Foundation

/// What a later revision did to the interactive form (ISO 32000-2 §12.7).
struct FieldComparison {
    let objects: ObjectComparison

    func changes(from old: FieldTree, to new: FieldTree) -> [LaterChange] {
        var changes = formChanges(from: old.form, to: new.form)
        let before = Dictionary(grouping: old.fields, by: \.name)
        let after = Dictionary(grouping: new.fields, by: \.name)
        for field in old.fields where after[field.name] == nil {
            changes.append(.other("the field “\(field.name)” was removed"))
        }
        for field in new.fields {
            if before[field.name] == nil { changes += additions(of: field) }
        }
        for (name, earlier) in before.sorted(by: { $0.key < $1.key }) {
            guard let later = after[name] else { continue }
            if earlier.count != later.count {
                changes.append(.other("another field “\(name)” was added or removed"))
            }
            for (first, second) in zip(earlier, later) {
                changes += fieldChanges(from: first, to: second, isRedrawn: requestsRedrawing(old.form))
            }
        }
        for (reference, group) in old.groups {
            guard let later = new.groups[reference], objects.repeatSameKeys(group, later),
                objects.differingKeys(group, later).allSatisfy({ $0 == "Kids" })
            else {
                changes.append(.other("a group of fields was changed"))
                continue
            }
        }
        return changes
    }

    private func additions(of field: FieldNode) -> [LaterChange] {
        let dictionaries = [field.dictionary] + field.widgets.map(\.dictionary)
        if dictionaries.contains(where: { $0["A"] != nil || $0["AA"] != nil }) {
            return [.other("the field “\(field.name)” with actions was added")]
        }
        guard field.type == "Sig" else { return [.fieldAdded(field.name)] }
        if !isEmpty(field.attributes["V"], in: objects.new) { return [.signed(field: field.name)] }
        return [
            dictionaries.allSatisfy(showsNothing)
                ? .signatureFieldAdded(field.name) : .visibleSignatureFieldAdded(field.name)
        ]
    }

    /// Entries of an empty signature field from which no reader draws anything.
    private static let silentEntries: Set<String> = [
        "Type", "Subtype", "FT", "T", "TU", "TM", "Ff", "V", "Kids", "Parent", "P", "F", "Rect", "Lock", "SV", "NM",
        "M", "Border", "DA", "StructParent",
    ]

    /// Whether a widget has no extent, or nothing that is drawn in it.
    private func showsNothing(_ widget: PDFDictionary) -> Bool {
        if widget.keys.allSatisfy(Self.silentEntries.contains) { return true }
        let corners = (try? objects.new.value("Rect", in: widget))?.arrayValue?.compactMap(\.realValue) ?? []
        return corners.count == 4 && (corners[0] == corners[2] || corners[1] == corners[3])
    }

    private func requestsRedrawing(_ form: PDFDictionary) -> Bool {
        (try? objects.old.value("NeedAppearances", in: form))?.boolValue ?? false
    }

    private func isEmpty(_ value: PDFObject?, in document: PDFDocument) -> Bool {
        guard let value else { return true }
        return (try? document.resolve(value))?.isNull ?? false
    }

    // MARK: The form's own dictionary

    private func formChanges(from old: PDFDictionary, to new: PDFDictionary) -> [LaterChange] {
        var changes: [LaterChange] = []
        if !objects.repeatSameKeys(old, new) { changes.append(.other("the form got an entry twice")) }
        for key in objects.differingKeys(old, new) {
            switch key {
            case "Fields", "SigFlags":
                continue
            case "DR" where extends(old[key], new[key]), "DA" where old[key] == nil:
                continue
            case "NeedAppearances":
                switch try? objects.new.value(key, in: new) {
                case .bool(true): changes.append(.redrawRequested)
                case .bool(false), .null: continue
                default: changes.append(.other("the form's entry /\(key) was changed"))
                }
            default:
                changes.append(.other("the form's entry /\(key) was changed"))
            }
        }
        return changes
    }

    /// Whether resources were added to and none was changed.
    private func extends(_ old: PDFObject?, _ new: PDFObject?) -> Bool {
        guard let old else { return true }
        guard let before = (try? objects.old.resolve(old))?.dictionaryValue, let new,
            let after = (try? objects.new.resolve(new))?.dictionaryValue
        else { return false }
        for entry in before.entries where !objects.areEqual(before[entry.key], after[entry.key], in: .painting) {
            guard let category = (try? objects.old.resolve(entry.value))?.dictionaryValue,
                let later = after[entry.key].flatMap({ try? objects.new.resolve($0) })?.dictionaryValue,
                category.keys.allSatisfy({ objects.areEqual(category[$0], later[$0], in: .painting) }),
                objects.repeatSameKeys(category, later)
            else { return false }
        }
        return true
    }

    // MARK: One field

    private func fieldChanges(from old: FieldNode, to new: FieldNode, isRedrawn: Bool) -> [LaterChange] {
        let name = new.name
        guard old.reference == new.reference, old.widgets.map(\.reference) == new.widgets.map(\.reference) else {
            return [.other("the field “\(name)” was replaced")]
        }
        if old.type != new.type { return [.other("the field “\(name)” became one of another kind")] }

        var keys = differingKeys(old.dictionary, new.dictionary)
        var isRepeatFree = objects.repeatSameKeys(old.dictionary, new.dictionary)
        for (before, after) in zip(old.widgets, new.widgets) {
            isRepeatFree = isRepeatFree && objects.repeatSameKeys(before.dictionary, after.dictionary)
            keys.formUnion(differingKeys(before.dictionary, after.dictionary))
        }
        if !objects.areEqual(old.attributes["V"], new.attributes["V"]) { keys.insert("V") }
        keys.remove("Kids")
        if !isRepeatFree { return [.other("the field “\(name)” got an entry twice")] }
        guard !keys.isEmpty else { return [] }
        return new.type == "Sig"
            ? signatureChanges(keys, old, new) : valueChanges(keys, old, new, isRedrawn: isRedrawn)
    }

    /// The keys whose values differ; a text that is only written in another encoding does not.
    private func differingKeys(_ old: PDFDictionary, _ new: PDFDictionary) -> Set<String> {
        Set(
            objects.differingKeys(old, new).filter { key in
                guard ["T", "TU", "TM", "V", "DV"].contains(key),
                    let before = old[key].flatMap({ try? objects.old.resolve($0) })?.textValue,
                    let after = new[key].flatMap({ try? objects.new.resolve($0) })?.textValue
                else { return true }
                return before != after
            })
    }

    private func signatureChanges(_ keys: Set<String>, _ old: FieldNode, _ new: FieldNode) -> [LaterChange] {
        guard isEmpty(old.attributes["V"], in: objects.old) else {
            return [.other("the signature in the field “\(new.name)” was changed")]
        }
        guard !isEmpty(new.attributes["V"], in: objects.new) else {
            return [.other("the empty signature field “\(new.name)” was changed")]
        }
        let unexpected = keys.subtracting(["V", "AP", "AS", "F", "Ff", "M", "MK", "DA", "DR", "P", "Type"])
        let changes = unexpected.sorted().map { LaterChange.other(sentence(on: $0, of: new.name)) }
        return [.signed(field: new.name)] + changes
    }

    private static let valueKeys: Set<String> = ["V", "AP", "AS", "I", "RV", "M", "DA", "MK"]

    private func valueChanges(
        _ keys: Set<String>, _ old: FieldNode, _ new: FieldNode, isRedrawn: Bool
    ) -> [LaterChange] {
        var changes: [LaterChange] = []
        let changed = keys.intersection(Self.valueKeys)
        if !changed.isEmpty { changes.append(valueChange(changed, old, new, isRedrawn: isRedrawn)) }
        for key in keys.subtracting(Self.valueKeys).sorted() {
            // Becoming read-only, or a widget becoming locked, protects; a widget must not become hidden or shown.
            if key == "Ff", onlyAdds(1, to: key, from: old, to: new) { continue }
            if key == "F", onlyAdds(64 | 128 | 512, to: key, from: old, to: new) { continue }
            changes.append(.other(sentence(on: key, of: new.name)))
        }
        return changes
    }

    /// What it means that some of the entries changed that hold the value or draw it.
    private func valueChange(
        _ keys: Set<String>, _ old: FieldNode, _ new: FieldNode, isRedrawn: Bool
    ) -> LaterChange {
        let name = new.name
        if isRedrawn, keys == ["AP"] { return .fieldRedrawn(name) }  // as a reader would have done anyway
        if flags(old) & 1 != 0 { return .other("the read-only field “\(name)” was changed") }
        if keys.contains("V") { return hasContent(old) ? .fieldChanged(name) : .fieldFilled(name) }
        // A field must not say one thing to readers and another to programs.
        if hasContent(old) { return .other("the picture of the field “\(name)” was changed, but not its value") }
        return isPushButton(old) ? .fieldFilled(name) : .fieldRedrawn(name)
    }

    private func flags(_ field: FieldNode) -> Int { field.attributes["Ff"]?.integerValue ?? 0 }

    private func isPushButton(_ field: FieldNode) -> Bool { field.type == "Btn" && flags(field) & 1 << 16 != 0 }

    /// Whether the field shows something: a text that is not empty, a checked box, or a button's picture.
    private func hasContent(_ field: FieldNode) -> Bool {
        if let value = field.attributes["V"].flatMap({ try? objects.old.resolve($0) }), !value.isNull {
            return value.textValue?.isEmpty == false || value.nameValue.map { $0 != "Off" } ?? false
                || value.arrayValue?.isEmpty == false || value.streamValue != nil
        }
        return isPushButton(field)
            && (field.widgets.map(\.dictionary) + [field.dictionary]).contains { $0["AP"] != nil }
    }

    /// Whether flags were set, none of them other than the allowed ones, and none was cleared, in the field and its
    /// widgets.
    private func onlyAdds(_ allowed: Int, to key: String, from old: FieldNode, to new: FieldNode) -> Bool {
        let before = [old.dictionary, old.attributes] + old.widgets.map(\.dictionary)
        let after = [new.dictionary, new.attributes] + new.widgets.map(\.dictionary)
        return zip(before, after).allSatisfy { first, second in
            guard let flags = number(key, in: first, of: objects.old),
                let later = number(key, in: second, of: objects.new)
            else { return false }
            return flags & later == flags && later & ~(flags | allowed) == 0
        }
    }

    /// Flags, 0 if there are none; nothing if something else stands in their place.
    private func number(_ key: String, in dictionary: PDFDictionary, of document: PDFDocument) -> Int? {
        guard let value = try? document.value(key, in: dictionary) else { return nil }
        return value.isNull ? 0 : value.integerValue
    }

    private func sentence(on key: String, of name: String) -> String {
        switch key {
        case "Rect": "the field “\(name)” was moved"
        case "F": "the field “\(name)” was hidden or shown"
        case "A", "AA": "the actions of the field “\(name)” were changed"
        default: "the entry /\(key) of the field “\(name)” was changed"
        }
    }
}
