import Foundation

/// The signatures of a file that no field of its form has as its value.
///
/// Some programs write `/V` or `/FT` into a widget, or leave a signed widget out of the form. Others read such
/// signatures, so a report that leaves them out would differ from theirs.
struct StraySignatures {
    /// Those that readers can come to.
    let reached: [SignedField]
    /// Those that only the bytes hold, such as signatures of replaced objects.
    let unreached: [SignedField]

    /// - Parameter fields: the signatures that fields have as their values
    init(in revision: Revision, besides fields: [SignedField]) throws(PDFError) {
        let document = revision.document
        var seen = Set(fields.compactMap(\.contents))
        let found = try SignatureSearch(document).dictionaries(besides: fields).filter { found in
            // Empty values wait for a signature. Each stands for itself.
            guard let contents = found.contents, contents.contains(where: { $0 != 0 }) else { return true }
            return !seen.contains(contents)
        }
        guard !found.isEmpty else {
            (reached, unreached) = ([], [])
            return
        }
        let reachable = try ReachableObjects(document).references
        let holders = try ValueHolders(document, revision.tree)
        var (reached, unreached): ([SignedField], [SignedField]) = ([], [])
        // A copy that readers come to counts rather than an older one.
        let (current, others) = (
            found.filter { $0.isCurrent && reachable.contains($0.object) },
            found.filter {
                !$0.isCurrent || !reachable.contains($0.object)
            }
        )
        for dictionary in current where Self.isNew(dictionary, &seen) {
            reached.append(holders.field(of: dictionary, in: document))
        }
        for dictionary in others where Self.isNew(dictionary, &seen) {
            unreached.append(SignedField(dictionary, name: "object \(dictionary.object.number)", place: .unreached))
        }
        (self.reached, self.unreached) = (reached, unreached)
    }

    private static func isNew(_ dictionary: SignatureDictionary, _ seen: inout Set<Data>) -> Bool {
        guard let contents = dictionary.contents, contents.contains(where: { $0 != 0 }) else { return true }
        return seen.insert(contents).inserted
    }

    /// The signatures of people and authorities that readers can come to.
    static func reached(in document: PDFDocument, tree: FieldTree, besides fields: [SignedField]) throws(PDFError)
        -> [SignedField]
    {
        try StraySignatures(in: Revision(document, tree: tree), besides: fields).reached
            .filter { $0.place != .usageRights }
    }
}

/// The fields and widgets that have a signature as their value in a place where it does not belong.
private struct ValueHolders {
    private struct Holder {
        var name: String
        var place: SignedField.Place
        var lock: PDFObject?
    }

    private static let deepest = 32

    private var holders: [PDFReference: Holder] = [:]
    private var usageRights: [PDFObject] = []

    init(_ document: PDFDocument, _ tree: FieldTree) throws(PDFError) {
        for field in tree.fields {
            for widget in field.widgets {
                note(widget.dictionary, at: widget.reference, Holder(name: field.name, place: .widget))
            }
            note(field.attributes, at: field.reference, Holder(name: field.name, place: .widget))
        }
        for page in (try? document.pages()) ?? [] {
            for annotation in (try? document.value("Annots", in: page.dictionary))?.arrayValue ?? [] {
                try document.meter.charge(32)
                noteUnlisted(annotation, document)
            }
        }
        let permissions = (try? document.value("Perms", in: document.catalog()))?.dictionaryValue ?? [:]
        usageRights = ["UR", "UR3"].compactMap { permissions[$0] }
    }

    private mutating func note(_ dictionary: PDFDictionary, at own: PDFReference?, _ holder: Holder) {
        guard let value = dictionary["V"], let object = value.referenceValue ?? own, holders[object] == nil else {
            return
        }
        var holder = holder
        holder.lock = dictionary["Lock"]
        holders[object] = holder
    }

    /// Notes an annotation and the fields above it, which no list of fields leads to.
    private mutating func noteUnlisted(_ annotation: PDFObject, _ document: PDFDocument) {
        var chain: [(dictionary: PDFDictionary, reference: PDFReference?)] = []
        var next: PDFObject? = annotation
        while let object = next, chain.count < Self.deepest,
            let dictionary = (try? document.resolve(object))?.dictionaryValue
        {
            chain.append((dictionary, object.referenceValue))
            next = dictionary["Parent"]
        }
        guard chain.contains(where: { $0.dictionary["V"] != nil }) else { return }
        let names = chain.reversed().compactMap { (try? document.value("T", in: $0.dictionary))?.textValue }
        for (dictionary, reference) in chain {
            note(dictionary, at: reference, Holder(name: names.joined(separator: "."), place: .unlisted))
        }
    }

    func field(of found: SignatureDictionary, in document: PDFDocument) -> SignedField {
        let isUsageRights = usageRights.contains { value in
            value == .reference(found.object)
                || (try? document.resolve(value))?.dictionaryValue?["Contents"] == found.dictionary["Contents"]
        }
        if isUsageRights, Self.claimsUsageRights(found.dictionary, document) {
            return SignedField(found, name: "UR3", place: .usageRights)
        }
        guard let holder = holders[found.object] else {
            return SignedField(found, name: "object \(found.object.number)", place: .outside)
        }
        return SignedField(found, name: holder.name, place: holder.place, lock: holder.lock)
    }

    /// Whether a signature says that it grants usage rights (ISO 32000-2 §12.8.2.3), which says nothing of a person.
    private static func claimsUsageRights(_ dictionary: PDFDictionary, _ document: PDFDocument) -> Bool {
        ((try? document.value("Reference", in: dictionary))?.arrayValue ?? []).contains { reference in
            let reference = (try? document.resolve(reference))?.dictionaryValue
            let method = reference.flatMap { try? document.value("TransformMethod", in: $0) }?.nameValue
            return method == "UR" || method == "UR3"
        }
    }
}
