/// Why text could not be set.
public enum TextShapingError: Error, Sendable, Hashable {
    /// No font shows this character.
    case unshowable(Character)
    /// A font or text is unusable, for the given reason.
    case unusable(String)
}
