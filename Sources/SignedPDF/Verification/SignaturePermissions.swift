/// What a signature lets others do to the file afterwards (ISO 32000-2 §12.8.2).
struct SignaturePermissions: Sendable, Equatable {
    /// `/P` of a DocMDP transform or of a field's lock: 1 nothing, 2 filling in and signing, 3 annotations besides; the
    /// smallest if there are several. Nothing if the signature neither certifies the document nor restricts it.
    private(set) var certificationLevel: Int?
    /// The fields that FieldMDP transforms and the field's own lock close.
    private(set) var locks: [LockedFields] = []

    enum LockedFields: Sendable, Equatable {
        case all
        case only([String])
        case allBut([String])

        func contains(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .only(let names): names.contains { Self.isPart(name, of: $0) }
            case .allBut(let names): !names.contains { Self.isPart(name, of: $0) }
            }
        }

        /// A name stands for its field and all fields below it.
        private static func isPart(_ name: String, of other: String) -> Bool {
            name == other || name.hasPrefix(other + ".")
        }
    }

    /// Reads the transforms of a signature dictionary and the lock of the field that it is in (ISO 32000-2 tables 236,
    /// 257 and 259).
    ///
    /// - Parameter lock: The field's `/Lock`, which readers have to turn into a transform and some do not.
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
        // What is not known allows nothing.
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

    /// What becomes of the signature by this change.
    ///
    /// - Parameter isSigned: Whether a later signature covers the change, so that somebody answers for it.
    func standing(of change: LaterChange.Kind, isSigned: Bool) -> DocumentChange.Standing {
        switch change {
        case .drawing where certificationLevel == 3: return .doubtful
        case .unclear(_, let field) where certificationLevel != 1 && !(field.map(isLocked) ?? false): return .doubtful
        case .pictureFilled(let field) where certificationLevel != 1 && !isLocked(field) && !isSigned: return .doubtful
        default: break
        }
        return allow(change, isSigned: isSigned) ? .permitted : .forbidden
    }

    private func allow(_ change: LaterChange.Kind, isSigned: Bool) -> Bool {
        let isOpen = certificationLevel != 1
        switch change {
        // Evidence for the decades may always be added (ISO 32000-2 §12.8.2.2.2, ETSI EN 319 142-1 §5.6).
        case .securityStore, .securityStoreList, .timestamped, .datesChanged, .blankSpace: return true
        case .fieldFilled(let field), .fieldChanged(let field), .signed(let field), .signedInNewField(let field):
            return isOpen && !isLocked(field)
        case .fieldRedrawn(let field), .pictureFilled(let field): return isOpen && !isLocked(field) && isSigned
        case .signatureFieldAdded, .propertiesChanged, .redrawRequested, .fieldClosed, .setting,
            .incidental, .idleUpdate:
            return isOpen
        // A picture can cover what was certified (the sneaky signature attack): somebody has to answer for it. The
        // verdict on the file is valid only if that person is trusted too.
        case .visibleSignatureFieldAdded: return certificationLevel == nil && isSigned
        case .signedInNewVisibleField(let field): return isOpen && !isLocked(field) && isSigned
        case .comment: return certificationLevel == 3
        case .drawing, .unclear, .other: return false
        }
    }
}
