import Foundation

/// An error that provides its own sentence in Swift and as an `NSError`.
///
/// `error.localizedDescription` and `(error as NSError).localizedDescription` return the type's `description`. Without
/// this protocol, Foundation says "The operation couldn't be completed".
///
/// Domain and codes stay the same in all versions, so that an app may store and compare them. A type's domain is
/// `Countersign.` and the type's name. A new case gets the next number that no case of the type has ever had.
public protocol DescribedError: LocalizedError, CustomNSError, CustomStringConvertible {
    /// The case as a number for `NSError`, and as a word for logs, other programs and translation tables.
    var numberedCode: (number: Int, code: String) { get }
    /// The error of the system, another library or the app that this one reports, as it was thrown; `nil` if there is
    /// none. It is also the `NSUnderlyingErrorKey` of the `NSError`.
    var underlyingError: (any Error)? { get }
}

extension DescribedError {
    /// `nil`, for errors that report no other.
    public var underlyingError: (any Error)? { nil }
    /// The number of ``numberedCode``, for `NSError`.
    public var errorCode: Int { numberedCode.number }
    /// The case as a word, such as `consent-missing`. The sentence may change; the word does not.
    public var code: String { numberedCode.code }
    /// The sentence, so that `localizedDescription` returns it.
    public var errorDescription: String? { description }
    /// Includes the sentence in an `NSError` that is archived, or passed to code that is not Swift.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: description]
        if let underlyingError { info[NSUnderlyingErrorKey] = underlyingError }
        return info
    }
}
