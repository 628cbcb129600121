/// A change that a later revision made to a signed file, classified by what signatures permit.
struct LaterChange: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// An empty field got a value.
        case fieldFilled(ChangedField)
        /// The value of a field that is not read-only was changed or removed.
        case fieldChanged(ChangedField)
        /// A button without a value got a picture, which may show anything.
        case pictureFilled(ChangedField)
        /// A field was made read-only, so it can no longer be filled in.
        case fieldClosed(ChangedField)
        /// A field's picture was regenerated and shows the field's existing value.
        case fieldRedrawn(ChangedField)
        /// An unsigned signature field without a visible appearance was added.
        case signatureFieldAdded(ChangedField)
        /// An unsigned signature field with a visible appearance was added, which can cover page content.
        case visibleSignatureFieldAdded(ChangedField)
        /// An existing field was signed.
        case signed(ChangedField)
        /// A signed field without a visible appearance was added.
        case signedInNewField(ChangedField)
        /// A signed field with a visible appearance was added.
        case signedInNewVisibleField(ChangedField)
        /// A document timestamp was added in an invisible field (ISO 32000-2 §12.8.5).
        case timestamped(ChangedField)
        /// A document timestamp was added in an existing field that shows nothing.
        case timestampedInField(ChangedField)
        /// The document security store was added or extended, with certificates and revocation data (ISO 32000-2
        /// §12.8.4.3).
        case securityStore(isNew: Bool)
        /// The store no longer lists the data for a signature. The data themselves are still in the file.
        case securityStoreList(ContentChange)
        /// The modification date or the names of programs were updated.
        case datesChanged
        /// Document properties such as title and author were changed.
        case propertiesChanged
        /// Viewers are asked to regenerate all field appearances.
        case redrawRequested
        /// A comment was added, such as a note or a highlight, that cannot hide or imitate page content.
        case comment(ContentChange)
        /// An annotation was added that can cover or imitate page content, because of its kind or its custom picture.
        case drawing(ContentChange)
        /// A change that may be permitted, but whose visible effect is unknown; with its field, if any.
        case unclear(ContentChange, in: ChangedField? = nil)
        /// A field shows its value by a claim that only a later signer can answer for.
        case claimed(ContentChange, in: ChangedField)
        /// A change to an entry without a visible effect.
        case setting(ContentChange)
        /// A side effect of signing and filling in, reported only if nothing else happened.
        case incidental(ContentChange)
        /// White space was added after the end of the file.
        case blankSpace
        /// An update was added that no part of the document refers to, or that repeats existing objects.
        case idleUpdate
        /// Any other change, which neither filling in nor signing makes.
        case other(ContentChange)
    }

    var kind: Kind
    var areas: [ChangedArea] = []

    init(_ kind: Kind, areas: [ChangedArea] = []) {
        self.kind = kind
        self.areas = areas
    }

    static func other(_ change: ContentChange, areas: [ChangedArea] = []) -> LaterChange {
        LaterChange(.other(change), areas: areas)
    }
}

extension LaterChange.Kind {
    /// Returns the public description of the change.
    ///
    /// - Parameter signer: returns the signer's name for a field
    func content(signer: (String) -> String?) -> ContentChange {
        switch self {
        case .fieldFilled(let field): .fieldFilled(field: field)
        case .pictureFilled(let field): .buttonFilled(field: field)
        case .fieldChanged(let field): .fieldChanged(field: field)
        case .fieldClosed(let field): .fieldClosed(field: field)
        case .fieldRedrawn(let field): .fieldRedrawn(field: field)
        case .signatureFieldAdded(let field): .signatureFieldAdded(field: field)
        case .visibleSignatureFieldAdded(let field): .visibleSignatureFieldAdded(field: field)
        case .signed(let field), .signedInNewField(let field), .signedInNewVisibleField(let field):
            .signatureAdded(field: field, signer: signer(field.name))
        case .timestamped(let field), .timestampedInField(let field):
            .timestampAdded(field: field, signer: signer(field.name))
        case .securityStore(isNew: true): .securityStoreAdded
        case .securityStore(isNew: false): .securityStoreExtended
        case .datesChanged: .datesChanged
        case .propertiesChanged: .propertiesChanged
        case .redrawRequested: .redrawRequested
        case .blankSpace: .blankSpaceAdded
        case .idleUpdate: .idleUpdate
        case .securityStoreList(let change), .comment(let change), .drawing(let change), .unclear(let change, _),
            .claimed(let change, _), .setting(let change), .incidental(let change), .other(let change):
            change
        }
    }
}
