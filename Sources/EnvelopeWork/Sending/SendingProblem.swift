import Ceremony
import Envelopes

/// What keeps an envelope from being sent, beyond the domain's own problems: the domain knows neither fonts nor whether
/// there is mail. A device may hold such envelopes and have them signed.
package enum SendingProblem: Hashable, Sendable {
    /// The service sends no mail, and nobody else could lead the recipient to a signing page.
    case unreachable(RecipientID)
    /// A field of the signed document cannot show its value.
    case unshowable(FieldText.UnshowableValue)
    /// The page has fields and cannot be drawn, so signers could not see it.
    case undrawable(DocumentID, page: Int)
}

/// An envelope is not sent; it has at least one problem.
package struct NotSendable: Error, Sendable, Hashable {
    package let problems: [SendingProblem]
}
