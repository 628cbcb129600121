import PageImages
import SignedPDF

/// Why pages of a file could not be compared.
public enum PageComparisonProblem: Sendable, Equatable {
    /// The revisions cannot be separated or opened.
    case revisionsUnreadable(PDFError)
    /// The changed fields cannot be removed to draw the page beneath them.
    case fieldsNotRemovable(PDFError)
    /// A picture could not be drawn.
    case pageNotDrawn(page: Int, PageImageError?)

    /// The stable code of the case.
    public var code: String {
        switch self {
        case .revisionsUnreadable: "revisions-unreadable"
        case .fieldsNotRemovable: "fields-not-removable"
        case .pageNotDrawn: "page-not-drawn"
        }
    }
}

extension PageComparisonProblem: CustomStringConvertible {
    /// A sentence for people. It may quote a renderer's message about an untrusted file, without terminal control
    /// characters.
    public var description: String {
        let sentence =
            switch self {
            case .revisionsUnreadable(let error):
                "The pages as they were signed cannot be compared: \(error.description)"
            case .fieldsNotRemovable(let error):
                "The content under the changed fields cannot be inspected: \(error.description)"
            case .pageNotDrawn(let page, let error): error?.description ?? "Page \(page) was not drawn."
            }
        return String(
            String.UnicodeScalarView(
                sentence.unicodeScalars.prefix(500).map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
