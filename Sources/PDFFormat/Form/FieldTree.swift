import Foundation

/// A form field that holds a value, with its widgets (ISO 32000-2 §12.7.4).
package struct FieldNode: Sendable {
    package struct Widget: Sendable {
        /// The widget's address; `nil` if the field and its widget share one dictionary.
        package var reference: PDFReference?
        package var dictionary: PDFDictionary
    }

    /// The partial names from the root down, joined by periods.
    package var name: String
    /// The field's address; `nil` for a field written directly into an array.
    package var reference: PDFReference?
    package var dictionary: PDFDictionary
    /// `FT`, `Ff`, `V` and `DA`: the field's own or inherited.
    package var attributes: PDFDictionary
    package var widgets: [Widget]
    /// The source of the field, if it is in the form's own list and consists of that one object.
    package var source: ObjectSource?

    package var type: String? { attributes["FT"]?.nameValue }

    /// The addresses of the field's annotations.
    package var annotationReferences: [PDFReference] {
        let own = widgets.compactMap(\.reference)
        return own.isEmpty ? [reference].compactMap { $0 } : own
    }
}

/// All fields of a document's interactive form.
package struct FieldTree: Sendable {
    private static let deepest = 64
    private static let mostKids = 500_000
    /// Each byte of a name is kept in several places.
    package static let workPerNameByte = 8
    private static let inheritable = ["FT", "Ff", "V", "DA"]

    /// The fields that hold values, in tree order.
    package private(set) var fields: [FieldNode] = []
    /// The nodes above the fields, by address.
    package private(set) var groups: [PDFReference: PDFDictionary] = [:]
    /// The nodes above the fields that stand directly in an array, in tree order.
    package private(set) var directGroups: [(name: ExactName, dictionary: PDFDictionary)] = []
    /// The form's dictionary; empty if there is none.
    package private(set) var form: PDFDictionary = [:]
    /// Whether fields were skipped because they are nested too deeply or too many.
    package private(set) var isIncomplete = false
    /// The addresses of fields and widgets that cannot be read. They are skipped.
    package private(set) var unreadable: Set<PDFReference> = []
    /// For each element of the form's list, the index in `fields` of its field, if that has a source.
    private var roots: [Int?] = []
    private var visited: Set<PDFReference> = []
    private var kidCount = 0

    /// Reads the tree. A node that occurs more than once, as in a cycle, is read at its first occurrence. A node that
    /// cannot be read is skipped.
    ///
    /// - Parameters:
    ///   - other: the tree of another revision of the file, whose unchanged fields are reused
    ///   - touched: the numbers of the objects that differ between both
    package init(
        _ document: PDFDocument, after other: FieldTree? = nil, touched: Set<Int>? = nil
    ) throws(PDFError) {
        guard case .dictionary(let form) = try document.value("AcroForm", in: document.catalog()) else { return }
        self.form = form
        for (index, field) in (try document.value("Fields", in: form).arrayValue ?? []).enumerated() {
            if let touched, case .reference(let reference) = field, let known = other?.root(at: index, reference),
                known.source?.isTouched(touched) == false
            {
                try document.meter.charge(4)
                guard visited.insert(reference).inserted else {
                    roots.append(nil)
                    continue
                }
                roots.append(fields.count)
                fields.append(known)
                continue
            }
            let count = fields.count
            try visit(field, in: document, name: nil, inherited: [:], depth: 0)
            roots.append(fields.count == count + 1 && fields[count].source != nil ? count : nil)
        }
    }

    /// Returns the field for an element of the form's list, if it has a source.
    private func root(at index: Int, _ reference: PDFReference) -> FieldNode? {
        guard index < roots.count, let place = roots[index], fields[place].reference == reference else { return nil }
        return fields[place]
    }

    /// Whether a node's kids may be visited. The total is limited, because a file may refer to the same kids many
    /// times.
    private mutating func mayVisit(_ kids: [PDFObject], depth: Int) -> Bool {
        kidCount += kids.count
        guard depth < Self.deepest, kidCount <= Self.mostKids else {
            isIncomplete = true
            return false
        }
        return true
    }

    private mutating func visit(
        _ object: PDFObject, in document: PDFDocument, name parentName: String?, inherited: PDFDictionary, depth: Int
    ) throws(PDFError) {
        let reference = object.referenceValue
        if let reference, !visited.insert(reference).inserted { return }
        guard
            let parts = try readable(
                object, in: document,
                { () throws(PDFError) in try FieldParts(object, in: document, inherited: inherited) }),
            let parts
        else { return }
        let dictionary = parts.dictionary
        let name = [parentName, parts.partialName].compactMap { $0 }.joined(separator: ".")
        // The names below a long one repeat it, and each is compared with others.
        try document.meter.charge(name.utf8.count * Self.workPerNameByte)

        // A child with a name is a field; one without is a widget of this field.
        var widgets: [FieldNode.Widget] = []
        var children: [PDFObject] = []
        for kid in mayVisit(parts.kids, depth: depth) ? parts.kids : [] {
            let child = try readable(kid, in: document) { () throws(PDFError) in try document.resolve(kid) }
            guard case .dictionary(let child)? = child else { continue }
            if child["T"] == nil {
                widgets.append(FieldNode.Widget(reference: kid.referenceValue, dictionary: child))
            } else {
                children.append(kid)
            }
        }
        if children.isEmpty {
            if parts.kids.isEmpty { widgets = [FieldNode.Widget(reference: nil, dictionary: dictionary)] }
            let isWhole =
                depth == 0 && dictionary["Kids"] == nil
                && ["T", "FT", "Ff"].allSatisfy { dictionary[$0]?.referenceValue == nil }
            fields.append(
                FieldNode(
                    name: name, reference: reference, dictionary: dictionary, attributes: parts.attributes,
                    widgets: widgets, source: isWhole ? reference.flatMap { document.source(of: $0.number) } : nil))
            return
        }
        if let reference {
            groups[reference] = dictionary
        } else {
            directGroups.append((ExactName(name), dictionary))
        }
        for child in children {
            try visit(child, in: document, name: name, inherited: parts.attributes, depth: depth + 1)
        }
    }

    /// Reads a part of the tree. Returns `nil` for an object that cannot be read, whose address is noted.
    private mutating func readable<Part>(
        _ object: PDFObject, in document: PDFDocument, _ read: () throws(PDFError) -> Part
    ) throws(PDFError) -> Part? {
        if let part = try document.readable(read) { return part }
        if let reference = object.referenceValue { unreadable.insert(reference) }
        return nil
    }

    /// One node's own entries.
    private struct FieldParts {
        let dictionary: PDFDictionary
        let partialName: String?
        private(set) var attributes: PDFDictionary
        let kids: [PDFObject]

        /// Returns `nil` for an object that is not a dictionary.
        init?(_ object: PDFObject, in document: PDFDocument, inherited: PDFDictionary) throws(PDFError) {
            guard case .dictionary(let dictionary) = try document.resolve(object) else { return nil }
            self.dictionary = dictionary
            partialName = try document.value("T", in: dictionary).textValue
            attributes = inherited
            for key in FieldTree.inheritable {
                guard let value = dictionary[key] else { continue }
                attributes[key] = key == "FT" || key == "Ff" ? try document.resolve(value) : value
            }
            kids = try document.value("Kids", in: dictionary).arrayValue ?? []
        }
    }
}
