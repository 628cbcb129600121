import DocuSignDialect
import EnvelopeWork

extension APIError {
    /// An envelope with problems that keep it from being sent: a sentence for each, and the code of the first.
    init(_ error: NotSendable) {
        let code: Code =
            switch error.problems.first {
            case .unreachable: .envelopeIsIncomplete
            case .undrawable: .unsupportedPDFContent
            case .unshowable, nil: .invalidRequestParameter
            }
        self.init(code, error.problems.map(Self.sentence).joined(separator: " "))
    }

    private static func sentence(for problem: SendingProblem) -> String {
        switch problem {
        case .unreachable(let id):
            "Recipient \(id) has no clientUserId. This service sends no e-mail, so the recipient could not reach a "
                + "signing page."
        case .unshowable(let value): value.description
        case .undrawable(let document, let page):
            "Document \(document): page \(page) cannot be drawn, so signers could not see it."
        }
    }
}
