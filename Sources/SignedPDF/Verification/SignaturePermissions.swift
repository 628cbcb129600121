/// What a signature lets others do to the file afterwards (ISO 32000-2 §12.8.2).
struct SignaturePermissions: Sendable, Equatable {
    /// `/P` of a DocMDP transform: 1 nothing, 2 filling in and signing, 3 annotations besides. Nothing if the
    /// signature does not certify the document.
    var certificationLevel: Int?
    /// The fields that a FieldMDP transform closes.
    var locked = LockedFields.none

    enum LockedFields: Sendable, Equatable {
        case none
        case all
        case only([String])
        case allBut([String])

        func contains(_ name: String) -> Bool {
            switch self {
            case .none: false
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

    init(_ signature: PDFDictionary, in document: PDFDocument) {
        guard let references = try? document.value("Reference", in: signature).arrayValue else { return }
        for reference in references {
            guard let reference = (try? document.resolve(reference))?.dictionaryValue,
                let parameters = try? document.value("TransformParams", in: reference).dictionaryValue
            else { continue }
            switch (try? document.value("TransformMethod", in: reference))?.nameValue {
            case "DocMDP":
                let level = (try? document.value("P", in: parameters)) ?? .null
                // What is not known allows nothing.
                certificationLevel = level.isNull ? 2 : level.integerValue.flatMap { 1...3 ~= $0 ? $0 : nil } ?? 1
            case "FieldMDP":
                let names = (try? document.value("Fields", in: parameters).arrayValue)?.compactMap(\.textValue) ?? []
                switch (try? document.value("Action", in: parameters))?.nameValue {
                case "All": locked = .all
                case "Include": locked = .only(names)
                case "Exclude": locked = .allBut(names)
                default: locked = .all
                }
            default:
                continue
            }
        }
    }

    /// Whether the signature still stands after this change.
    ///
    /// - Parameter isSigned: Whether a later signature covers the change, so that somebody answers for it. New fields
    ///   and pictures can hide what a page says; without anyone's signature they are not accepted.
    func allow(_ change: LaterChange, isSigned: Bool) -> Bool {
        switch change {
        case .securityStore, .blankSpace: true
        case .fieldFilled(let name), .fieldChanged(let name): certificationLevel != 1 && !locked.contains(name)
        case .signed(let field): certificationLevel != 1 && !locked.contains(field)
        case .signatureFieldAdded, .propertiesChanged, .redrawRequested, .idleUpdate: certificationLevel != 1
        case .fieldRedrawn(let name): certificationLevel != 1 && !locked.contains(name) && isSigned
        case .visibleSignatureFieldAdded: certificationLevel != 1 && isSigned
        case .fieldAdded: certificationLevel == nil && isSigned
        case .annotation: certificationLevel == 3
        case .other: false
        }
    }
}
