import DescribedErrors

extension FileSigningError: DescribedError {
    package static let errorDomain = "Countersign.FileSigningError"
    package var numberedCode: (number: Int, code: String) {
        switch self {
        case .noFile: (1, "no-file")
        case .unreadable: (2, "unreadable")
        case .unwritable: (3, "unwritable")
        case .wouldOverwriteInput: (4, "would-overwrite-input")
        case .noSuchPage: (5, "no-such-page")
        case .offPage: (6, "off-page")
        case .imageWithoutRectangle: (7, "image-without-rectangle")
        case .pageWithoutRectangle: (8, "page-without-rectangle")
        case .wrongPassword: (9, "wrong-password")
        case .needsRepair: (10, "needs-repair")
        case .xfaForm: (11, "xfa-form")
        case .authorityMissing: (12, "authority-missing")
        case .unusable: (13, "unusable")
        case .pictureOverDocument: (14, "picture-over-document")
        case .fieldAndPlace: (15, "field-and-place")
        }
    }
}
