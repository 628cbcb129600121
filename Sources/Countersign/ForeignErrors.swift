import Foundation

extension Error {
    /// The sentence that an error of the app or of its transport has for people; how it is written where it has none.
    var sentence: String { (self as? any LocalizedError)?.errorDescription ?? "\(self)" }
}
