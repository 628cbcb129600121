import Envelopes
import SignedPDF

extension LevelCause {
    /// A complete sentence for people.
    package var sentence: String {
        (try? decoded(as: LevelDowngrade.Cause.self))?.description ?? "The cause has the code \(code)."
    }
}
