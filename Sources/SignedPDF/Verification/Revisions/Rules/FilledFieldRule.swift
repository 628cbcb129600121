import Foundation

/// Permits open fields to be filled in or given another value, by changes to the entries that hold and draw the value.
///
/// Stops changed values in read-only fields, which their signer closed, and changed pictures with an unchanged value,
/// which programs read. If the signed file asked viewers to generate appearances, a program may store those, even in
/// read-only fields; ``FieldPictureRule`` checks that they show the value.
struct FilledFieldRule: DifferenceRule {
    static let valueEntries: Set<String> = ["V", "AP", "AS", "I", "TI", "RV", "M", "DA", "Q", "MK", "BS"]
    /// Entries that repeat the value, or say how far a list is scrolled. No picture depends on them, and the value
    /// counts where they differ (ISO 32000-2 table 234).
    static let selectionEntries: Set<String> = ["I", "TI", "M"]
    /// Entries that do not hold the value, but from which viewers draw a field's ground, border and letters.
    private static let styleEntries: Set<String> = ["MK", "BS", "DA", "RV"]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let isRedrawn = RedrawRequestRule.isRequested(by: revisions.old)
        return revisions.changedFields.flatMap { pair -> [LaterChange] in
            guard pair.new.type != "Sig" else { return [] }
            let keys = pair.keys.intersection(Self.valueEntries)
            guard !keys.isEmpty else { return [] }
            let field = revisions.changedField(pair.new)
            let areas = revisions.areas(of: pair.old, pair.new)
            let restyled = Self.restyled(keys, pair, revisions)
            let kind = kind(of: keys, pair, revisions, isRedrawn: isRedrawn)
            if restyled.isEmpty { return [LaterChange(kind, areas: areas)] }
            let style = LaterChange.Kind.unclear(
                .fieldStyleChanged(field: field, keys: restyled.sorted()), in: field)
            if case .other = kind { return [LaterChange(kind, areas: areas)] }
            // A new style alone does not fill in the field.
            let isStyleOnly = keys.isSubset(of: Self.styleEntries)
            return (isStyleOnly ? [style] : [kind, style]).map { LaterChange($0, areas: areas) }
        }
    }

    private func kind(
        of keys: Set<String>, _ pair: FieldPair, _ revisions: RevisionPair, isRedrawn: Bool
    ) -> LaterChange.Kind {
        let field = revisions.changedField(pair.new)
        if isRedrawn, keys == ["AP"], pair.new.type == "Tx" || pair.new.type == "Ch" { return .fieldRedrawn(field) }
        if pair.old.isReadOnly { return .other(.readOnlyFieldChanged(field: field)) }
        let hadContent = pair.old.hasContent(in: revisions.objects.old)
        if keys.isSubset(of: Self.selectionEntries) { return .fieldChanged(field) }
        if keys.contains("V") { return hadContent ? .fieldChanged(field) : .fieldFilled(field) }
        // A field must not show readers something other than programs read.
        if hadContent { return .other(.fieldPictureChanged(field: field)) }
        return pair.old.isPushButton ? .pictureFilled(field) : .fieldRedrawn(field)
    }

    /// Returns the changed entries that make viewers draw the field differently. A default appearance that the field or
    /// the form already had does not count.
    private static func restyled(_ keys: Set<String>, _ pair: FieldPair, _ revisions: RevisionPair) -> Set<String> {
        keys.intersection(styleEntries).filter { key in
            if key == "BS" { return !hasPlainBorder(pair.old) || !hasPlainBorder(pair.new) }
            guard key == "DA" else { return true }
            let before = pair.old.defaultAppearances(in: revisions.old)
            let after = pair.new.defaultAppearances(in: revisions.new)
            // A checkbox shows the pictures that it has.
            let hasPictures = pair.new.widgetDictionaries.allSatisfy { $0["AP"] != nil }
            if pair.new.type == "Btn", !pair.new.isPushButton, hasPictures { return false }
            return before.map(Self.look) != after.map(Self.look)
        }
    }

    /// Whether a field's borders are the usual ones: solid and a point wide, said or unsaid (ISO 32000-2 table 168).
    private static func hasPlainBorder(_ field: FieldNode) -> Bool {
        field.widgetDictionaries.allSatisfy { widget in
            guard let style = widget["BS"] else { return true }
            guard let style = style.dictionaryValue else { return false }
            return (style["S"] ?? .name("S")) == .name("S") && (style["W"]?.realValue ?? 1) == 1 && style["D"] == nil
        }
    }

    /// Returns the operators of a default appearance with their operands: the last font, the last color and the like.
    /// Programs write them in any order.
    private static func look(_ appearance: Data?) -> [String: [String]]? {
        guard let appearance else { return nil }
        var last: [String: [String]] = [:]
        var operands: [String] = []
        for part in String(decoding: appearance, as: UTF8.self).split(whereSeparator: \.isWhitespace) {
            let number = Double(part)
            guard number == nil, part.first != "/" else {
                operands.append(number.map { String($0) } ?? String(part))
                continue
            }
            switch part {
            case "g", "rg", "k": last["color"] = operands + [String(part)]
            case "Tf", "Tc", "Tw", "Tz", "TL", "Ts", "Tr": last[String(part)] = operands
            // The order of others may matter.
            default: return ["": [String(decoding: appearance, as: UTF8.self)]]
            }
            operands = []
        }
        return last.merging(["": operands]) { first, _ in first }
    }
}

extension FieldNode {
    /// Returns `/DA` of each widget: its own, the field's or the form's (ISO 32000-2 §12.7.4.3); `nil` if there is
    /// none.
    func defaultAppearances(in revision: Revision) -> [Data?] {
        widgetDictionaries.map { widget in
            (widget["DA"] ?? attributes["DA"] ?? revision.tree.form["DA"])
                .flatMap { try? revision.document.resolve($0) }?.stringValue
        }
    }
}
