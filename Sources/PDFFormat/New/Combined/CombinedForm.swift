import Foundation

/// The form fields of several documents in one form (ISO 32000-2 §12.7.3).
struct CombinedForm {
    private var fields: [PDFObject] = []
    private var resources: [String: NameMap] = [:]
    /// The partial names of all top fields.
    private var names: Set<String>
    private var asksForRedrawing = false

    init(reserving names: Set<String>) { self.names = names }

    mutating func add(_ part: inout CombinedPart, to file: inout FileWriter) throws(PDFError) {
        let document = part.document
        guard let form = try document.readable(part.catalog["AcroForm"] ?? .null).dictionaryValue else { return }
        let roots = try document.readable(form["Fields"] ?? .null).arrayValue ?? []
        if try document.readable(form["NeedAppearances"] ?? .null) == .bool(true) { asksForRedrawing = true }
        let own = try document.readable(form["DR"] ?? .null).dictionaryValue ?? [:]
        var walk = FieldWalk(document, form: form)
        try walk.read(roots)
        let missing = walk.fonts.subtracting(
            try document.readable(own["Font"] ?? .null).dictionaryValue?.keys ?? [])
        try add(own, missing: missing, of: &part, to: &file)
        for field in walk.fields { try edit(field, of: &part) }
        for field in walk.fields where field.isRoot && !part.copier.leavesOut(field.reference) {
            fields.append(part.copier.copy(.reference(field.reference), to: &file))
            let entries = try part.copier.current(field.reference).dictionaryValue
            if let name = try document.readable(entries?["T"] ?? .null).textValue { names.insert(name) }
        }
    }

    // MARK: Fields

    private func edit(_ field: FieldWalk.Field, of part: inout CombinedPart) throws(PDFError) {
        let document = part.document
        let isSignature = field.type == "Sig"
        if isSignature, field.isTerminal, try !isShown(field, in: part) {
            for widget in field.widgets { widget.referenceValue.map { part.copier.leaveOut($0) } }
            part.copier.leaveOut(field.reference)
            return
        }
        guard var entries = try part.copier.current(field.reference).dictionaryValue else { return }
        for (key, value) in field.defaults.entries.map({ ($0.key, $0.value) }) where entries[key] == nil {
            entries[key] = value
        }
        entries["AA"] = nil
        try part.rename(fontsIn: &entries)
        if field.isTerminal { entries["Ff"] = .integer(field.flags | 1) }
        if isSignature { try SignaturePicture.make(&entries, in: document) }
        if field.isRoot, let name = try document.readable(entries["T"] ?? .null).textValue {
            let free = Self.free(isSignature ? name + " (picture)" : name, names)
            if free != name { entries["T"] = .text(free) }
        }
        part.copier.change(field.reference, to: entries)
        for case .reference(let widget) in field.widgets where widget != field.reference {
            guard var entries = try part.copier.current(widget).dictionaryValue else { continue }
            try part.rename(fontsIn: &entries)
            if isSignature { try SignaturePicture.removeCaption(&entries, in: document) }
            part.copier.change(widget, to: entries)
        }
    }

    /// Whether a signature has a picture that viewers draw.
    private func isShown(_ field: FieldWalk.Field, in part: CombinedPart) throws(PDFError) -> Bool {
        for widget in field.widgets {
            let entries = try part.document.readable(widget).dictionaryValue ?? [:]
            if entries["AP"] != nil || entries["MK"] != nil { return true }
        }
        return false
    }

    private static func free(_ name: String, _ taken: Set<String>) -> String {
        var (result, number) = (name, 2)
        while taken.contains(result) {
            result = "\(name)_\(number)"
            number += 1
        }
        return result
    }

    // MARK: Resources

    /// Adds a form's default resources. A name that stands for something else already gets another.
    ///
    /// - Parameter missing: fonts that the form's fields name and that it does not have; they must not find another's
    private mutating func add(
        _ own: PDFDictionary, missing: Set<String>, of part: inout CombinedPart, to file: inout FileWriter
    ) throws(PDFError) {
        for category in own.entries {
            for entry in try part.document.readable(category.value).dictionaryValue?.entries ?? [] {
                let copy = part.copier.copy(entry.value, to: &file)
                let name = resources[category.key, default: NameMap()].add(copy, named: entry.key)
                if category.key == "Font", name != entry.key { part.fontNames[entry.key] = name }
            }
        }
        for font in missing.sorted() {
            let name = resources["Font", default: NameMap()].reserve(font)
            if name != font { part.fontNames[font] = name }
        }
    }

    /// The form's dictionary; `nil` without fields.
    var object: PDFObject? {
        guard !fields.isEmpty else { return nil }
        var all = PDFDictionary()
        for (category, own) in resources.sorted(by: { $0.key < $1.key }) { all[category] = own.object }
        var entries: PDFDictionary = ["Fields": .array(fields)]
        if !all.isEmpty { entries["DR"] = .dictionary(all) }
        if asksForRedrawing { entries["NeedAppearances"] = .bool(true) }
        return .dictionary(entries)
    }
}
