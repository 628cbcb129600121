/// A field in two revisions, and the entries that differ.
struct FieldPair {
    let old: FieldNode
    let new: FieldNode
    /// The keys that differ in the field or in a widget; `V` also if it is inherited.
    let keys: Set<String>
    /// The reason that the field is no longer the field that was signed, if any.
    let alteration: FieldAlteration?

    var isAltered: Bool { alteration != nil }

    /// Returns the fields of both revisions that are altered or have a differing entry. They are matched by name;
    /// fields that share a name are matched in order.
    static func changed(
        _ old: FieldTree, _ new: FieldTree, _ objects: ObjectComparison, _ unchanged: UnchangedFields
    ) -> [FieldPair] {
        let keepPlace =
            old.fields.count <= new.fields.count
            && zip(old.fields, new.fields).allSatisfy { $0.exactName == $1.exactName }
        guard !keepPlace else {
            return zip(old.fields, new.fields).compactMap { compare($0, $1, objects, unchanged) }
        }
        let after = Dictionary(grouping: new.fields, by: \.exactName)
        var used: [ExactName: Int] = [:]
        return old.fields.compactMap { field in
            let index = used[field.exactName, default: 0]
            used[field.exactName] = index + 1
            guard let others = after[field.exactName], index < others.count else { return nil }
            return compare(field, others[index], objects, unchanged)
        }
    }

    private static func compare(
        _ old: FieldNode, _ new: FieldNode, _ objects: ObjectComparison, _ unchanged: UnchangedFields
    ) -> FieldPair? {
        guard let reference = old.reference, new.reference == reference, old.source != nil, new.source != nil else {
            return FieldPair(old, new, objects).ifChanged
        }
        if unchanged.contains(reference) { return nil }
        let (pair, followed) = objects.recording { FieldPair(old, new, objects).ifChanged }
        if pair == nil, let followed { unchanged.keep(reference, leadingTo: followed, in: objects.new) }
        return pair
    }

    private var ifChanged: FieldPair? { isAltered || !keys.isEmpty ? self : nil }

    private init(_ old: FieldNode, _ new: FieldNode, _ objects: ObjectComparison) {
        self.old = old
        self.new = new
        let dictionaries = zip(
            [old.dictionary] + old.widgets.map(\.dictionary), [new.dictionary] + new.widgets.map(\.dictionary))
        let kids = [(old, objects.old), (new, objects.new)].map { field, document in
            (try? document.value("Kids", in: field.dictionary)).map {
                $0.isNull ? "none" : $0.arrayValue == nil ? "?" : ""
            }
        }
        if old.reference != new.reference || kids[0] != kids[1]
            || old.widgets.map(\.reference) != new.widgets.map(\.reference)
        {
            alteration = .replaced
        } else if old.type != new.type {
            alteration = .otherKind
        } else if !dictionaries.allSatisfy(objects.repeatSameKeys) {
            alteration = .entryRepeated
        } else {
            alteration = nil
        }
        guard alteration == nil else {
            keys = []
            return
        }
        var keys: Set<String> = []
        for (before, after) in dictionaries { keys.formUnion(Self.differingKeys(before, after, objects)) }
        if !objects.areEqual(old.attributes["V"], new.attributes["V"]) { keys.insert("V") }
        keys.remove("Kids")
        self.keys = keys
    }

    /// Returns the keys whose values differ. A text that only has another encoding does not.
    private static func differingKeys(
        _ old: PDFDictionary, _ new: PDFDictionary, _ objects: ObjectComparison
    ) -> [String] {
        objects.differingKeys(old, new).filter { key in
            switch key {
            case "T", "TU", "TM", "V", "DV":
                guard let before = old[key].flatMap({ try? objects.old.resolve($0) })?.textValue,
                    let after = new[key].flatMap({ try? objects.new.resolve($0) })?.textValue
                else { return true }
                return ExactName(before) != ExactName(after)
            case "Type":  // may always be added, rightly
                return old[key] != nil || new[key] != .name("Annot")
            default:
                return true
            }
        }
    }
}

extension FieldNode {
    /// `/Ff`, the field's own or inherited (ISO 32000-2 §12.7.4.1).
    var flags: Int { attributes["Ff"]?.integerValue ?? 0 }
    var isReadOnly: Bool { flags & 1 != 0 }
    var isPushButton: Bool { type == "Btn" && flags & 1 << 16 != 0 }

    /// The dictionaries that may hold a widget's entries.
    var widgetDictionaries: [PDFDictionary] { widgets.isEmpty ? [dictionary] : widgets.map(\.dictionary) }

    /// Returns the text that the field holds, or `nil` if it holds none.
    func text(in document: PDFDocument) -> String? {
        attributes["V"].flatMap { try? document.resolve($0) }?.textValue
    }

    /// Whether the field shows something: nonempty text, a checked box, or a button's picture.
    func hasContent(in document: PDFDocument) -> Bool {
        if let value = attributes["V"].flatMap({ try? document.resolve($0) }), !value.isNull {
            return value.textValue?.isEmpty == false || value.nameValue.map { $0 != "Off" } ?? false
                || value.arrayValue?.isEmpty == false || value.streamValue != nil
        }
        return isPushButton && (widgets.map(\.dictionary) + [dictionary]).contains { $0["AP"] != nil }
    }

    /// Whether the field has a value.
    func hasValue(in document: PDFDocument) -> Bool {
        guard let value = attributes["V"] else { return false }
        return !((try? document.resolve(value))?.isNull ?? false)
    }
}
