/// The later changes to the file that a signature permits (ISO 32000-2 §12.8.2).
struct SignaturePermissions: Sendable, Equatable {
    /// `/P` of a DocMDP transform or of a field's lock: 1 permits nothing, 2 filling in and signing, 3 also
    /// annotations. The smallest of several counts. It is `nil` if the signature neither certifies the document nor
    /// restricts it.
    private(set) var certificationLevel: Int?
    /// The fields that FieldMDP transforms and the field's own lock close to changes.
    private(set) var locks: [LockedFields] = []

    enum LockedFields: Sendable, Equatable {
        case all
        case only([String])
        case allBut([String])

        func contains(_ name: String) -> Bool {
            // A name stands for its field and all fields below it.
            let name = ExactName(name)
            return switch self {
            case .all: true
            case .only(let names): names.contains { name.isPart(of: ExactName($0)) }
            case .allBut(let names): !names.contains { name.isPart(of: ExactName($0)) }
            }
        }
    }

    /// Reads the transforms of a signature dictionary and the lock of its field (ISO 32000-2 tables 236, 257 and 259).
    ///
    /// - Parameter lock: the field's `/Lock`, which signing software must turn into a transform, though some does not
    init(_ signature: PDFDictionary, lock: PDFObject? = nil, in document: PDFDocument) {
        if let lock = lock.flatMap({ try? document.resolve($0) })?.dictionaryValue {
            close(lock, document)
            restrict(lock, document, isAbsentMeaning: nil)
        }
        guard let references = try? document.value("Reference", in: signature).arrayValue else { return }
        for reference in references {
            guard let reference = (try? document.resolve(reference))?.dictionaryValue,
                let parameters = try? document.value("TransformParams", in: reference).dictionaryValue
            else { continue }
            switch (try? document.value("TransformMethod", in: reference))?.nameValue {
            case "DocMDP": restrict(parameters, document, isAbsentMeaning: 2)
            case "FieldMDP":
                close(parameters, document)
                restrict(parameters, document, isAbsentMeaning: nil)
            default: continue
            }
        }
    }

    private mutating func restrict(_ parameters: PDFDictionary, _ document: PDFDocument, isAbsentMeaning absent: Int?) {
        let value = (try? document.value("P", in: parameters)) ?? .null
        // An unknown value permits nothing.
        let level = value.isNull ? absent : value.integerValue.flatMap { 1...3 ~= $0 ? $0 : nil } ?? 1
        guard let level else { return }
        certificationLevel = min(level, certificationLevel ?? level)
    }

    private mutating func close(_ parameters: PDFDictionary, _ document: PDFDocument) {
        var names: [String] = []
        for name in (try? document.value("Fields", in: parameters))?.arrayValue ?? [] {
            if let name = (try? document.resolve(name))?.textValue { names.append(name) }
        }
        switch (try? document.value("Action", in: parameters))?.nameValue {
        case "Include": locks.append(.only(names))
        case "Exclude": locks.append(.allBut(names))
        default: locks.append(.all)
        }
    }

    private func isLocked(_ field: ChangedField) -> Bool { locks.contains { $0.contains(field.name) } }

    /// Returns whether the signature permits a change.
    ///
    /// - Parameter isSigned: whether a later signature covers the change, so that its signer is responsible
    func standing(of change: LaterChange.Kind, isSigned: Bool) -> DocumentChange.Standing {
        switch change {
        case .drawing where certificationLevel == 3: return .doubtful
        case .unclear(_, let field) where certificationLevel != 1 && !(field.map(isLocked) ?? false): return .doubtful
        case .pictureFilled(let field) where certificationLevel != 1 && !isLocked(field) && !isSigned,
            .claimed(_, let field) where certificationLevel != 1 && !isLocked(field) && !isSigned:
            return .doubtful
        default: break
        }
        return allow(change, isSigned: isSigned) ? .permitted : .forbidden
    }

    private func allow(_ change: LaterChange.Kind, isSigned: Bool) -> Bool {
        let isOpen = certificationLevel != 1
        switch change {
        // Long-term evidence may always be added (ISO 32000-2 §12.8.2.2.2, ETSI EN 319 142-1 §5.6).
        case .securityStore, .securityStoreList, .timestamped, .datesChanged, .blankSpace: return true
        case .fieldFilled(let field), .fieldChanged(let field), .signed(let field), .signedInNewField(let field),
            .timestampedInField(let field):
            return isOpen && !isLocked(field)
        case .fieldRedrawn(let field), .pictureFilled(let field), .claimed(_, let field):
            return isOpen && !isLocked(field) && isSigned
        case .signatureFieldAdded, .propertiesChanged, .redrawRequested, .fieldClosed, .setting,
            .incidental, .idleUpdate:
            return isOpen
        // A visible appearance can cover certified content (the sneaky signature attack), so a signer must be
        // responsible for it. The verdict on the file is valid only if that signer is trusted too.
        case .visibleSignatureFieldAdded: return certificationLevel == nil && isSigned
        case .signedInNewVisibleField(let field): return isOpen && !isLocked(field) && isSigned
        case .comment: return certificationLevel == 3
        case .drawing, .unclear, .other: return false
        }
    }
}
