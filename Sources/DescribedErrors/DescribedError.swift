import Foundation

/// An error that shows its own sentence wherever an app shows errors: in Swift, and as an `NSError`.
///
/// `error.localizedDescription` and `(error as NSError).localizedDescription` are the type's `description`; without it
/// Foundation says "The operation couldn't be completed".
///
/// Domain and codes stay what they are from version to version, so that an app may write them down and compare them. A
/// type's domain is `Countersign.` and the type's name. A new case gets the next number that none of the type has had.
public protocol DescribedError: LocalizedError, CustomNSError, CustomStringConvertible {
    /// The case as a number, for `NSError`, and as a word, for everything that is no sentence: logs that are searched,
    /// other programs, tables of translations.
    var numberedCode: (number: Int, code: String) { get }
}

extension DescribedError {
    public var errorCode: Int { numberedCode.number }
    /// The case as a word, such as `consent-missing`. The sentence may change, the word does not.
    public var code: String { numberedCode.code }
    public var errorDescription: String? { description }
    /// The sentence goes along with an `NSError` that is archived, or handed to code that knows no Swift.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
