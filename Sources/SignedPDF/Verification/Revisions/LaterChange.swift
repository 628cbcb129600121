/// Something that a later revision did to a signed file.
enum LaterChange: Sendable, Hashable {
    /// A field that was empty got a value.
    case fieldFilled(String)
    /// A field that is not read-only got another value, or lost the one it had.
    case fieldChanged(String)
    /// A field that holds no signature was added.
    case fieldAdded(String)
    /// The picture of a field was drawn anew while its value stayed.
    case fieldRedrawn(String)
    /// An empty signature field was added that shows nothing.
    case signatureFieldAdded(String)
    /// An empty signature field was added that shows something, and so can cover what is on the page.
    case visibleSignatureFieldAdded(String)
    /// A signature, or a timestamp over the whole document, was put into a field.
    case signed(field: String)
    /// Certificates and revocation data for long-term validation (ISO 32000-2 §12.8.4.3).
    case securityStore(isNew: Bool)
    /// Title, dates and the like.
    case propertiesChanged
    /// Viewers are asked to draw the fields anew.
    case redrawRequested
    /// A comment, a stamp, a link: which, and on which page, as a part of a sentence.
    case annotation(String)
    /// Line ends and spaces after the end.
    case blankSpace
    /// An update that nothing in the document leads to, or that repeats what was there.
    case idleUpdate
    /// What neither filling in nor signing does, as a part of a sentence.
    case other(String)

    /// What happened in plain words, without a capital letter or a period.
    ///
    /// - Parameter signer: The name of whoever signed in a field.
    func text(signer: (String) -> String?) -> String {
        switch self {
        case .fieldFilled(let name): "the field “\(name)” was filled in"
        case .fieldChanged(let name): "the field “\(name)” was given another value"
        case .fieldAdded(let name): "the field “\(name)” was added"
        case .fieldRedrawn(let name): "the picture of the field “\(name)” was drawn anew"
        case .signatureFieldAdded(let name): "an empty signature field “\(name)” was added"
        case .visibleSignatureFieldAdded(let name):
            "an empty signature field “\(name)” was added that shows something on the page"
        case .signed(let field):
            signer(field).map { "a signature by \($0) was added" }
                ?? "a signature was added in the field “\(field)”"
        case .securityStore(isNew: true): "a document security store was added"
        case .securityStore(isNew: false): "the document security store was extended"
        case .propertiesChanged: "the document's properties were changed"
        case .redrawRequested: "viewers were asked to draw the fields anew"
        case .blankSpace: "empty lines were added at the end of the file"
        case .idleUpdate: "bytes were added that nothing in the document refers to, or that change nothing in it"
        case .annotation(let text), .other(let text): text
        }
    }
}
