/// Something that a later revision did to a signed file.
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
        /// The store no longer lists what it listed for a signature, as a part of a sentence. What the signature needs
        /// is still in the file.
        case securityStoreList(String)
        /// The date of the last change and the names of programs.
        case datesChanged
        /// Title, author and the like.
        case propertiesChanged
        /// Viewers are asked to draw the fields anew.
        case redrawRequested
        /// A note, a highlight or another comment that cannot hide or imitate what the page says, as a part of a
        /// sentence.
        case comment(String)
        /// An annotation of another kind, or with a picture of its own: it can cover or imitate what the page says.
        case drawing(String)
        /// A change that may be permitted although its effect on what is seen is unknown, as a part of a sentence; with
        /// the field, if it is in one.
        case unclear(String, in: ChangedField? = nil)
        /// An entry that says nothing about what is seen, as a part of a sentence.
        case setting(String)
        /// An entry that comes along with signing and filling in, told only where nothing else happened.
        case incidental(String)
        /// Line ends and spaces after the end.
        case blankSpace
        /// An update that nothing in the document leads to, or that repeats what was there.
        case idleUpdate
        /// What neither filling in nor signing does, as a part of a sentence.
        case other(String)
    }

    var kind: Kind
    var areas: [ChangedArea] = []

    init(_ kind: Kind, areas: [ChangedArea] = []) {
        self.kind = kind
        self.areas = areas
    }

    static func other(_ text: String, areas: [ChangedArea] = []) -> LaterChange {
        LaterChange(.other(text), areas: areas)
    }
}

extension LaterChange.Kind {
    /// What happened in plain words, without a capital letter or a period.
    ///
    /// - Parameter signer: The name of whoever signed in a field.
    func text(signer: (String) -> String?) -> String {
        switch self {
        case .fieldFilled(let field), .pictureFilled(let field): "the field \(field.words) was filled in"
        case .fieldChanged(let field): "the field \(field.words) was given another value"
        case .fieldClosed(let field): "the field \(field.words) was made read-only"
        case .fieldRedrawn(let field): "the picture of the field \(field.words) was drawn anew"
        case .signatureFieldAdded(let field): "an empty signature field \(field.words) was added"
        case .visibleSignatureFieldAdded(let field):
            "an empty signature field \(field.words) was added that shows something there"
        case .signed(let field), .signedInNewField(let field), .signedInNewVisibleField(let field):
            signer(field.name).map { "a signature by \($0) was added\(field.page.map { " on page \($0)" } ?? "")" }
                ?? "a signature was added in the field \(field.words)"
        case .timestamped(let field):
            signer(field.name).map { "a timestamp by \($0) was added" } ?? "a timestamp was added"
        case .securityStore(isNew: true): "a document security store was added"
        case .securityStore(isNew: false): "the document security store was extended"
        case .datesChanged: "the document's dates or the names of programs were updated"
        case .propertiesChanged: "the document's properties were changed"
        case .redrawRequested: "viewers were asked to draw the fields anew"
        case .blankSpace: "empty lines were added at the end of the file"
        case .idleUpdate: "bytes were added that nothing in the document refers to, or that change nothing in it"
        case .securityStoreList(let text), .comment(let text), .drawing(let text), .unclear(let text, _),
            .setting(let text), .incidental(let text),
            .other(let text):
            text
        }
    }
}
