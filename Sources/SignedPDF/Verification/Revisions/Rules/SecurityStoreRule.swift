/// Permits adding and extending the document security store: certificates and revocation data, and a list of these for
/// each signature (ISO 32000-2 §12.8.4.3, ETSI EN 319 142-1 §5.4).
///
/// Programs that complete the evidence may rewrite or omit the list for a signature. That is reported, but nothing is
/// lost, since the stores of all revisions count (``DocumentSecurityStore/all(in:)``).
///
/// Stops other content under this name.
struct SecurityStoreRule: DifferenceRule {
    private static let lists: Set<String> = ["Certs", "CRLs", "OCSPs"]
    private static let signatureLists: Set<String> = ["Cert", "CRL", "OCSP"]

    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        let before = try objects.old.catalog()["DSS"]
        let after = try objects.new.catalog()["DSS"]
        if objects.areEqual(before, after) { return [] }
        guard after != nil else { return [.other(.securityStoreRemoved)] }
        let old = (try? objects.old.resolve(before ?? .null))?.dictionaryValue ?? [:]
        guard case .dictionary(let new) = try objects.new.resolve(after ?? .null),
            Self.isStore(new, objects.new), objects.repeatSameKeys(old, new)
        else {
            return [.other(.securityStoreForeign)]
        }
        let losses = try losses(old, new, objects)
        guard losses.isEmpty else { return losses.map { LaterChange(.securityStoreList($0)) } }
        return [LaterChange(.securityStore(isNew: before == nil))]
    }

    private static func isStore(_ store: PDFDictionary, _ document: PDFDocument) -> Bool {
        for entry in store.entries {
            switch entry.key {
            case "Type": continue
            case "VRI":
                guard case .dictionary(let signatures)? = try? document.resolve(entry.value) else { return false }
                for signature in signatures.entries {
                    guard signature.key.utf8.count == 40, signature.key.allSatisfy({ $0.isHexDigit }),
                        case .dictionary(let lists)? = try? document.resolve(signature.value),
                        areLists(lists, named: signatureLists, besides: ["Type", "TU", "TS"], document)
                    else { return false }
                }
            default: continue
            }
        }
        return areLists(store, named: lists, besides: ["Type", "VRI"], document)
    }

    /// Whether each entry is an array of streams with one of `names`, or has one of the other names.
    private static func areLists(
        _ dictionary: PDFDictionary, named names: Set<String>, besides others: Set<String>, _ document: PDFDocument
    ) -> Bool {
        dictionary.entries.allSatisfy { entry in
            if others.contains(entry.key) { return true }
            guard names.contains(entry.key), case .array(let elements)? = try? document.resolve(entry.value) else {
                return false
            }
            return elements.allSatisfy { element in
                guard element.referenceValue != nil, case .stream? = try? document.resolve(element) else {
                    return false
                }
                return true
            }
        }
    }

    /// Returns the changes for lists that lost elements.
    private func losses(
        _ old: PDFDictionary, _ new: PDFDictionary, _ objects: ObjectComparison
    ) throws(PDFError) -> [ContentChange] {
        let before = try objects.old.value("VRI", in: old).dictionaryValue ?? [:]
        let after = try objects.new.value("VRI", in: new).dictionaryValue ?? [:]
        var losses: Set<ContentChange> = []
        for name in Self.lists {
            let later = Set(try objects.new.value(name, in: new).arrayValue ?? [])
            if try objects.old.value(name, in: old).arrayValue?.allSatisfy(later.contains) == false {
                losses.insert(.evidenceRemoved)
            }
        }
        for entry in before.entries where !objects.areEqual(entry.value, after[entry.key]) {
            guard let later = try objects.new.resolve(after[entry.key] ?? .null).dictionaryValue else {
                losses.insert(.evidenceListRemoved)
                continue
            }
            let lists = try objects.old.resolve(entry.value).dictionaryValue ?? [:]
            for name in Self.signatureLists {
                let earlier = try objects.old.value(name, in: lists).arrayValue ?? []
                let now = Set(try objects.new.value(name, in: later).arrayValue ?? [])
                if earlier.allSatisfy(now.contains) { continue }
                losses.insert(.evidenceListReplaced)
            }
        }
        return [.evidenceRemoved, .evidenceListRemoved, .evidenceListReplaced].filter(losses.contains)
    }
}
