import DescribedErrors

/// Why a file did not become a PDF.
public enum ConversionProblem: Error, Sendable, Hashable {
    /// The file is of no kind that can become a PDF.
    case unknownKind
    /// A program is not installed on the service's machine.
    case programMissing(FileKind, program: String)
    /// The service's machine does not let a converting program be kept apart from it.
    case notConfined(FileKind)
    /// Only a password opens the file.
    case encrypted(FileKind)
    /// The program cannot read the file.
    case unreadable(FileKind)
    /// The conversion takes too long.
    case timedOut(FileKind, seconds: Int)
    /// A picture has too many pixels, or a file with pictures too many of them.
    case tooManyPictures(limit: Int)
    /// Too many files of the account wait.
    case busy
}

extension ConversionProblem: DescribedError {
    /// The domain of these errors as `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.ConversionProblem"
    /// The numbers and words of the cases; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .unknownKind: (1, "unknown-kind")
        case .programMissing: (2, "program-missing")
        case .notConfined: (3, "not-confined")
        case .encrypted: (4, "encrypted")
        case .unreadable: (5, "unreadable")
        case .timedOut: (6, "timed-out")
        case .tooManyPictures: (7, "too-many-pictures")
        case .busy: (8, "busy")
        }
    }

    /// One sentence that says what to change.
    public var description: String {
        switch self {
        case .unknownKind:
            "The file is neither a PDF nor of a kind that becomes one (\(FileKind.names)), or its name says that it is "
                + "of another kind."
        case .programMissing(let kind, let program):
            "The file is of the kind \(kind.name), and \(program), which would turn it into a PDF, is not installed on "
                + "the service's machine. Send a PDF."
        case .notConfined(let kind):
            "The file is of the kind \(kind.name), and the service's machine does not let it be turned into a PDF "
                + "safely: bubblewrap cannot keep a program apart there. Send a PDF."
        case .encrypted(let kind):
            "The file is of the kind \(kind.name) and needs a password. Remove the password first."
        case .unreadable(let kind):
            "The file is of the kind \(kind.name) and cannot be read: it is damaged, or needs a password."
        case .timedOut(let kind, let seconds):
            "The file is of the kind \(kind.name), and turning it into a PDF takes longer than \(seconds) seconds."
        case .tooManyPictures(let limit):
            "The file has more than \(limit) pictures. Send it as a PDF."
        case .busy: "Too many files of the account wait to be turned into PDFs. Try again in a while."
        }
    }
}

extension FileKind {
    /// The name that people know.
    var name: String {
        switch self {
        case .text: "plain text"
        case .webp: "WebP"
        default: rawValue.uppercased()
        }
    }

    fileprivate static var names: String {
        let names = allCases.filter { $0 != .pdf }.map(\.name)
        return names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
    }
}
