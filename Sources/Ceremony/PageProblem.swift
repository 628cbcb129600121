/// Why a page cannot be shown.
public enum PageProblem: Hashable, Sendable, CustomStringConvertible {
    case undrawable(page: Int)
    case tooSlow(page: Int)
    /// The page belongs to a document that somebody wants to sign.
    case keepsFromSigning(page: Int, document: String)

    /// One complete sentence or more, for the person at the page.
    public var description: String {
        switch self {
        case .undrawable(let page): "Page \(page) cannot be shown."
        case .tooSlow(let page): "Page \(page) cannot be shown: it takes too long to draw."
        case .keepsFromSigning(let page, let document):
            "You have not signed yet. We cannot show page \(page) of “\(document)”, and you should see every page "
                + "before you sign. Please tell the sender."
        }
    }
}
