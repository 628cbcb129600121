/// The way in which a sender left the page, in the eSignature API's words for the `event` parameter.
public enum ComposingEnding: String, Sendable, Hashable, CaseIterable {
    case send, save, cancel, error
    /// The page was left alone for too long.
    case sessionEnd
}
