import Foundation

extension Error {
    /// The error's description for people; its textual form if it has none.
    var sentence: String { (self as? any LocalizedError)?.errorDescription ?? "\(self)" }
}
