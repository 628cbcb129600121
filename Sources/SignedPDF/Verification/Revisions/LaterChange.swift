/// Something that a later revision did to a signed file, sorted by what signatures permit.
struct LaterChange: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// A field that was empty got a value.
        case fieldFilled(ChangedField)
        /// A field that is not read-only got another value, or lost the one it had.
        case fieldChanged(ChangedField)
        /// A button without a value was given a picture, which may show anything.
        case pictureFilled(ChangedField)
        /// A field was made read-only, so that nobody fills it in any more.
        case fieldClosed(ChangedField)
        /// The picture of a field was drawn anew, and shows the value that the field had.
        case fieldRedrawn(ChangedField)
        /// An empty signature field was added that shows nothing.
        case signatureFieldAdded(ChangedField)
        /// An empty signature field was added that shows something, and so can cover what is on the page.
        case visibleSignatureFieldAdded(ChangedField)
        /// A signature was put into a field that was there already.
        case signed(ChangedField)
        /// A field with a signature was added that shows nothing.
        case signedInNewField(ChangedField)
        /// A field with a signature was added that shows something.
        case signedInNewVisibleField(ChangedField)
        /// A timestamp over the whole document was put into a field that shows nothing (ISO 32000-2 §12.8.5).
        case timestamped(ChangedField)
        /// Certificates and revocation data for long-term validation (ISO 32000-2 §12.8.4.3).
        case securityStore(isNew: Bool)
        /// The store no longer lists what it listed for a signature. What the signature needs is still in the file.
        case securityStoreList(ContentChange)
        /// The date of the last change and the names of programs.
        case datesChanged
        /// Title, author and the like.
        case propertiesChanged
        /// Viewers are asked to draw the fields anew.
        case redrawRequested
        /// A note, a highlight or another comment that cannot hide or imitate what the page says.
        case comment(ContentChange)
        /// An annotation of another kind, or with a picture of its own: it can cover or imitate what the page says.
        case drawing(ContentChange)
        /// A change that may be permitted although its effect on what is seen is unknown; with the field, if it is
        /// in one.
        case unclear(ContentChange, in: ChangedField? = nil)
        /// An entry that says nothing about what is seen.
        case setting(ContentChange)
        /// An entry that comes along with signing and filling in, told only where nothing else happened.
        case incidental(ContentChange)
        /// Line ends and spaces after the end.
        case blankSpace
        /// An update that nothing in the document leads to, or that repeats what was there.
        case idleUpdate
        /// What neither filling in nor signing does.
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
    /// What happened.
    ///
    /// - Parameter signer: The name of whoever signed in a field.
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
        case .timestamped(let field): .timestampAdded(field: field, signer: signer(field.name))
        case .securityStore(isNew: true): .securityStoreAdded
        case .securityStore(isNew: false): .securityStoreExtended
        case .datesChanged: .datesChanged
        case .propertiesChanged: .propertiesChanged
        case .redrawRequested: .redrawRequested
        case .blankSpace: .blankSpaceAdded
        case .idleUpdate: .idleUpdate
        case .securityStoreList(let change), .comment(let change), .drawing(let change), .unclear(let change, _),
            .setting(let change), .incidental(let change), .other(let change):
            change
        }
    }
}
